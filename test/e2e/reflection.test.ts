// Reflection on sessions of the real client: what each detector reports, and what it does not.
import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import { chmodSync, rmSync } from "node:fs";
import { type Place, readDecisions, runCommand } from "../helpers/holdfast.ts";
import { makeInstalledPlace } from "../helpers/installed.ts";
import { type ScriptedApi, startScriptedApi } from "../helpers/scripted-api.ts";
import { type StreamingClaude, startStreamingClaude } from "../helpers/streaming-claude.ts";
import { makeTempFolder, writeFileIn } from "../helpers/temp.ts";
import { vouchFor } from "../helpers/trust.ts";
import {
  type Answer,
  bash,
  edit,
  failWith,
  read,
  say,
  summarise,
  type Turn,
  useTool,
} from "../helpers/turns.ts";

setDefaultTimeout(180_000);

interface Told {
  type: string;
  count: number;
  title: string;
  evidence: { where: string; text: string }[];
  suggestion: { kind: string; text: string; payload: Record<string, unknown> | null };
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

test("what was repeated, failed, slow, refused or undone is reported, with its lines", async () => {
  const thresholds = {
    ...{ long_session: 30, repeated_reads: 5, compactions: 1 },
    ...{ slow_seconds: 1, api_errors: 1, repeated_command: 3 },
  };
  const stopHook = { hooks: { Stop: [{ hooks: [{ type: "command", command: "sleep 1.1" }] }] } };
  const files = {
    ...FILES,
    ".claude/holdfast.json": JSON.stringify({ reflection: { thresholds } }),
    ".claude/settings.json": JSON.stringify(stopHook),
  };
  const place = await makeInstalledPlace({ git: true, files });
  const file = `${place.project}/a.txt`;
  const api = startScriptedApi([]);
  const client = startClient(place, api);
  const sessionId = await sendAll(client, api, [
    { prompt: "Render it.", turns: [...times(3, bash(LONG_COMMAND)), say("Rendered.")] },
    { prompt: "Publish it.", turns: [...times(3, bash("sh publish.sh --now")), say("It failed.")] },
    { prompt: "Still failing.", turns: [say("I see.")] },
    { prompt: "Read the notes.", turns: [...times(5, read(`${place.project}/notes.txt`)), say("I see.")] },
    { prompt: "Change the colour.", turns: [read(file), ...churn(file, 2), say("It is red.")] },
    { prompt: "Look it up.", turns: [...times(2, fetchPage), say("I may not.")] },
    { prompt: "Build it.", turns: [...times(3, bash("sh build.sh")), say("Built.")] },
    { prompt: "Ask.", turns: [failWith(500, "confused"), say("So.")] },
    { prompt: "Ask more.", turns: [failWith(429, "too many"), say("So.")] },
    { prompt: "/compact", turns: [summarise("We did much.")] },
  ]);
  await client.close();
  await api.stop();
  const { metrics, patterns, session } = await reflectOn(place);
  // On a busy machine other commands may also take longer than a second.
  const expected = patterns.filter(({ type, title }) => type !== "SLOW_TOOLS" || title.includes("build.sh"));
  const told = new Map(expected.map((pattern) => [pattern.type, pattern]));

  expect(session).toBe(sessionId);
  expect((await reflectOn(place, "--last")).session).toBe(sessionId);
  expect(metrics).toMatchObject({ userMessages: 10, toolUses: 21, compactions: 1 });
  expect(expected.map(({ type, count }) => `${type} ${count}`)).toEqual([
    "SAME_CORRECTION 2",
    "REPEATED_ERROR 3",
    "REPEATED_TOOL_USE 3",
    "EDIT_CHURN 2",
    "PERMISSION_DENIALS 2",
    "SLOW_TOOLS 3",
    "SLOW_HOOKS 9",
    "API_ERRORS 1",
    "RATE_LIMITS 1",
    expect.stringMatching(/^LONG_SESSION 4\d$/),
    "COMPACTIONS 1",
    "REPEATED_READS 5",
  ]);
  expect(told.get("REPEATED_TOOL_USE")?.suggestion).toMatchObject({
    kind: "script",
    payload: { name: "sh-render-sh-input", command: LONG_COMMAND },
  });
  expect(told.get("REPEATED_ERROR")?.title).toContain("Error: the registry is not configured");
  expect(told.get("REPEATED_READS")?.title).toBe("notes.txt was read 5 times");
  expect(told.get("EDIT_CHURN")?.evidence[0]?.text).toBe("a.txt: back to red");
  expect(told.get("PERMISSION_DENIALS")?.suggestion.payload).toEqual({
    rule: "WebFetch(domain:docs.example.com)",
  });
  expect(told.get("SAME_CORRECTION")?.evidence.map(({ text }) => text)).toEqual([
    "Publish it.",
    "Still failing.",
  ]);
  for (const { evidence } of patterns) for (const { where } of evidence) expect(where).toMatch(/^line \d+$/);

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

  async function runSession(prompts: readonly Prompt[], config?: object): Promise<string> {
    if (config) {
      writeFileIn(place.project, ".claude/holdfast.json", JSON.stringify(config));
      await vouchFor(`${place.home}/.holdfast`, place.project);
      await client.send("/clear");
    }
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
    const { patterns, metrics } = await reflectOn(place, "--session", sessionId);
    expect(metrics.userMessages).toBe(7);
    expect(patterns).toEqual([]);
  });

  test("a check that stays red and discarded work are reported", async () => {
    const file = `${place.project}/a.txt`;
    const paint = (from: string, to: string): Answer => edit(file, from, to);
    const sessionId = await runSession([
      { prompt: "Fix the test.", turns: [...times(3, bash("npm test")), say("It stays red.")] },
      {
        prompt: "Repaint it, one step at a time.",
        turns: [
          read(file),
          paint("red", "blue"),
          paint("blue", "green"),
          paint("green", "pink"),
          say("It is pink."),
        ],
      },
      { prompt: "nah, roll it back", turns: [paint("pink", "red"), say("It is red.")] },
      { prompt: "Test it once more.", turns: [...times(2, bash("npm test")), say("Still red.")] },
    ]);
    const { patterns } = await reflectOn(place, "--session", sessionId);
    expect(patterns.map(({ type, count }) => `${type} ${count}`)).toEqual([
      "RED_CHECK 5",
      "DISCARDED_PLAN 3",
    ]);
    const [red, discarded] = patterns;
    expect(red?.title).toContain("npm test failed in 5 of 5 runs");
    expect(discarded?.evidence.map(({ text }) => text)).toEqual([
      "Repaint it, one step at a time.",
      "nah, roll it back",
    ]);
  });

  test("requests in the project's claude-trace from the session's time are reported", async () => {
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

  test("blocks and releases of our own gates are reported, and those that were marked wrong", async () => {
    const custom = [{ id: "never", run: "echo 'not yet' >&2; exit 2" }];
    const config = { reflection: { thresholds: { gate_blocks: 2 } }, gates: { custom } };
    const sessionId = await runSession(
      [{ prompt: "Work.", turns: [say("Done."), say("Done."), say("Done.")] }],
      config,
    );
    const [, second] = readDecisions(place).filter(({ verdict }) => verdict === "blocked");
    expect((await runCommand(place, "wrong", String(second?.id), "--why", "it was done")).exitCode).toBe(0);

    const { patterns } = await reflectOn(place, "--session", sessionId);
    expect(patterns.map(({ type, count }) => `${type} ${count}`)).toEqual([
      "GATE_BLOCKS 2",
      "GATE_RELEASES 1",
      "WRONG_BLOCKS 1",
    ]);
    const begun = await reflectOn(place, "--session", sessionId.slice(0, 8));
    expect(begun.session).toBe(sessionId);
    const [blocks, , wrong] = patterns;
    expect(wrong?.suggestion).toMatchObject({ kind: "none", payload: null });
    expect(blocks?.evidence[0]?.where).toBe(`decision ${second?.id}`);
    expect(wrong?.evidence[0]?.text).toContain("you: it was done");
  });
});
