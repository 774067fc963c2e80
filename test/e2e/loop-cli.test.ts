// The loop's commands, run by a person and by Claude.
import { describe, expect, test } from "bun:test";
import { chmodSync, existsSync, readFileSync, statSync } from "node:fs";
import { type Place, type Ran, runCommand, sendEvent } from "../helpers/holdfast.ts";
import { queryStore } from "../helpers/installed.ts";
import { makeTempHome, makeTempProject, writeFileIn } from "../helpers/temp.ts";
import { waitUntil } from "../helpers/wait.ts";

async function makePlace(files: Record<string, string> = {}): Promise<Place> {
  const place = { home: makeTempHome(), project: makeTempProject({ files }) };
  await openSession(place, "s1");
  return place;
}

async function openSession(place: Place, session_id: string, source = "startup"): Promise<Ran> {
  const started = await sendEvent(place, { hook_event_name: "SessionStart", session_id, source });
  await sendEvent(place, { hook_event_name: "UserPromptSubmit", session_id, prompt: "Work." });
  return started;
}

const asClaude = (place: Place, session: string): Place => ({
  ...place,
  env: { ...place.env, CLAUDECODE: "1", CLAUDE_CODE_SESSION_ID: session },
});
const stop = (place: Place, session_id = "s1") => sendEvent(place, { hook_event_name: "Stop", session_id });
const statePath = (place: Place, session = "s1") => `${place.home}/.holdfast/state/${session}/loop.json`;
const stateOf = (place: Place, session = "s1") => JSON.parse(readFileSync(statePath(place, session), "utf8"));

describe("loop start", () => {
  test("by a person applies to the project's newest live session, and says so", async () => {
    const place = await makePlace();
    await Bun.sleep(5);
    await openSession(place, "s2");
    const { stdout, exitCode } = await runCommand(place, "loop", "start", "fix it", "--verify", "false");
    expect(exitCode).toBe(0);
    expect(stdout).toContain("session s2 (the newest session here)");
    expect(stateOf(place, "s2")).toMatchObject({ task: "fix it", iteration: 0, verified_done: false });
    expect(statSync(statePath(place, "s2")).mode & 0o777).toBe(0o600);
    expect((await stop(place, "s1")).stdout).toBe("");
    expect((await stop(place, "s2")).stdout).toContain('"decision":"block"');
  });

  test("in a sub-folder with its own config applies to a session that was started above it", async () => {
    const place = await makePlace({
      ".git/HEAD": "ref: refs/heads/main\n",
      "packages/app/.claude/holdfast.json": "{}",
    });
    const app = { ...place, project: `${place.project}/packages/app` };
    const { stdout } = await runCommand(app, "loop", "start", "fix it", "--verify", "test -f done; true");
    expect(stdout).toContain("session s1 (the newest session here)");
    expect(stateOf(place)).toMatchObject({ verify: "cd packages/app && (test -f done; true)" });
    expect(stdout).toContain("hides the exit code");
    await runCommand(app, "cancel", "loop");
    await runCommand(app, "loop", "start", "fix it", "--verify", "test -f done");
    expect((await stop(place)).stdout).toContain('"decision":"block"');
    writeFileIn(app.project, "done", "");
    expect((await stop(place)).stdout).not.toContain('"decision":"block"');
  });

  test("by Claude applies to its own session", async () => {
    const place = await makePlace();
    await openSession(place, "s2");
    const { stdout } = await runCommand(
      asClaude(place, "s1"),
      "loop",
      "start",
      "fix it",
      "--promise",
      "DONE",
    );
    expect(stdout).toContain("session s1 (this session)");
    expect(queryStore(place, "SELECT session_id, started_by FROM goals")).toEqual([
      { session_id: "s1", started_by: "claude" },
    ]);
  });

  test("accepts --session", async () => {
    const place = await makePlace();
    await openSession(place, "s2");
    const { stdout } = await runCommand(place, "loop", "start", "fix it", "--session", "s1");
    expect(stdout).toContain("session s1 (--session)");
  });

  test("warns when the client would cut an idle loop short, but not with --long-loops", async () => {
    const place = await makePlace();
    const warned = await runCommand(place, "loop", "start", "fix it", "--verify", "false");
    expect(warned.stdout).toContain("after 8 rounds in a row without a tool call");
    expect(warned.stdout).toContain("holdfast install --long-loops");
    await runCommand(place, "cancel", "loop");
    const short = await runCommand(place, "loop", "start", "fix it", "--max-iterations", "8");
    expect(short.stdout).not.toContain("warning");
    await runCommand(place, "cancel", "loop");
    await runCommand(place, "install", "--yes", "--long-loops");
    const quiet = await runCommand(place, "loop", "start", "fix it", "--verify", "false");
    expect(quiet.stdout).not.toContain("warning");
  });

  test("warns when a pipe hides the exit code of the check", async () => {
    const place = await makePlace();
    const hidden = await runCommand(place, "loop", "start", "x", "--verify", "sh check.sh | tail -3");
    expect(hidden.stdout).toContain("hides the exit code");
    await runCommand(place, "cancel", "loop");
    const plain = await runCommand(place, "loop", "start", "x", "--verify", "n=1; test $n -ge 1 | grep x");
    expect(plain.stdout).not.toContain("hides the exit code");
  });

  test.each([
    [["start"], "a loop needs a task"],
    [["start", "x", "--verify", "  "], "--verify is not a command"],
    [["start", "x", "--promise", "a\nb"], "not one line"],
    [["start", "x", "--verify", "true", "--promise", "DONE"], "--verify and --promise cannot be combined"],
    [["start", "x", "--max-iterations", "0"], "not a number from 1 to 1000"],
    [["start", "x", "--max-minutes", "ten"], "not a number from 1 to 10080"],
    [["start", "x", "--session", "../x"], "is not a session ID"],
    [["start", "x", "--session", "s9"], "no session s9"],
    [["done"], "there is no loop here"],
    [["cancel"], "`holdfast loop cancel` no longer exists"],
    [["resume"], "`holdfast loop resume` no longer exists"],
  ])("%j is refused with the cause and a next step", async (words, message) => {
    const { exitCode, stderr } = await runCommand(await makePlace(), "loop", ...words);
    expect(exitCode).toBe(1);
    expect(stderr).toContain(message);
    expect(stderr.trim().split("\n").length).toBeGreaterThan(1);
  });

  test("without a live session is refused", async () => {
    const place = { home: makeTempHome(), project: makeTempProject() };
    const { stderr } = await runCommand(place, "loop", "start", "fix it");
    expect(stderr).toContain("no session of an agent is running");
  });

  test("is refused while a loop is on", async () => {
    const place = await makePlace();
    await runCommand(place, "loop", "start", "first");
    const { exitCode, stderr } = await runCommand(place, "loop", "start", "second");
    expect(exitCode).toBe(1);
    expect(stderr).toContain("a loop is already on in session s1: first");
  });

  test("keeps the task's secret out of row and file, and the command's out of the file", async () => {
    const place = await makePlace();
    const key = `ghp_${"a1B2c3D4e5F6g7H8i9J0".repeat(2).slice(0, 36)}`;
    await runCommand(place, "loop", "start", `push with ${key}`, "--verify", `TOKEN=${key} false`);
    expect(readFileSync(statePath(place), "utf8")).not.toContain(key);
    expect(JSON.stringify(queryStore(place, "SELECT text FROM goals"))).not.toContain(key);
  });
});

describe("loop done", () => {
  test("runs the verify command, and only its success ends the loop", async () => {
    const place = await makePlace();
    await runCommand(
      place,
      "loop",
      "start",
      "make it",
      "--verify",
      "test -e made || { echo not made; exit 3; }",
    );
    const refused = await runCommand(place, "loop", "done");
    expect(refused.exitCode).toBe(1);
    expect(refused.stderr).toContain("not made");
    expect(stateOf(place)).toMatchObject({
      validation_result: "failed",
      last_error: "not made",
      iteration: 0,
    });
    writeFileIn(place.project, "made", "");
    expect((await runCommand(place, "loop", "done")).stdout).toContain("Done: make it");
    expect(stateOf(place)).toMatchObject({ validation_result: "passed", verified_done: true });
    expect((await stop(place)).stdout).toContain(
      'the loop was ended from inside the session or an unknown place: \\"make it\\", whose command',
    );
  });

  test("in Claude's shell, where the command may find other programs, is told to the user", async () => {
    const place = await makePlace({ "rigged/the-tests": "#!/bin/sh\n" });
    chmodSync(`${place.project}/rigged/the-tests`, 0o755);
    await runCommand(place, "loop", "start", "make it", "--verify", "true; the-tests");
    const claude = asClaude(place, "s1");
    const rigged = { ...claude, env: { ...claude.env, PATH: `${place.project}/rigged:${process.env.PATH}` } };
    expect((await runCommand(rigged, "loop", "done")).exitCode).toBe(0);
    expect((await stop(place)).stdout).toContain("`true; the-tests` passed in the shell that ended it");
  });

  test("without a verify command believes the claim, and tells the user if it was made inside a session", async () => {
    const place = await makePlace();
    await runCommand(asClaude(place, "s1"), "loop", "start", "write it");
    expect((await runCommand(asClaude(place, "s1"), "loop", "done")).exitCode).toBe(0);
    expect((await stop(place)).stdout).toContain(
      'the loop was ended from inside the session or an unknown place: \\"write it\\", which had no command to check it.',
    );
  });
});

describe("cancel", () => {
  test("says how many rounds there were", async () => {
    const place = await makePlace();
    await runCommand(place, "loop", "start", "wait", "--verify", "false");
    await stop(place);
    expect((await runCommand(place, "cancel", "loop")).stdout).toContain("cancelled after 1 round.");
  });

  test("works from another terminal at once, even while the verify command runs", async () => {
    const place = await makePlace();
    await runCommand(place, "loop", "start", "wait", "--verify", "touch started; sleep 60; touch ended");
    const stopping = stop(place);
    await waitUntil(() => existsSync(`${place.project}/started`));
    const { stdout } = await runCommand(place, "cancel", "loop", "--why", "enough");
    expect(stdout).toContain("cancelled after 0 rounds");
    expect((await stopping).stdout).toContain(
      "the loop was cancelled from inside the session or an unknown place: enough",
    );
    expect(existsSync(`${place.project}/ended`)).toBe(false);
    expect(existsSync(statePath(place))).toBe(false);
    expect(queryStore(place, "SELECT state, why FROM goals")).toEqual([
      { state: "cancelled", why: "enough" },
    ]);
  });

  test("inside a session is reported to the user, and can be forbidden to agents", async () => {
    const place = await makePlace();
    await runCommand(place, "loop", "start", "wait", "--verify", "false");
    writeFileIn(place.home, ".holdfast/config.json", '{"selfRelease": false}');
    for (const name of ["CLAUDECODE", "CODEX_THREAD_ID", "COPILOT_CLI", "GEMINI_CLI", "QWEN_CODE"]) {
      const refused = await runCommand({ ...place, env: { ...place.env, [name]: "1" } }, "cancel", "loop");
      expect(refused.stderr).toContain("selfRelease: false");
    }
    writeFileIn(place.home, ".holdfast/config.json", "{}");
    await runCommand(asClaude(place, "s1"), "cancel", "loop", "--why", "cannot work");
    expect((await stop(place)).stdout).toContain(
      "the loop was cancelled from inside the session or an unknown place: cannot work",
    );
  });

  test("reaches a loop whose session has ended", async () => {
    const place = await makePlace();
    await runCommand(place, "loop", "start", "wait");
    await sendEvent(place, { hook_event_name: "SessionEnd", reason: "other" });
    expect((await runCommand(place, "cancel", "loop")).stdout).toContain("s1 (the project's newest loop)");
  });
});

describe("resume", () => {
  test("continues where it was suspended", async () => {
    const place = await makePlace();
    await runCommand(place, "loop", "start", "wait", "--verify", "false");
    for (let round = 0; round < 3; round++) await stop(place);
    expect((await runCommand(place, "loop", "status")).stdout).toContain(
      "suspended (nothing changed over three stops)",
    );
    expect((await runCommand(place, "resume", "loop")).stdout).toContain("23 of 25 rounds left");
    expect((await stop(place)).stdout).toContain("Round 3 of 25");
  });

  test("needs more rounds if they are used up", async () => {
    const place = await makePlace();
    await runCommand(place, "loop", "start", "wait", "--verify", "false", "--max-iterations", "1");
    await stop(place);
    expect((await stop(place)).stdout).toContain("holdfast resume loop --max-iterations 2");
    expect((await runCommand(place, "resume", "loop")).stderr).toContain("the loop has used its 1 round\n");
    expect((await runCommand(place, "resume", "loop", "--max-iterations", "3")).exitCode).toBe(0);
    expect((await stop(place)).stdout).toContain("Round 2 of 3");
  });

  test("--from takes over what another session left behind", async () => {
    const place = await makePlace();
    await runCommand(place, "loop", "start", "wait", "--verify", "false");
    await stop(place);
    await sendEvent(place, { hook_event_name: "SessionEnd", reason: "clear" });
    const { stdout } = await openSession(place, "s2", "clear");
    expect(stdout).toContain("holdfast resume --from s1");
    const resumed = await runCommand(asClaude(place, "s2"), "resume", "loop", "--from", "s1");
    expect(resumed.stderr).toBe("");
    expect(resumed.stdout).toContain("session s2 (this session): wait; 24 of 25 rounds left");
    expect(existsSync(statePath(place, "s1"))).toBe(false);
    expect((await stop(place, "s2")).stdout).toContain("Round 2 of 25");
    const left = await stop(place, "s1");
    expect(left.stdout).toContain("the loop of session s1 was moved to session s2");
    expect(left.stdout).not.toContain("Round");
    const again = await runCommand(asClaude(place, "s2"), "resume", "loop", "--from", "s2");
    expect([again.exitCode, again.stderr]).toEqual([0, ""]);
  });
});

describe("a continued session", () => {
  test.each(["resume", "compact"])("after %s is reminded of its loop", async (source) => {
    const place = await makePlace();
    await runCommand(place, "loop", "start", "wait", "--verify", "npm test");
    const { stdout } = await openSession(place, "s1", source);
    expect(JSON.parse(stdout).hookSpecificOutput.additionalContext).toBe(
      "A holdfast loop is on in this session: wait, round 0 of 25. It ends when `npm test` passes.",
    );
  });

  test.each(["startup", "resume"])(
    "as another session after %s is only told that it exists",
    async (source) => {
      const place = await makePlace();
      await runCommand(place, "loop", "start", "wait");
      const { stdout } = await openSession(place, "s2", source);
      expect(stdout).not.toContain("loop is on in this session");
      expect(stdout).toContain("Left open in earlier sessions");
      expect((await stop(place, "s2")).stdout).toBe("");
    },
  );
});

test("status and explain show the loop", async () => {
  const place = await makePlace();
  expect((await runCommand(place, "loop", "status")).stdout).toBe("No loop here.\n");
  await runCommand(place, "loop", "start", "fix it", "--verify", "echo broken; false");
  await stop(place);
  expect((await runCommand(place, "status")).stdout).toMatch(
    /loop +fix it\n +round 1 of 25, .*broken\n +end it: holdfast cancel loop/,
  );
  expect((await runCommand(place, "explain")).stdout).toContain("broken");
  const status = JSON.parse((await runCommand(place, "loop", "status", "--json")).stdout);
  expect(status).toMatchObject({ iteration: 1, lastError: "broken", status: "active" });
});

test("loop status shows another tool's loop", async () => {
  const place = await makePlace();
  const file = { task: "theirs", iteration: 2, max_iterations: 9 };
  writeFileIn(place.home, ".holdfast/state/s1/loop.json", JSON.stringify(file));
  const { stdout } = await runCommand(place, "loop", "status");
  expect(stdout).toMatch(/loop of session s1.*\n +loop +theirs\n +round 2 of 9, of another tool\n/);
});

test("starts, rounds, passes and releases are in the metrics", async () => {
  const place = await makePlace();
  await runCommand(place, "loop", "start", "a", "--verify", "test -e ok");
  await stop(place);
  writeFileIn(place.project, "ok", "");
  await stop(place);
  await runCommand(place, "loop", "start", "b", "--verify", "false");
  for (let round = 0; round < 3; round++) await stop(place);
  const text = readFileSync(`${place.project}/.claude/runtime/metrics/stop_hook_metrics.jsonl`, "utf8");
  const metrics = text
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line).metric);
  expect(metrics).toEqual([
    "loop_started",
    "loop_rounds",
    "loop_passed",
    "loop_started",
    "loop_rounds",
    "loop_rounds",
    "loop_released",
  ]);
});
