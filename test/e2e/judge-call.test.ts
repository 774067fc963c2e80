// The judge's own call of the real client: what it needs, and what happens when it fails.
import { expect, test } from "bun:test";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { buildEnvironment } from "../helpers/client-process.ts";
import { type Place, runCommand } from "../helpers/holdfast.ts";
import { makeInstalledPlace, queryStore } from "../helpers/installed.ts";
import { judgeAnswer } from "../helpers/judges.ts";
import { textsOf } from "../helpers/model-request.ts";
import { type ScriptedTurn, startScriptedApi } from "../helpers/scripted-api.ts";
import { writeFileIn } from "../helpers/temp.ts";
import { failWith, say } from "../helpers/turns.ts";

const CLIENT = join(import.meta.dir, "../../node_modules/.bin");
const SESSION = "3f2c9a4e-0000-4000-8000-000000000000";
const RIGHT = say(judgeAnswer(true, "The line is there.", "+ lighthouse"));

async function tryJudge(
  judge: ScriptedTurn[],
  change: (place: Place) => Record<string, string> = () => ({}),
) {
  const place = await makeInstalledPlace();
  writeFileIn(place.home, ".holdfast/config.json", JSON.stringify({ judge: { by: "claude" } }));
  const api = startScriptedApi({ judge });
  const env: Record<string, string> = {
    ...buildEnvironment(place, api.url),
    PATH: `${CLIENT}:/usr/bin:/bin`,
    // As in a hook: the judge must not take itself for a part of the session.
    CLAUDECODE: "1",
    CLAUDE_CODE_SESSION_ID: SESSION,
  };
  Object.assign(env, change(place));
  for (const [name, value] of Object.entries(env)) if (value === "") delete env[name];
  const { stdout } = await runCommand({ ...place, env }, "doctor", "--judge");
  await api.stop();
  return { place, requests: api.requests, line: /test call\s+(.*)/.exec(stdout)?.[1] ?? stdout };
}

test("it has no tools, no settings and no hooks, and leaves no session behind", async () => {
  const { place, requests, line } = await tryJudge([RIGHT]);
  expect(line).toMatch(/answered correctly in \d/);
  expect(requests).toHaveLength(1);
  const { body } = requests[0] ?? {};
  expect(body?.tools).toEqual([]);
  expect(textsOf(body?.messages[0]?.content).join()).toContain("+ lighthouse");
  expect(existsSync(`${place.home}/.claude/projects`)).toBe(false);
  expect(queryStore(place, "SELECT 1 FROM sessions")).toEqual([]);
  expect(queryStore(place, "SELECT outcome, calls, tokens FROM judge_calls")).toEqual([
    { outcome: "yes", calls: 1, tokens: 15 },
  ]);
  expect(readdirSync(`${place.home}/.holdfast/worktrees`)).toEqual([]);
}, 30_000);

test("it is no part of the session that asks, and loads no plugins from the environment", async () => {
  const hook = (place: Place, event: string) => ({
    [event]: [{ hooks: [{ type: "command", command: `touch '${place.home}/${event}'` }] }],
  });
  const { place, requests, line } = await tryJudge([RIGHT], (place) => {
    const hooks = { ...hook(place, "SessionStart"), ...hook(place, "UserPromptSubmit") };
    writeFileIn(place.home, "plug/.claude-plugin/plugin.json", '{"name": "plug", "version": "1.0.0"}');
    writeFileIn(place.home, "plug/hooks/hooks.json", JSON.stringify({ hooks }));
    return {
      CLAUDE_CODE_PLUGIN_DIRS: `${place.home}/plug`,
      CLAUDE_CODE_MESSAGING_SOCKET: `${place.home}/session.sock`,
      CLAUDE_CODE_MESSAGING_TOKEN: "token-of-the-session",
    };
  });
  expect(line).toMatch(/answered correctly/);
  const ran = ["SessionStart", "UserPromptSubmit"].filter((event) => existsSync(`${place.home}/${event}`));
  expect(ran).toEqual([]);
  expect(requests[0]?.headers["x-claude-code-session-id"]).not.toBe(SESSION);
}, 30_000);

/** In the user's settings; without the key in the environment. */
function settings(fields: object, unset: Record<string, string> = {}) {
  return (place: Place) => {
    const now = JSON.parse(readSettings(place));
    writeFileIn(place.home, ".claude/settings.json", JSON.stringify({ ...now, ...fields }));
    return { ANTHROPIC_API_KEY: "", ...unset };
  };
}

test("a login in the user's settings is used: a key from a helper, or a variable", async () => {
  let shown: string[] = [];
  const whileAsked = () => {
    shown = commandLines().filter((words) => words.includes("--setting-sources"));
    return RIGHT;
  };
  const helped = await tryJudge([whileAsked], settings({ apiKeyHelper: "echo from-helper" }));
  expect([shown.length > 0, shown.join().includes("from-helper")]).toEqual([true, false]);
  expect(helped.requests.map(({ headers }) => headers["x-api-key"])).toEqual(["from-helper"]);
  const named = await tryJudge([RIGHT], settings({ env: { ANTHROPIC_API_KEY: "from-settings" } }));
  expect(named.requests.map(({ headers }) => headers["x-api-key"])).toEqual(["from-settings"]);
  const oauth = await tryJudge([RIGHT], settings({ env: { CLAUDE_CODE_OAUTH_TOKEN: "token" } }));
  expect(oauth.requests.map(({ headers }) => headers.authorization)).toEqual(["Bearer token"]);
  const none = await tryJudge([RIGHT], settings({}));
  expect(none.line).toMatch(/could not answer: Claude Code says: Not logged in/);
}, 60_000);

function commandLines(): string[] {
  const ids = readdirSync("/proc").filter((name) => /^\d+$/.test(name));
  return ids.flatMap((id) => {
    try {
      return readFileSync(`/proc/${id}/cmdline`, "utf8");
    } catch {
      return []; // It has ended.
    }
  });
}

test.each([
  [
    "Bedrock",
    (url: string) => ({
      ...{ CLAUDE_CODE_USE_BEDROCK: "1", ANTHROPIC_BEDROCK_BASE_URL: url, AWS_REGION: "eu-west-1" },
      AWS_BEARER_TOKEN_BEDROCK: "token",
    }),
    /^\/model\/eu\.anthropic\.claude-haiku[^/]*\/invoke-with-response-stream Bearer token$/,
  ],
  [
    "Vertex",
    (url: string) => ({
      ...{ CLAUDE_CODE_USE_VERTEX: "1", ANTHROPIC_VERTEX_BASE_URL: url, CLOUD_ML_REGION: "europe-west1" },
      ...{ ANTHROPIC_VERTEX_PROJECT_ID: "proj", CLAUDE_CODE_SKIP_VERTEX_AUTH: "1" },
    }),
    /^\/projects\/proj\/locations\/europe-west1\/publishers\/anthropic\/models\/claude-haiku[^/]*:streamRawPredict /,
  ],
])(
  "a provider in the user's settings is asked: %s",
  async (_, variables, asked) => {
    const paths: string[] = [];
    const cloud = Bun.serve({
      hostname: "127.0.0.1",
      port: 0,
      fetch({ url, headers }) {
        paths.push(`${new URL(url).pathname} ${headers.get("authorization") ?? ""}`);
        return Response.json({ message: "not today" }, { status: 400 });
      },
    });
    const env = variables(`http://127.0.0.1:${cloud.port}`);
    const { line, requests } = await tryJudge([RIGHT], settings({ env }, { ANTHROPIC_BASE_URL: "" }));
    await cloud.stop(true);
    expect(paths).toContainEqual(expect.stringMatching(asked));
    expect(line).toMatch(/could not answer: Claude Code says: API Error: 400 not today/);
    expect(requests).toEqual([]);
  },
  60_000,
);

function readSettings({ home }: Place): string {
  return readFileSync(`${home}/.claude/settings.json`, "utf8");
}

test("a model that is gone is named with the setting to change; an API that fails is asked a few times", async () => {
  const gone = await tryJudge([failWith(404, "model: claude-haiku-5-5")]);
  expect(gone.line).toMatch(/the model "haiku" is not available: set `judge.model`/);
  const down = await tryJudge([failWith(500, "down")]);
  expect(down.line).toMatch(/could not answer: Claude Code says: API Error: 500/);
  expect(down.requests.length).toBeLessThanOrEqual(4);
}, 30_000);
