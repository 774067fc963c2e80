// Text crafted to keep a hook busy: the hook ends in time, allows, and says so.
import { describe, expect, setDefaultTimeout, test } from "bun:test";
import { existsSync, writeFileSync } from "node:fs";
import {
  EXECUTABLE,
  type Place,
  readFaultLines,
  runCommand,
  runProgram,
  sendEvent,
} from "../helpers/holdfast.ts";
import { readRecorded, sendAs } from "../helpers/host-events.ts";
import { makeInstalledPlace, placeLock, queryStore, stopVerdicts } from "../helpers/installed.ts";
import { makeCheckedPlace } from "../helpers/quality.ts";
import { startStreamingClaude } from "../helpers/streaming-claude.ts";
import { makeTempHome, makeTempProject, writeFileIn } from "../helpers/temp.ts";
import { writeTranscript } from "../helpers/transcript-lines.ts";
import { bash, say } from "../helpers/turns.ts";
import { waitUntil } from "../helpers/wait.ts";

setDefaultTimeout(120_000);

/** Every possible start is tried, up to the end. */
const SLOW_SECRETS = "xoxd-\\";
/** One rule tries each of its parentheses with each other. */
const SLOW_LINE = `def f(${" )->:".repeat(190)}`;

test("a stop after such lines were written is allowed, and the next one does not search them again", async () => {
  const place = await makeInstalledPlace({ git: true, files: { "a.txt": "one\n" } });
  const script = `const line = ${JSON.stringify(SLOW_LINE)}; require("fs").writeFileSync(process.argv[2], (line + "\\n").repeat(1900))`;
  const program = `${place.home}/write.cjs`;
  writeFileSync(program, script);
  const names = ["a", "b", "c", "d"].map((name) => `${name}.py`);
  const session = startStreamingClaude({
    ...place,
    timeoutMs: 100_000,
    script: [
      bash(names.map((name) => `'${process.execPath}' '${program}' ${name}`).join(" && ")),
      say("Written."),
      bash("echo '# x' > e.py"),
      say("And once more."),
    ],
  });
  await session.send("Write them.");
  await session.send("Write another.");
  const run = await session.close();
  expect(run.result?.result).toBe("And once more.");
  expect(stopVerdicts(place)).toEqual(["complete", "complete"]);
  const faults = (await readFaultLines(place)).filter(({ part }) => part === "hygiene");
  // At most one per stop: what there was no time for is searched at the next.
  expect([1, 2]).toContain(faults.length);
  const durations = queryStore(place, "SELECT duration_ms FROM decisions WHERE event = 'Stop'");
  for (const row of durations) expect(Number(row.duration_ms)).toBeLessThan(15_000);
});

test("a wrapped status line that hangs is cut off, and its processes with it; the segment is shown without it", async () => {
  const place: Place = { home: makeTempHome(), project: makeTempProject({ git: true }) };
  await sendEvent(place, { hook_event_name: "UserPromptSubmit", prompt_id: "p1", prompt: "Work." });
  await runCommand(place, "lock", "the goal", "--all");
  const marker = `${place.home}/left.running`;
  const wrapped = `(sleep 600; touch '${marker}') & echo begun; sleep 600`;
  const payload = JSON.stringify({ session_id: "s1", cwd: place.project });
  const line = [EXECUTABLE, "statusline", "--wrap", wrapped];
  const { exitCode, stdout } = await runProgram(line, place, Buffer.from(payload));
  expect(exitCode).toBe(0);
  expect(stdout).toContain("lock 0/50");
  expect(stdout).not.toContain("begun");
  const processes = Bun.spawnSync(["ps", "-A", "-o", "args="]);
  expect(processes.stdout.toString()).not.toContain("left.running");
});

describe("on the executable", () => {
  const makePlace = (): Place => ({ home: makeTempHome(), project: makeTempProject({ git: true }) });
  const prompt = (text: string) => ({ hook_event_name: "UserPromptSubmit", prompt_id: "p1", prompt: text });
  const manyTexts = {
    hook_event_name: "PostToolUse",
    tool_name: "Bash",
    tool_input: { command: "x" },
    tool_response: Array.from({ length: 60 }, () => SLOW_SECRETS.repeat(2600)),
    tool_use_id: "t1",
  };

  test("a prompt ends in time, and what was not searched is not recorded", async () => {
    const place = makePlace();
    const secret = ["ghp", "_", "1a2B3c4D5e6F7g8H9i0JkLmNoPqRsTuVwXyZ"].join("");
    const startedAt = performance.now();
    const text = `${secret} ${SLOW_SECRETS.repeat(150_000)} ${secret} </private>`;
    expect(await sendEvent(place, prompt(text))).toMatchObject({ exitCode: 0, stderr: "" });
    expect(performance.now() - startedAt).toBeLessThan(8_000);
    expect(JSON.stringify(queryStore(place, "SELECT text FROM prompts"))).not.toContain(secret);
  });

  test("a tool call ends in time, is counted, and leaves a fault", async () => {
    const place = makePlace();
    const startedAt = performance.now();
    expect(await sendEvent(place, manyTexts)).toEqual({ exitCode: 0, stdout: "", stderr: "" });
    expect(performance.now() - startedAt).toBeLessThan(9_000);
    expect(await readFaultLines(place)).toMatchObject([{ part: "redaction", event: "PostToolUse" }]);
    expect(queryStore(place, "SELECT tool_calls FROM sessions")).toEqual([{ tool_calls: 1 }]);
  });

  test("a tool call of another agent ends in time, too, and is logged and counted", async () => {
    const place = makePlace();
    const [call] = readRecorded("codex", "tools", place).filter(
      ({ hook_event_name }) => hook_event_name === "PostToolUse",
    );
    const slow = { ...call, tool_name: "mcp__fetch", tool_response: manyTexts.tool_response };
    const startedAt = performance.now();
    expect(await sendAs("codex", place, slow)).toEqual({ exitCode: 0, stdout: "", stderr: "" });
    expect(performance.now() - startedAt).toBeLessThan(9_000);
    expect(await readFaultLines(place)).toMatchObject([{ part: "redaction", event: "PostToolUse" }]);
    expect(queryStore(place, "SELECT agent, tool_calls FROM sessions")).toEqual([
      { agent: "codex", tool_calls: 1 },
    ]);
  });

  test("a stop under a lock is held as usual, whatever the last message is", async () => {
    const place = makePlace();
    placeLock(place);
    const startedAt = performance.now();
    const stop = { hook_event_name: "Stop", stop_hook_active: false };
    const held = await sendEvent(place, { ...stop, last_assistant_message: SLOW_SECRETS.repeat(500_000) });
    expect(performance.now() - startedAt).toBeLessThan(8_000);
    expect(held).toMatchObject({ exitCode: 0, stdout: expect.stringContaining('"decision":"block"') });
  });

  /** Sends SIGTERM once `isBusy`, or a moment later; it is obeyed soon, with a fault. */
  async function terminate(place: Place, event: object, isBusy = isWatched): Promise<void> {
    const child = Bun.spawn([EXECUTABLE, "hook"], {
      cwd: place.project,
      env: { HOME: place.home, PATH: process.env.PATH ?? "", CLAUDE_PROJECT_DIR: place.project },
      stdin: Buffer.from(JSON.stringify({ session_id: "s1", cwd: place.project, ...event })),
    });
    await waitUntil(() => isBusy(child.pid), 1_500);
    const sentAt = performance.now();
    child.kill("SIGTERM");
    expect(await child.exited).toBe(0);
    const tookMs = performance.now() - sentAt;
    expect(tookMs).toBeLessThan(1_500 + 20 * (await nothingMs(place)));
    expect(await readFaultLines(place)).toContainEqual(
      expect.objectContaining({ message: expect.stringContaining("SIGTERM") }),
    );
  }

  /** What an ignored event takes: some milliseconds, or more on a busy machine. */
  async function nothingMs(place: Place): Promise<number> {
    const startedAt = performance.now();
    await sendEvent(place, { hook_event_name: "Later" });
    return performance.now() - startedAt;
  }

  /** The watchdog's pipe, where processes can be inspected. */
  const isWatched = (pid: number) => existsSync(`/proc/${pid}/fd/15`);

  test("SIGTERM is obeyed while a tool call is searched", () => terminate(makePlace(), manyTexts));

  test("SIGTERM is obeyed while a tool call of another agent is searched", () => {
    const place = makePlace();
    return terminate(place, {
      ...manyTexts,
      tool_name: "mcp__fetch",
      turn_id: "1",
      transcript_path: `${place.home}/rollout-1.jsonl`,
    });
  });

  test("SIGTERM is obeyed while the output of a check is searched", async () => {
    // Lines take longest, and none of them is a secret.
    const place = await makeCheckedPlace({
      stages: {
        one: [{ run: 'echo "a.txt:1: error"; yes "" | head -c 250000; echo > "$HOME/printed"; exit 1' }],
      },
      baseline: "off",
      files: { "a.txt": "one\n" },
    });
    const transcript_path = `${place.home}/t.jsonl`;
    await sendEvent(place, { hook_event_name: "SessionStart", source: "startup", transcript_path });
    await waitUntil(
      () => queryStore(place, "SELECT 1 FROM session_starts WHERE tree IS NOT NULL").length > 0,
    );
    const lines = writeTranscript({ sessionId: "s1", cwd: place.project, startedAt: Date.now(), stepMs: 1 });
    lines.prompt("Change it.");
    lines.use("t1", "Write", { file_path: writeFileIn(place.project, "a.txt", "two\n") }, "written");
    writeFileSync(transcript_path, lines.text());
    const stop = { hook_event_name: "Stop", stop_hook_active: false, last_assistant_message: "Done." };
    await terminate(place, { ...stop, transcript_path }, () => existsSync(`${place.home}/printed`));
    expect(stopVerdicts(place)).toEqual([]);
  });
});
