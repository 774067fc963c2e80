// Document 004's own test plan: what the files of another orchestrator in ~/.ralph/state do to a stop, on the executable.
import { beforeEach, describe, expect, setDefaultTimeout, test } from "bun:test";
import { existsSync, readdirSync, readFileSync, rmSync, symlinkSync } from "node:fs";
import { runClaude } from "../helpers/claude.ts";
import {
  homeOf,
  type Place,
  readDecisions,
  readFaultLines,
  runCommand,
  sendEvent,
} from "../helpers/holdfast.ts";
import { makeInstalledPlace, stopVerdicts } from "../helpers/installed.ts";
import { makeTempHome, makeTempProject, writeFileIn } from "../helpers/temp.ts";
import { findTold } from "../helpers/told.ts";
import { writeTranscript } from "../helpers/transcript-lines.ts";
import { bash, say } from "../helpers/turns.ts";

setDefaultTimeout(60_000);

const SESSION = "test-456";
const UNFINISHED = { verified_done: false, phase: "implementation" };

let place: Place;

beforeEach(async () => {
  place = { home: makeTempHome(), project: makeTempProject({ git: true, files: { "a.txt": "a\n" } }) };
  await sendEvent(place, { hook_event_name: "UserPromptSubmit", session_id: SESSION, prompt: "Work." });
});

async function stop(fields: object = {}): Promise<{ decision?: string; reason: string }> {
  const event = { hook_event_name: "Stop", session_id: SESSION, ...fields };
  const { exitCode, stdout } = await sendEvent(place, event);
  expect(exitCode).toBe(0);
  return { reason: "", ...(stdout === "" ? {} : JSON.parse(stdout)) };
}

const folder = () => `${place.home}/.ralph/state/${SESSION}`;
const put = (name: string, fields: object | string) =>
  writeFileIn(folder(), name, typeof fields === "string" ? fields : JSON.stringify(fields));

test("without a state file the stop is allowed, also one that continues [004-t02]", async () => {
  expect((await stop()).decision).toBeUndefined();
  expect((await stop({ stop_hook_active: true })).decision).toBeUndefined();
  expect(existsSync(`${place.home}/.ralph`)).toBe(false);
});

describe("an orchestrator in ~/.ralph/state", () => {
  test("holds with its phase until it is verified done, and its file is left as it is [004-01] [004-04] [004-t03] [004-t04]", async () => {
    put("orchestrator.json", UNFINISHED);
    const held = await stop();
    expect(held.decision).toBe("block");
    expect(held.reason).toContain("phase: implementation");
    expect(JSON.parse(readFileSync(`${folder()}/orchestrator.json`, "utf8"))).toEqual(UNFINISHED);
    expect(readdirSync(folder())).toEqual(["orchestrator.json"]);
    expect((await runCommand(place, "status")).stdout).toMatch(
      /flow .*\n +round \d+ of 25, of another tool, phase implementation\n/,
    );
    put("orchestrator.json", { verified_done: true, phase: "complete" });
    expect((await stop()).decision).toBeUndefined();
    expect(await readFaultLines(place)).toEqual([]);
  });

  test("names what is not committed while it holds; without it uncommitted work holds nothing [004-05]", async () => {
    writeFileIn(place.project, "new.txt", "new\n");
    expect((await stop()).decision).toBeUndefined();
    put("orchestrator.json", UNFINISHED);
    expect((await stop()).reason).toContain('Not committed: "new.txt".');
    for (const args of [
      ["add", "-A"],
      ["-c", "user.name=A", "-c", "user.email=a@example.invalid", "commit", "-qm", "New"],
    ])
      expect(Bun.spawnSync(["git", ...args], { cwd: place.project }).exitCode).toBe(0);
    const held = await stop();
    expect(held.decision).toBe("block");
    expect(held.reason).not.toContain("Not committed");
  });

  test("has its pending tasks named and held for while it is active; alone they are advice [004-17]", async () => {
    put("tasks/1.json", { id: "1", subject: "Write the login", status: "pending" });
    put("tasks/2.json", { id: "2", subject: "Read the code", status: "completed" });
    put("tasks/3.json", { id: "3", subject: "Write the tests", status: "in_progress" });
    expect((await stop()).decision).toBeUndefined();
    put("orchestrator.json", UNFINISHED);
    const { reason } = await stop();
    expect(reason).toContain('2 tasks are not done: "Write the login", "Write the tests".');
    // The client's own tools do not know them.
    expect(reason).toContain(`("status" in "${folder()}/tasks/1.json", "${folder()}/tasks/3.json")`);
    put("tasks/1.json", { id: "1", subject: "Write the login", status: "completed" });
    expect((await stop()).reason).toContain('1 task is not done: "Write the tests"');
  });

  test('is not needed for its tasks to hold with tasks.block "always" once Claude works [004-17]', async () => {
    writeFileIn(homeOf(place).holdfastHome, "config.json", JSON.stringify({ tasks: { block: "always" } }));
    put("tasks/1.json", { id: "1", subject: "Write the login", status: "pending" });
    expect((await stop()).decision).toBeUndefined();
    const session = writeTranscript({ sessionId: SESSION, startedAt: Date.now() + 1000 });
    session.prompt("Work.");
    session.use("t1", "Bash", { command: "ls" }, "a.txt");
    const transcript_path = writeFileIn(place.home, "session.jsonl", session.text());
    const held = await stop({ transcript_path });
    expect(held.decision).toBe("block");
    expect(held.reason).toContain('1 task is not done: "Write the login"');
    put("tasks/1.json", { id: "1", subject: "Write the login", status: "completed" });
    expect((await stop({ transcript_path })).decision).toBeUndefined();
  });

  test("is judged in a continued stop as well, within the budget [004-18] [004-t01]", async () => {
    put("orchestrator.json", UNFINISHED);
    const held: boolean[] = [];
    for (let round = 0; round < 3; round++)
      held.push((await stop({ stop_hook_active: round > 0 })).decision === "block");
    expect(held).toEqual([true, true, false]);
  });

  test("can be cancelled by a person, and the next one in its place holds", async () => {
    put("orchestrator.json", { ...UNFINISHED, task: "the login" });
    await stop();
    expect((await runCommand(place, "cancel", "--session", SESSION)).stdout).toContain("cancelled");
    expect((await stop()).decision).toBeUndefined();
    put("orchestrator.json", { ...UNFINISHED, task: "the logout" });
    expect((await stop()).decision).toBe("block");
  });
});

test("a loop in ~/.ralph/state holds with its last error until its last iteration [004-02]", async () => {
  const loop = { task: "fix types", iteration: 3, max_iterations: 25, verified_done: false };
  put("loop.json", { ...loop, last_error: "Type error in src/auth.ts:42" });
  expect((await stop()).reason).toContain("Type error in src/auth.ts:42");
  put("loop.json", { ...loop, iteration: 25 });
  expect((await stop()).decision).toBeUndefined();
});

test("a failed quality-gate.json in ~/.ralph/state holds with the stage that failed [004-03] [004-12]", async () => {
  const stages = {
    correctness: { status: "passed", details: "ok" },
    quality: { status: "failed", details: "3 type errors" },
  };
  put("quality-gate.json", { session_id: SESSION, last_result: "failed", stages });
  expect((await stop()).reason).toContain("quality: 3 type errors");
  put("quality-gate.json", { session_id: SESSION, last_result: "passed" });
  expect((await stop()).decision).toBeUndefined();
});

describe("a state file that cannot be used holds nobody, and is recorded once", () => {
  test.each([
    ["garbage", "{half"],
    ["of another session", JSON.stringify({ ...UNFINISHED, session_id: "other" })],
    ["too large", JSON.stringify({ ...UNFINISHED, more: "x".repeat(300_000) })],
  ])("%s", async (_, text) => {
    put("orchestrator.json", text);
    for (let round = 0; round < 2; round++) expect((await stop()).decision).toBeUndefined();
    expect((await readFaultLines(place)).map(({ part }) => part)).toEqual(["state"]);
    expect(readDecisions(place).map(({ verdict }) => verdict)).toEqual(["complete", "complete"]);
  });

  test("a link out of the folder", async () => {
    put("tasks/1.json", {});
    rmSync(`${folder()}/tasks`, { recursive: true });
    symlinkSync("/dev/zero", `${folder()}/orchestrator.json`);
    expect((await stop()).decision).toBeUndefined();
  });
});

test("/orchestrator, typed by the person, starts a flow that holds, and its file says so [004-20]", async () => {
  const installed = await makeInstalledPlace({ git: true, files: { "a.txt": "a\n" } });
  const run = await runClaude({
    ...installed,
    prompt: '/orchestrator "implement auth"',
    script: { main: [bash("holdfast flow start 'implement auth'"), say("Begun.")], whenDone: say("Done.") },
  });
  expect(findTold(run.requests, /The user asks for a holdfast flow: "implement auth"/)).toBeDefined();
  expect(stopVerdicts(installed)[0]).toBe("blocked");
  const file = `${installed.home}/.holdfast/state/${run.sessionId}/orchestrator.json`;
  expect(await Bun.file(file).json()).toMatchObject({ task: "implement auth", verified_done: false });
});
