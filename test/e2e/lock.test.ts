// The lock in the real client: from the event to what the model and the person see.
import { describe, expect, setDefaultTimeout, test } from "bun:test";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { runClaude } from "../helpers/claude.ts";
import { shareSessions } from "../helpers/claude-sessions.ts";
import { readFaultLines, runCommand } from "../helpers/holdfast.ts";
import { isLocked, makeInstalledPlace, placeLock, stopVerdicts } from "../helpers/installed.ts";
import { makeTempFolder, writeFileIn } from "../helpers/temp.ts";
import { findTold, toolResults } from "../helpers/told.ts";
import { systemMessages } from "../helpers/transcript.ts";
import { bash, say } from "../helpers/turns.ts";

setDefaultTimeout(60_000);

const place = await makeInstalledPlace();
const sessions = shareSessions(place);

describe("a lock holds Claude", () => {
  test("until Claude unlocks by our bare name; the reason reaches Claude, and the person is told [002-03]", async () => {
    placeLock(place, { goal: "migrate everything", done: "the tests pass" });
    const run = await sessions.run({
      prompt: "Migrate the code.",
      script: [
        say("I think I am done."),
        bash("echo the second phase"),
        say("The second phase is done."),
        bash('holdfast unlock --why "tests pass"'),
        say("The complete answer."),
      ],
    });
    const told = findTold(run.requests, /holdfast holds this stop/) ?? "";
    for (const part of ["round 1 of 50", "migrate everything", "the tests pass", "! holdfast unlock"]) {
      expect(told).toContain(part);
    }
    expect(findTold(run.requests, /round 2 of 50/)).toContain("Keep working");
    expect(toolResults(run.requests).map((result) => result.text)).toEqual([
      "the second phase",
      expect.stringContaining("Unlocked"),
    ]);
    expect(stopVerdicts(place, run.sessionId)).toEqual(["blocked", "blocked", "complete"]);
    expect(run.result?.result).toBe("The complete answer.");
    expect(systemMessages(run).map((message) => message.text)).toEqual([
      'holdfast: a lock holds this session, for 4 h at most: "migrate everything". /holdfast:unlock ends it.',
      "holdfast: the lock was removed by Claude: tests pass. `holdfast lock` sets it again.",
    ]);
    expect(await isLocked(place)).toBe(false);
    expect(await readFaultLines(place)).toEqual([]);
  });

  const ignores = { ".claude/runtime/.gitignore": "logs/\n" };

  test.each([
    ["no .gitignore", {}, {}],
    ["a committed .gitignore", ignores, {}],
    ["one that git does not know", {}, ignores],
  ])(
    "set with mkdir and touch beside %s, and Claude does not commit it with `git add -A` [002-05]",
    async (_, committed, written) => {
      const cloned = await makeInstalledPlace({ git: true, files: { "a.txt": "a\n", ...committed } });
      const folder = `${cloned.project}/.claude/runtime/locks`;
      mkdirSync(folder, { recursive: true });
      for (const [path, text] of Object.entries(written)) writeFileIn(cloned.project, path, text);
      writeFileSync(`${folder}/.lock_active`, "");
      const run = await runClaude({
        ...cloned,
        prompt: "Commit your work.",
        script: [
          bash(
            "echo b > b.txt && git add -A && git -c user.name=c -c user.email=c@example.com commit -qm work",
          ),
          say("Committed."),
          bash("holdfast unlock"),
          say("Committed and unlocked."),
        ],
      });
      expect(stopVerdicts(cloned, run.sessionId)).toEqual(["blocked", "complete"]);
      const { stdout } = Bun.spawnSync(["git", "ls-files"], { cwd: cloned.project });
      expect(stdout.toString()).toContain("b.txt");
      const tracked = stdout.toString().trim().split("\n");
      expect(tracked.filter((path) => path.includes("runtime"))).toEqual(Object.keys(committed));
      expect(Bun.spawnSync(["git", "status", "--short"], { cwd: cloned.project }).stdout.toString()).toBe("");
    },
  );

  test("set by Claude, who adds everything in the same command or the next one, in a sub-folder and a linked work tree [002-05]", async () => {
    const cloned = await makeInstalledPlace({ git: true, files: { "a/b.txt": "b\n" } });
    const exclude = writeFileIn(cloned.project, ".git/info/exclude", "*.log\n");
    const linked = `${makeTempFolder("linked")}/tree`;
    Bun.spawnSync(["git", "worktree", "add", "-q", linked], { cwd: cloned.project });
    const set = "mkdir -p .claude/runtime/locks; touch .claude/runtime/locks/.lock_active";
    for (const project of [`${cloned.project}/a`, linked]) {
      await runClaude({
        ...cloned,
        project,
        prompt: "Go on.",
        script: [
          bash(`${set}; git add -A`),
          bash(`touch .claude/runtime/other && git add -A`),
          say("Done."),
          bash("holdfast unlock"),
          say("Done."),
        ],
      });
      expect(Bun.spawnSync(["git", "status", "--short"], { cwd: project }).stdout.toString()).toBe("");
    }
    expect(readFileSync(exclude, "utf8").match(/runtime/g)).toHaveLength(1);
    expect((await runCommand(cloned, "uninstall", "--yes")).stdout).toContain(".git/info/exclude");
    expect(readFileSync(exclude, "utf8")).toBe("*.log\n");
  });

  test("set by the person while Claude works, who does not commit it either [002-05]", async () => {
    const cloned = await makeInstalledPlace({ git: true, files: { "a.txt": "a\n" } });
    const runtime = `${cloned.project}/.claude/runtime`;
    const run = await runClaude({
      ...cloned,
      prompt: "Commit your work.",
      script: [
        () => {
          mkdirSync(`${runtime}/locks`, { recursive: true });
          writeFileSync(`${runtime}/locks/.lock_active`, "");
          return bash("echo b > b.txt");
        },
        bash("git add -A"),
        bash("git -c user.name=c -c user.email=c@example.com commit -qm work"),
        say("Committed."),
        bash("holdfast unlock"),
        say("Committed and unlocked."),
      ],
    });
    expect(stopVerdicts(cloned, run.sessionId)).toEqual(["blocked", "complete"]);
    const { stdout } = Bun.spawnSync(["git", "ls-files"], { cwd: cloned.project });
    expect(stdout.toString()).toBe("a.txt\nb.txt\n");
  });

  test("up to its maximum while Claude works, then releases it, is removed, and the person is told [002-02]", async () => {
    await runCommand(place, "lock", "keep going", "--max", "12");
    const rounds = Array.from({ length: 20 }, (_, i) => [bash(`echo round ${i}`), say(`Round ${i}.`)]).flat();
    const run = await sessions.run({ prompt: "Work.", script: rounds });
    expect(stopVerdicts(place, run.sessionId)).toEqual([...Array(12).fill("blocked"), "capped"]);
    expect(findTold(run.requests, /round 12 of 12/)).toBeDefined();
    expect(findTold(run.requests, /round 13/)).toBeUndefined();
    expect(await isLocked(place)).toBe(false);
    expect(systemMessages(run).at(-1)?.text).toMatch(
      /released this stop: the rounds are used up[\s\S]* keep going/,
    );
  });

  test("only twice when Claude does nothing: the third stop is released, and stop_hook_metrics.jsonl has the numbers [001-01] [002-21]", async () => {
    placeLock(place);
    const run = await sessions.run({
      prompt: "Work.",
      script: { whenDone: say("Nothing left to do.") },
    });
    expect(stopVerdicts(place, run.sessionId)).toEqual(["blocked", "blocked", "stalled"]);
    expect(findTold(run.requests, /Nothing has changed since the last round/)).toBeDefined();
    expect(await isLocked(place)).toBe(false);
    expect(systemMessages(run).at(-1)?.text).toContain("holdfast released this stop: nothing changed");
    const text = await Bun.file(`${place.project}/.claude/runtime/metrics/stop_hook_metrics.jsonl`).text();
    const rows = text
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line))
      .filter((row) => row.metric.startsWith("lock_") && row.session_id === run.sessionId);
    expect(rows.map((row) => row.metric)).toEqual(["lock_blocks", "lock_blocks", "lock_released"]);
    expect(rows.every((row) => row.hook === "Stop")).toBe(true);
  });

  test("from round 1 when a new lock is made within a prompt, up to its own maximum", async () => {
    placeLock(place, { goal: "the first", max: 50 });
    const run = await sessions.run({
      prompt: "Work.",
      script: [
        say("One."),
        bash("echo two"),
        say("Two."),
        bash("holdfast unlock"),
        bash("holdfast lock 'the second' --max 2"),
        say("Three."),
        bash("echo four"),
        say("Four."),
        bash("echo five"),
        say("Five."),
      ],
    });
    expect(findTold(run.requests, /round 2 of 50/)).toBeDefined();
    expect(findTold(run.requests, /round 1 of 2[\s\S]*the second/)).toBeDefined();
    expect(findTold(run.requests, /round 2 of 2\)/)).toBeDefined();
    expect(stopVerdicts(place, run.sessionId)).toEqual([
      "blocked",
      "blocked",
      "blocked",
      "blocked",
      "capped",
    ]);
  });

  test("no longer once it expired: it is removed, and the person is told", async () => {
    placeLock(place, { created_at: "2020-01-01T00:00:00Z" });
    const run = await sessions.run({ prompt: "Work.", script: [say("Done.")] });
    expect(stopVerdicts(place, run.sessionId)).toEqual(["complete"]);
    expect(await isLocked(place)).toBe(false);
    expect(systemMessages(run).map((message) => message.text)).toEqual([
      "holdfast lock: The lock has expired and was removed.",
    ]);
  });
});

describe("two sessions in one project", () => {
  const others = shareSessions(place);

  test("a lock adopted by one does not hold the other, and a dead session's lock traps nobody", async () => {
    placeLock(place);
    const first = await sessions.run({
      prompt: "Work.",
      script: [
        say("Done?"),
        async () => {
          const second = await others.run({ prompt: "A question.", script: [say("An answer.")] });
          expect(stopVerdicts(place, second.sessionId)).toEqual(["complete"]);
          return bash("echo working");
        },
        say("Really done."),
        say("Really."),
      ],
    });
    expect(stopVerdicts(place, first.sessionId).slice(0, 2)).toEqual(["blocked", "blocked"]);
    placeLock(place, { session_id: "a-session-long-gone" });
    const third = await sessions.run({ prompt: "A question.", script: [say("An answer.")] });
    expect(stopVerdicts(place, third.sessionId)).toEqual(["complete"]);
  });

  test("--all holds each of them", async () => {
    await runCommand(place, "unlock");
    await runCommand(place, "lock", "--all", "--max", "1");
    const run = await sessions.run({
      prompt: "Work.",
      script: [
        say("Done?"),
        async () => {
          const other = await others.run({
            prompt: "Work too.",
            script: [say("Done?"), bash("rm -f x"), say("Done.")],
          });
          expect(stopVerdicts(place, other.sessionId)[0]).toBe("blocked");
          return say("Done.");
        },
      ],
    });
    expect(stopVerdicts(place, run.sessionId)[0]).toBe("blocked");
  });
});
