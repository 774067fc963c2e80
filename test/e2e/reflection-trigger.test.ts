// When a session is analysed automatically, and how the person learns of it.
import { beforeAll, describe, expect, test } from "bun:test";
import { existsSync, mkdirSync } from "node:fs";
import { runClaude } from "../helpers/claude.ts";
import { startSessions } from "../helpers/claude-sessions.ts";
import { type Place, readFaultLines, runCommand, sendEvent } from "../helpers/holdfast.ts";
import { makeInstalledPlace, queryStore } from "../helpers/installed.ts";
import { startStreamingClaude } from "../helpers/streaming-claude.ts";
import { findTold } from "../helpers/told.ts";
import { findTranscript, systemMessages } from "../helpers/transcript.ts";
import { bash, say } from "../helpers/turns.ts";
import { waitUntil } from "../helpers/wait.ts";

const LONG_COMMAND = "sh render.sh --input notes.txt --output rendered.html --pretty --verbose";
const ANNOUNCED = /1 finding, `holdfast reflect review`/;

function makePlace(reflection: object, more: object = {}): Promise<Place> {
  const files = {
    "render.sh": "echo rendered\n",
    ".claude/holdfast.json": JSON.stringify({ reflection, ...more }),
  };
  return makeInstalledPlace({ git: true, files });
}

/** Two prompts, ten messages, one command five times. */
async function work(place: Place, env: Record<string, string> = {}) {
  const rendering = Array.from({ length: 5 }, () => bash(LONG_COMMAND));
  const script = [...rendering, say("Rendered."), bash("sh render.sh"), say("Once more.")];
  const session = startStreamingClaude({ ...place, env, script, timeoutMs: 60_000 });
  await session.send("Render it.");
  await session.send("Once more.");
  return session.close();
}

function summaryPath(place: Place, sessionId: string): string {
  return `${place.project}/.claude/runtime/logs/${sessionId}/reflection_summary.json`;
}

function pendingMarks(place: Place): number {
  return queryStore(place, "SELECT session_id FROM pending_reflections").length;
}

function reflections(place: Place): Record<string, unknown>[] {
  return queryStore(place, "SELECT session_id, messages, at FROM reflections");
}

/** The sessions of the lines that count a trigger. */
async function triggers(place: Place): Promise<string[]> {
  const text = await Bun.file(stopMetrics(place))
    .text()
    .catch(() => "");
  const lines = text.split("\n").flatMap((line) => (line === "" ? [] : [JSON.parse(line)]));
  return lines.flatMap(({ metric, value, session_id }) =>
    metric === "reflection_triggered" && value === 1 ? [session_id] : [],
  );
}

function stopMetrics(place: Place): string {
  return `${place.project}/.claude/runtime/metrics/stop_hook_metrics.jsonl`;
}

test("an ended session is analysed in the background, the next start says so once, to the person alone, and a continued session is analysed again only if it gained enough [002-09] [002-21]", async () => {
  const place = await makePlace({ enabled: true, min_turns: 2, min_messages: 8 });
  const run = await work(place);
  await waitUntil(() => Bun.file(summaryPath(place, run.sessionId)).exists());
  const summary = await Bun.file(summaryPath(place, run.sessionId)).json();
  expect(summary).toMatchObject({
    trigger: "session_end",
    patterns: [{ type: "REPEATED_TOOL_USE", count: 5 }],
  });
  await waitUntil(() => pendingMarks(place) === 0);
  expect(await triggers(place)).toEqual([run.sessionId]);

  const [first] = reflections(place);
  const sessions = startSessions(place);
  const next = await sessions.run({ prompt: "Hello.", script: [say("Hello.")] });
  const told = systemMessages(next).filter(({ text }) => ANNOUNCED.test(text));
  expect(told.map(({ event }) => event)).toEqual(["SessionStart"]);
  expect(findTold(next.requests, ANNOUNCED)).toBeUndefined();

  const later = await sessions.run({ prompt: "Hello.", script: [say("Hello.")] });
  await sessions.close();
  expect(systemMessages(later).filter(({ text }) => ANNOUNCED.test(text))).toEqual([]);

  // It continues, and is analysed again only when it gained enough.
  const short = await runClaude({
    ...place,
    prompt: "Hello.",
    script: [say("Hello.")],
    extraArgs: ["--resume", run.sessionId],
  });
  expect(short.sessionId).toBe(run.sessionId);
  await runCommand(place, "reflect", "--pending");
  await waitUntil(() => pendingMarks(place) === 0);
  expect(reflections(place)).toEqual(first ? [first] : []);
  expect(await readFaultLines(place)).toEqual([]);
}, 120_000);

describe("the end of a session", () => {
  const on = { enabled: true, min_turns: 1, min_messages: 1 };
  let unrecorded: Place;
  let session: { session_id: string; transcript_path: string };

  beforeAll(async () => {
    unrecorded = await makePlace(on, { capture: { enabled: false } });
    const run = await work(unrecorded);
    session = { session_id: run.sessionId, transcript_path: findTranscript(run) ?? "" };
  }, 60_000);

  test("is not analysed if nothing is recorded, and by hand it is reported and not kept", async () => {
    expect(pendingMarks(unrecorded)).toBe(0);
    const { stdout } = await runCommand(unrecorded, "reflect", "--session", session.session_id);
    expect(stdout).toContain("The same command 5 times");
    expect(stdout).toContain("Not saved");
    expect(reflections(unrecorded)).toEqual([]);
  });

  /** Whether it was analysed after it ended under that config. */
  async function isAnalysed(reflection: object, env: Record<string, string> = {}): Promise<boolean> {
    const place = { ...(await makePlace(reflection)), env };
    await sendEvent(place, { hook_event_name: "SessionStart", source: "startup", ...session });
    await sendEvent(place, { hook_event_name: "SessionEnd", reason: "other", ...session });
    await runCommand(place, "reflect", "--pending");
    await waitUntil(() => pendingMarks(place) === 0);
    const isKept = reflections(place).length > 0;
    expect(await Bun.file(summaryPath(place, session.session_id)).exists()).toBe(isKept);
    expect(await triggers(place)).toEqual(isKept ? [session.session_id] : []);
    return isKept;
  }

  test.each([
    ["prompts", { ...on, min_turns: 3 }, "it had 2 prompts, fewer than 3 (reflection.min_turns)"],
    ["messages", { ...on, min_messages: 12 }, "fewer than 12 (reflection.min_messages)"],
    ["bytes", { ...on, min_messages: 9000 }, "it had fewer than 9000 messages (reflection.min_messages)"],
  ])(
    "that a limit of %s skips is reported as skipped, and by hand it is analysed anyway [002-09]",
    async (_what, limits, why) => {
      const place = await makePlace(limits);
      await sendEvent(place, { hook_event_name: "SessionStart", source: "startup", ...session });
      await sendEvent(place, { hook_event_name: "SessionEnd", reason: "other", ...session });
      await waitUntil(() => pendingMarks(place) === 0);
      expect(reflections(place)).toEqual([]);
      const { stdout } = await runCommand(place, "reflect", "review");
      expect(stdout).toContain("was skipped: ");
      expect(stdout).toContain(why);
      const byHand = await runCommand(place, "reflect", "--session", session.session_id);
      expect(byHand.stdout).toContain("Findings: 1");
    },
  );

  test("is analysed when it had enough turns and messages", async () => {
    expect(await isAnalysed(on)).toBe(true);
  });

  test("is analysed, but not counted, if there are to be no metrics or they cannot be written", async () => {
    const silent = await makePlace(on, { metrics: false });
    const broken = await makePlace(on);
    mkdirSync(stopMetrics(broken), { recursive: true });
    for (const place of [silent, broken]) {
      await sendEvent(place, { hook_event_name: "SessionStart", source: "startup", ...session });
      await sendEvent(place, { hook_event_name: "SessionEnd", reason: "other", ...session });
      await waitUntil(() => reflections(place).length === 1);
    }
    expect(existsSync(stopMetrics(silent))).toBe(false);
    expect(await readFaultLines(silent)).toEqual([]);
    expect(await readFaultLines(broken)).toMatchObject([{ part: "metrics", event: "SessionEnd" }]);
  });

  test.each([
    ["it is not switched on", {}, {}],
    ["every trigger is off", { ...on, triggers: [] }, {}],
    ["it runs inside a reflection", on, { CLAUDE_REFLECTION_MODE: "1" }],
  ])("is not analysed when %s [002-16]", async (_why, reflection, env) => {
    expect(await isAnalysed(reflection, env)).toBe(false);
  });
});
