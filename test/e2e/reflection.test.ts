// Reflection on sessions of the real client: what each detector reports, and what it does not.
import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import { chmodSync, rmSync } from "node:fs";
import { type Place, runCommand } from "../helpers/holdfast.ts";
import { makeInstalledPlace } from "../helpers/installed.ts";
import { type ScriptedApi, startScriptedApi } from "../helpers/scripted-api.ts";
import { type StreamingClaude, startStreamingClaude } from "../helpers/streaming-claude.ts";
import { makeTempFolder, writeFileIn } from "../helpers/temp.ts";
import { type Answer, bash, edit, read, say, summarise, type Turn, useTool } from "../helpers/turns.ts";

setDefaultTimeout(180_000);

interface Told {
  type: string;
  count: number;
  title: string;
  evidence: { where: string; text: string }[];
  suggestion: { text: string };
  fingerprint: string;
}

interface Summary {
  session: string;
  metrics: Record<string, number>;
  claudeTrace: Record<string, number> | null;
  patterns: Told[];
}

const FILES = {
  "notes.txt": "one\ntwo\nthree\n",
  "a.txt": "red\n",
  "render.sh": "echo rendered\n",
  "publish.sh": "echo 'Error: the registry is not configured' >&2; exit 3\n",
  "build.sh": "sleep 1.2; echo built\n",
  "package.json": JSON.stringify({ name: "p", scripts: { test: "sh test.sh" } }),
  "test.sh":
    "printf '(fail) adds numbers [0.20ms]\\n\\n 2 pass\\n 1 fail\\n 3 expect() calls\\nRan 3 tests across 1 file. [12.00ms]\\n'; exit 1\n",
};
const LONG_COMMAND = "sh render.sh --input notes.txt --output rendered.html --pretty --verbose";

async function reflectOn(place: Place, ...args: string[]): Promise<Summary> {
  const { exitCode, stdout, stderr } = await runCommand(place, "reflect", ...args, "--json");
  if (exitCode !== 0) throw new Error(stderr);
  return JSON.parse(stdout);
}

interface Prompt {
  prompt: string;
  turns: readonly Turn[];
}

function startClient(place: Place, api: ScriptedApi): StreamingClaude {
  // npm itself would take most of the time.
  const PATH = `${makeNpm()}:${process.env.PATH}`;
  const allowedTools = "Bash Edit Read Write";
  return startStreamingClaude({ ...place, api, env: { PATH }, allowedTools, timeoutMs: 170_000 });
}

/** `npm test` as in package.json. */
function makeNpm(): string {
  const folder = makeTempFolder("bin");
  chmodSync(writeFileIn(folder, "npm", "#!/bin/sh\nexec sh test.sh\n"), 0o755);
  return folder;
}

/** Each prompt with its turns; returns the session's id. */
async function sendAll(
  client: StreamingClaude,
  api: ScriptedApi,
  prompts: readonly Prompt[],
): Promise<string> {
  api.follow(prompts.flatMap(({ turns }) => [...turns]));
  let sessionId = "";
  for (const { prompt } of prompts) sessionId = (await client.send(prompt)).session_id ?? "";
  return sessionId;
}

function times(count: number, turn: Answer): Answer[] {
  return Array.from({ length: count }, () => turn);
}

function churn(file: string, rounds: number): Answer[] {
  return Array.from({ length: rounds }, () => [edit(file, "red", "blue"), edit(file, "blue", "red")]).flat();
}

const fetchPage = useTool("WebFetch", { url: "https://docs.example.com/page", prompt: "What is it?" });

test("what was repeated, failed, slow or refused is reported, with its lines [002-10] [002-12] [002-15]", async () => {
  const thresholds = {
    ...{ long_session: 300, repeated_reads: 5, slow_seconds: 1, repeated_command: 3 },
  };
  const stopHook = { hooks: { Stop: [{ hooks: [{ type: "command", command: "sleep 1.1" }] }] } };
  const files = {
    ...FILES,
    ".claude/holdfast.json": JSON.stringify({ reflection: { thresholds } }),
    ".claude/settings.json": JSON.stringify(stopHook),
  };
  const place = await makeInstalledPlace({ git: true, files });
  const api = startScriptedApi([]);
  const client = startClient(place, api);
  const sessionId = await sendAll(client, api, [
    { prompt: "Render it.", turns: [...times(3, bash(LONG_COMMAND)), say("Rendered.")] },
    { prompt: "Publish it.", turns: [...times(3, bash("sh publish.sh --now")), say("It failed.")] },
    { prompt: "Still failing.", turns: [say("I see.")] },
    { prompt: "Read the notes.", turns: [...times(5, read(`${place.project}/notes.txt`)), say("I see.")] },
    { prompt: "Look it up.", turns: [...times(3, fetchPage), say("I may not.")] },
    { prompt: "/compact", turns: [summarise("We did much.")] },
  ]);
  await client.close();
  await api.stop();
  const { metrics, patterns, session } = await reflectOn(place);
  const told = new Map(patterns.map((pattern) => [pattern.type, pattern]));

  expect(session).toBe(sessionId);
  expect((await reflectOn(place, "--last")).session).toBe(sessionId);
  expect(metrics).toMatchObject({ userMessages: 6, toolUses: 14, compactions: 1 });
  expect(patterns.map(({ type, count }) => `${type} ${count}`)).toEqual([
    "SAME_CORRECTION 2",
    "REPEATED_ERROR 3",
    "REPEATED_ERROR 3",
    "REPEATED_TOOL_USE 3",
    expect.stringMatching(/^SLOW_HOOKS [56]$/),
    "REPEATED_READS 5",
  ]);
  expect(patterns[1]?.title).toContain("refused 3 times: WebFetch https://docs.example.com/page");
  expect(told.get("REPEATED_TOOL_USE")?.suggestion.text).toContain(LONG_COMMAND);
  expect(told.get("REPEATED_ERROR")?.title).toContain("Error: the registry is not configured");
  expect(told.get("REPEATED_READS")?.title).toBe("notes.txt was read 5 times");
  expect(told.get("SAME_CORRECTION")?.evidence.map(({ text }) => text)).toEqual([
    "Publish it.",
    "Still failing.",
  ]);
  for (const { evidence } of patterns) for (const { where } of evidence) expect(where).toMatch(/^line \d+$/);
  const { stdout } = await runCommand(place, "reflect");
  const shown = stdout.split("\n");
  expect(shown).toContain(`Findings: ${patterns.length}`);
  for (const [at, { type, title, suggestion }] of patterns.entries()) {
    const from = shown.indexOf(`${at + 1}. ${title}  ${type}`);
    expect(shown.slice(from, shown.indexOf("", from)).at(-1)).toBe(`   → ${suggestion.text}`);
  }

  const saved = await Bun.file(
    `${place.project}/.claude/runtime/logs/${sessionId}/reflection_summary.json`,
  ).json();
  expect(saved).toMatchObject({
    schema_version: 1,
    session_id: sessionId,
    trigger: "manual",
    issues: [],
  });
  expect(saved.patterns).toHaveLength(patterns.length);
});

describe("sessions of one client", () => {
  const api = startScriptedApi([]);
  let place: Place;
  let client: StreamingClaude;

  beforeAll(async () => {
    place = await makeInstalledPlace({ git: true, files: FILES });
    client = startClient(place, api);
  });

  afterAll(async () => {
    await client.close();
    await api.stop();
  });

  async function runSession(prompts: readonly Prompt[]): Promise<string> {
    const sessionId = await sendAll(client, api, prompts);
    await client.send("/clear");
    return sessionId;
  }

  test("what happened once or twice, or is only mentioned in passing, is not reported", async () => {
    const file = `${place.project}/a.txt`;
    const sessionId = await runSession([
      {
        prompt: "Render it again.",
        turns: [...times(2, bash(LONG_COMMAND)), ...times(2, bash("sh render.sh")), say("Rendered.")],
      },
      { prompt: "The colour should be red.", turns: [read(file), ...churn(file, 1), say("It is red.")] },
      { prompt: "Publish it again.", turns: [...times(2, bash("sh publish.sh --now")), say("It failed.")] },
      { prompt: "Test it.", turns: [...times(2, bash("npm test")), say("Red.")] },
      {
        prompt: "Why would a test be stuck here? Explain.",
        turns: [...times(4, read(`${place.project}/notes.txt`)), say("So.")],
      },
      { prompt: "Look it up.", turns: [fetchPage, ...times(2, bash("sh build.sh")), say("I may not.")] },
      { prompt: "/compact", turns: [summarise("We did little.")] },
    ]);
    const { patterns, metrics } = await reflectOn(place, "--session", sessionId.slice(0, 8));
    expect(metrics.userMessages).toBe(7);
    expect(patterns).toEqual([]);
  });

  test("requests in the project's claude-trace from the session's time are reported [002-11]", async () => {
    const from = Date.now() / 1000;
    const sessionId = await runSession([{ prompt: "Work.", turns: [say("Done.")] }]);
    const pair = (status: number, seconds: number) => ({
      request: { timestamp: from, url: "https://api.anthropic.com/v1/messages" },
      response: {
        timestamp: from + seconds,
        status_code: status,
        body: { usage: { input_tokens: 9, output_tokens: 4 } },
      },
    });
    const requests = [pair(200, 40), pair(200, 31), pair(200, 35), pair(200, 2), pair(429, 1)];
    const trace = requests.map((request) => JSON.stringify(request)).join("\n");
    writeFileIn(place.project, ".claude-trace/log-2026-01-01.jsonl", trace);

    const summary = await reflectOn(place, "--session", sessionId);
    // Its requests go beyond this session.
    rmSync(`${place.project}/.claude-trace`, { recursive: true });
    expect(summary.claudeTrace).toMatchObject({
      requests: 5,
      inputTokens: 45,
      outputTokens: 20,
      rateLimits: 1,
    });
    expect(summary.patterns.map(({ type, count }) => `${type} ${count}`)).toEqual([
      "RATE_LIMITS 1",
      "SLOW_REQUESTS 3",
    ]);
  });
});
