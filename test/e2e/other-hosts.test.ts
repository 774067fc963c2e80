// What hosts other than Claude Code do: ignore `args`, send our reason back as a prompt, or repeat a prompt's id.
import { describe, expect, setDefaultTimeout, test } from "bun:test";
import { runClaude } from "../helpers/claude.ts";
import {
  EXECUTABLE,
  type Place,
  readDecisions,
  readFaultLines,
  runCommand,
  runProgram,
  sendEvent,
} from "../helpers/holdfast.ts";
import { makeInstalledPlace, placeLock, queryStore, stopVerdicts } from "../helpers/installed.ts";
import { startStreamingClaude } from "../helpers/streaming-claude.ts";
import { makeTempHome, makeTempProject } from "../helpers/temp.ts";
import { findTold } from "../helpers/told.ts";
import { bash, say } from "../helpers/turns.ts";
import { waitUntil } from "../helpers/wait.ts";

setDefaultTimeout(60_000);

describe("an agent that holdfast cannot hold", () => {
  const droid = (place: Place) => ({ ...place, env: { FACTORY_PROJECT_DIR: place.project } });
  const event = (name: string) => ({
    hook_event_name: name,
    session_id: "d1",
    transcript_path: "/home/user/.factory/projects/app/d1.jsonl",
    last_assistant_message: "Done.",
  });

  test("is told so at its start and by `status`, and no lock claims to hold it", async () => {
    const place = { home: makeTempHome(), project: makeTempProject() };
    placeLock(place);
    const start = await sendEvent(place, event("SessionStart"));
    expect(JSON.parse(start.stdout)).toEqual({
      systemMessage: expect.stringContaining("not gated here: holdfast cannot hold Droid"),
    });
    for (const name of ["UserPromptSubmit", "PostToolUse", "Stop", "SubagentStop", "SessionEnd"])
      expect(await sendEvent(place, event(name))).toEqual({ exitCode: 0, stdout: "", stderr: "" });
    expect(readDecisions(place)).toEqual([]);
    expect((await runCommand(place, "status")).stdout).toContain(
      "not gated here: holdfast cannot hold Droid",
    );
    expect(await readFaultLines(place)).toEqual([]);
  });

  test("gets a warning from each command that would hold", async () => {
    const place = { home: makeTempHome(), project: makeTempProject() };
    const { stdout } = await runCommand(droid(place), "lock", "finish the work");
    expect(stdout).toContain("not gated here: holdfast cannot hold Droid");
  });
});

describe("bare `holdfast`", () => {
  const runBare = (place: Place, stdin: string) => runProgram([EXECUTABLE], place, Buffer.from(stdin));

  test("is the hook in the real client when registered without arguments", async () => {
    const place: Place = { home: makeTempHome(), project: makeTempProject() };
    const hooks = [{ hooks: [{ type: "command", command: `'${EXECUTABLE}'`, timeout: 60 }] }];
    placeLock(place, { goal: "migrate everything" });
    const run = await runClaude({
      ...place,
      settings: { hooks: { UserPromptSubmit: hooks, Stop: hooks } },
      prompt: "Work.",
      script: [say("Done?"), bash(`'${EXECUTABLE}' unlock`), say("Done.")],
    });
    expect(findTold(run.requests, /holdfast holds this stop/)).toContain("migrate everything");
    expect(stopVerdicts(place)).toEqual(["blocked", "complete"]);
  });

  test("decides a stop once, although its background entry is also bare; the next stop is decided again", async () => {
    const place = { home: makeTempHome(), project: makeTempProject() };
    placeLock(place);
    const stop = JSON.stringify({
      hook_event_name: "Stop",
      session_id: "s1",
      cwd: place.project,
      stop_hook_active: true,
      last_assistant_message: "Done.",
    });
    const first = { ...JSON.parse(stop), stop_hook_active: false };
    const answers = await Promise.all([
      runBare(place, JSON.stringify(first)),
      runBare(place, JSON.stringify(first)),
    ]);
    expect(answers.map(({ stdout }) => stdout.includes("block")).toSorted()).toEqual([false, true]);
    expect((await runBare(place, stop)).stdout).toContain("block");
    // One after the other.
    expect((await runBare(place, stop)).stdout).toBe("");
    expect(stopVerdicts(place)).toEqual(["blocked", "blocked"]);
    await waitUntil(async () => (await runBare(place, stop)).stdout !== "");
    expect(stopVerdicts(place)).toEqual(["blocked", "blocked", "stalled"]);
  });

  test.each([
    ["garbage", "not JSON"],
    ["a truncated event", '{"hook_event_name": "Sto'],
    ["JSON that is not an event", '{"a": 1}'],
    ["an unknown event", '{"hook_event_name": "Later", "session_id": "s1"}'],
  ])("prints nothing for %s", async (_name, stdin) => {
    const place = { home: makeTempHome(), project: makeTempProject() };
    expect(await runBare(place, stdin)).toEqual({ exitCode: 0, stdout: "", stderr: "" });
  });

  test("shows help if nothing comes on stdin", async () => {
    const { exitCode, stdout } = await runBare({ home: makeTempHome(), project: makeTempProject() }, "");
    expect(exitCode).toBe(0);
    expect(stdout).toContain("Usage  holdfast <command>");
  });
});

test("in the real client our own reason sent back as a prompt opens no budget", async () => {
  const place = await makeInstalledPlace({
    files: { ".claude/holdfast.json": '{"gates": {"lock": {"enabled": true}}}' },
  });
  placeLock(place, { max_blocks: 50 });
  let rounds = 0;
  const session = startStreamingClaude({
    ...place,
    script: { whenDone: () => (rounds++ % 2 === 0 ? bash(`echo ${rounds}`) : say(`Round ${rounds}.`)) },
    maxTurns: 4,
    timeoutMs: 50_000,
  });
  await session.send("Work.");
  const lastReason = () => readDecisions(place).find(({ reason }) => reason !== null)?.reason ?? "none";
  expect(lastReason()).toContain("holdfast holds this stop");
  await session.send(lastReason());
  await session.send(`Stop hook feedback:\n${lastReason()}\n`);
  expect(queryStore(place, "SELECT id FROM budgets WHERE agent = 'main'")).toHaveLength(1);
  // It is not a person's prompt either, so nothing is recorded as said.
  expect(queryStore(place, "SELECT text FROM prompts")).toEqual([{ text: "Work." }]);
  await session.send("What does holdfast want of you?");
  expect(queryStore(place, "SELECT id FROM budgets WHERE agent = 'main'")).toHaveLength(2);
  await session.close();
  expect(await readFaultLines(place)).toEqual([]);
});
