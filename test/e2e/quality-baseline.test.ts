// In the real client: is a failure the session's own, older, or somebody else's?
import { describe, expect, setDefaultTimeout, test } from "bun:test";
import { chmodSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { runClaude } from "../helpers/claude.ts";
import { shareSessions } from "../helpers/claude-sessions.ts";
import { readFaultLines, runCommand } from "../helpers/holdfast.ts";
import { configure, queryStore, stopVerdicts } from "../helpers/installed.ts";
import { eventuallyGone, isRunning, readPids } from "../helpers/processes.ts";
import { makeCheckedPlace, onceStarted } from "../helpers/quality.ts";
import { startStreamingClaude } from "../helpers/streaming-claude.ts";
import { makeTempFolder, restoreProject, writeFileIn } from "../helpers/temp.ts";
import { findTold } from "../helpers/told.ts";
import { systemMessages } from "../helpers/transcript.ts";
import { type Answer, bash, edit, read, say, write } from "../helpers/turns.ts";
import { waitUntil } from "../helpers/wait.ts";

setDefaultTimeout(60_000);

/** Complains about each line with "bad" in it. */
const lint = (folder: string) =>
  `grep -n bad ${folder}/* > "$HOME/hits"; if [ -s "$HOME/hits" ]; then sed 's/$/ error: no bad words/' "$HOME/hits"; exit 3; fi`;
/** The same, with a file that git ignores. */
const LINT_WITH_BUILD = `grep -qx generated build/gen.txt || { echo "error: build/gen.txt is not as it should be"; exit 7; }; ${lint("src")}`;
const FILES = {
  ".gitignore": "build\n",
  "src/a.ts": "good\n",
  "src/b.ts": "good\n",
  "failing/a.ts": "good\n",
  "failing/old.ts": "bad from the start\n",
  "moving/a.ts": "good\nbad from the start\n",
  "moving/b.ts": "good\n",
  "calling/a.ts": "export name\n",
  "calling/caller.ts": "import name\n",
};

const place = await makeCheckedPlace({ stages: {}, files: FILES });
place.env = { TMPDIR: `${place.home}/tmp` };
Bun.spawnSync(["mkdir", "-p", `${place.home}/tmp`, `${place.project}/build`]);
writeFileSync(`${place.project}/build/gen.txt`, "generated\n");
const sessions = shareSessions(place);

/** The project's only check from now on. */
const setCheck = (run: string, folder = "src") =>
  configure(place, { quality: { stages: { quality: [{ run, paths: [`${folder}/**`] }] } } });
/** The next session starts in the committed tree. */
const restore = () => restoreProject(place.project);
const messagesOf = (run: Parameters<typeof systemMessages>[0]) => systemMessages(run).map(({ text }) => text);
const baselineResults = () =>
  queryStore(place, "SELECT session_id FROM baselines JOIN check_results USING (key)");

/** The turn comes once the check has run on the newest session's baseline. */
function onceCompared(turn: Answer): () => Promise<Answer> {
  return async () => {
    const [newest] = queryStore(place, "SELECT session_id FROM sessions ORDER BY started_at DESC LIMIT 1");
    await waitUntil(() => baselineResults().some((row) => row.session_id === newest?.session_id));
    return turn;
  };
}

const breakTwiceThenFix = (file: string) => [
  onceStarted(place, read(file)),
  edit(file, "good", "bad"),
  say("Done."),
  onceCompared(edit(file, "bad", "still bad")),
  say("Still done."),
  edit(file, "still bad", "fine"),
  say("Fixed."),
];

describe("a failure that Claude just caused", () => {
  test("holds although the check needs a file that git ignores", async () => {
    await setCheck(
      `echo "$(umask) $(stat -c %a src/a.ts)" > "$HOME/modes-$(basename "$PWD")"; ${LINT_WITH_BUILD}`,
    );
    const file = `${place.project}/src/a.ts`;
    const run = await sessions.run({
      prompt: ["Change it.", restore],
      script: breakTwiceThenFix(file),
    });
    expect(stopVerdicts(place, run.sessionId)).toEqual(["blocked", "blocked", "complete"]);
    expect(run.result?.result).toBe("Fixed.");
    expect(messagesOf(run)).toEqual([]);
    // The copy is like the person's own tree, and commands run with the person's umask.
    const [modes, ...others] = readdirSync(place.home)
      .filter((name) => name.startsWith("modes-"))
      .map((name) => readFileSync(`${place.home}/${name}`, "utf8"));
    expect(others).toEqual([modes ?? ""]);
    expect(modes).toContain(process.umask().toString(8).padStart(4, "0"));
    expect(await readFaultLines(place)).toEqual([]);
  });

  test("holds although the check already failed in another way", async () => {
    const file = `${place.project}/failing/a.ts`;
    const run = await sessions.run({
      prepare: () => setCheck(lint("failing"), "failing"),
      prompt: ["Change it.", restore],
      script: breakTwiceThenFix(file),
    });
    expect(stopVerdicts(place, run.sessionId)).toEqual(["blocked", "blocked", "complete"]);
    expect(messagesOf(run)).toEqual([
      expect.stringContaining("fails, as it did before this session changed anything"),
    ]);
  });

  test("holds once if its error lines are in other files, then says that it cannot tell", async () => {
    const file = `${place.project}/src/a.ts`;
    const run = await sessions.run({
      prepare: () =>
        setCheck(`echo "failing/old.ts:1: error: $(cat src/a.ts | wc -c) bytes too many"; exit 1`),
      prompt: ["Change it.", restore],
      script: [
        onceStarted(place, read(file)),
        edit(file, "good", "longer"),
        say("Done."),
        onceCompared(edit(file, "longer", "longer still")),
        say("Done again."),
      ],
    });
    expect(stopVerdicts(place, run.sessionId)).toEqual(["blocked", "complete"]);
    expect(messagesOf(run)).toEqual([expect.stringContaining("cannot tell whether this is new")]);
  });
});

test("an old failure is advice at once, also when Claude's edit moves its lines", async () => {
  const file = `${place.project}/moving/a.ts`;
  const run = await sessions.run({
    prepare: () => setCheck(`cd moving && ${lint('"$PWD"')}`, "moving"),
    prompt: ["Change it.", restore],
    script: [onceStarted(place, read(file)), edit(file, "good", "one\ntwo\nthree"), say("Done.")],
  });
  expect(stopVerdicts(place, run.sessionId)).toEqual(["complete"]);
  expect(messagesOf(run)).toEqual([
    expect.stringContaining("fails, as it did before this session changed anything"),
  ]);
});

test("no stop waits for a slow check to run on the first tree: Claude is asked whether it failed before", async () => {
  const file = `${place.project}/failing/a.ts`;
  // In the copy it would end soon enough.
  const slow = `case "$PWD" in *holdfast-tree*) sleep 2;; *) sleep 5.1;; esac; ${lint("failing")}`;
  const run = await sessions.run({
    prepare: () => setCheck(slow, "failing"),
    prompt: ["Change it.", restore],
    script: [
      onceStarted(place, read(file)),
      edit(file, "good", "fine"),
      say("Done."),
      onceCompared(say("It failed before.")),
    ],
  });
  expect(stopVerdicts(place, run.sessionId)).toEqual(["blocked", "complete"]);
  expect(
    findTold(run.requests, /There is no result yet from before this session\. If this failed/),
  ).toBeDefined();
  expect(messagesOf(run)).toEqual([expect.stringContaining("fails, as it did before this session")]);
});

describe("an earlier pass", () => {
  test("does not outlive its cause: a quick check runs again after a command", async () => {
    const run = await sessions.run({
      prepare: () => setCheck(LINT_WITH_BUILD),
      prompt: ["Change it.", "Clean up.", "Go on.", restore],
      script: [
        onceStarted(place, write(`${place.project}/src/c.ts`, "fine\n")),
        say("Done."),
        bash("echo broken > build/gen.txt"),
        say("Cleaned up."),
        onceCompared(write(`${place.project}/src/c.ts`, "finer\n")),
        say("Still broken."),
        bash("echo generated > build/gen.txt"),
        say("Repaired."),
      ],
    });
    expect(stopVerdicts(place, run.sessionId)[1]).toBe("blocked");
    expect(findTold(run.requests, /gen\.txt is not as it should be/)).toBeDefined();
    // The copy had the broken file as well, so its failure there says nothing about the baseline.
    expect(messagesOf(run).filter((text) => text.includes("as it did before"))).toEqual([]);
    expect(stopVerdicts(place, run.sessionId).at(-1)).toBe("complete");
  });

  test("of a slow check stands, and explain says that it is from before", async () => {
    const explained: string[] = [];
    const explain = async () => void explained.push((await runCommand(place, "explain", "--last")).stdout);
    const run = await sessions.run({
      prepare: () => setCheck(`sleep 5; ${LINT_WITH_BUILD}`),
      prompt: ["Change it.", explain, "Clean up.", explain, restore],
      script: [
        onceStarted(place, write(`${place.project}/src/c.ts`, "fine\n")),
        say("Done."),
        bash("echo broken > build/gen.txt"),
        say("Cleaned up."),
      ],
    });
    expect(stopVerdicts(place, run.sessionId)).toEqual(["complete", "complete"]);
    expect(explained[0]).not.toContain("from before");
    expect(explained[1]).toMatch(/stage quality: .* passed .* did not run again/);
    expect(messagesOf(run)).toEqual([]);
  });
});

describe("two sessions in one tree", () => {
  test("are each held for their own errors, and told whose the others are", async () => {
    const fileOf = (name: string) => `${place.project}/src/${name}.ts`;
    const recorded = (name: string) =>
      queryStore(place, `SELECT 1 FROM pending_queue WHERE files_touched LIKE '%/${name}.ts%'`).length;
    const sayOnce = (name: string, count: number) => async () => {
      await waitUntil(() => recorded(name) >= count);
      return say("Done.");
    };
    let second = "";
    const workBeside = async () => {
      const { sessionId } = await runClaude({
        ...place,
        prompt: "Change b.",
        script: [
          onceStarted(place, read(fileOf("b"))),
          edit(fileOf("b"), "good", "bad"),
          sayOnce("b", 1),
          say("I cannot."),
          say("I cannot."),
        ],
      });
      second = sessionId;
    };
    const run = await sessions.run({
      prepare: () => setCheck(lint("src")),
      prompt: [
        "Hello.",
        workBeside,
        "Change yours.",
        () => writeFileSync(fileOf("person"), "bad, by the person\n"),
        "Change yours again.",
        restore,
      ],
      script: [
        onceStarted(place, say("Hello.")),
        write(fileOf("mine"), "fine\n"),
        sayOnce("mine", 1),
        write(fileOf("mine"), "finer\n"),
        sayOnce("mine", 2),
      ],
    });
    expect(stopVerdicts(place, run.sessionId)).toEqual(["complete", "complete", "complete"]);
    expect(stopVerdicts(place, second)[0]).toBe("blocked");
    const [ofOther = "", ofPerson = ""] = messagesOf(run);
    expect(ofOther).toContain(`src/b.ts (changed by session ${second.slice(0, 8)})`);
    expect(ofPerson).toContain("src/person.ts (changed by you, or another program)");
  });

  test("attribute an error in an unchanged caller to this session, though another session changed something", async () => {
    const file = `${place.project}/calling/a.ts`;
    const run = await sessions.run({
      prepare: () =>
        setCheck(
          `grep -q "export name" calling/a.ts || { echo "calling/caller.ts:1: error: calling/a.ts exports no name"; exit 1; }`,
          "calling",
        ),
      prompt: ["Rename it.", restore],
      script: [
        onceStarted(place, read(file)),
        edit(file, "name", "title"),
        () => {
          writeFileSync(`${place.project}/calling/person.ts`, "x\n");
          return say("Done.");
        },
        edit(file, "title", "name"),
        say("Put back."),
      ],
    });
    expect(stopVerdicts(place, run.sessionId)).toEqual(["blocked", "complete"]);
  });
});

test("a first stop before slow git has captured the baseline says that nothing was checked; later ones hold", async () => {
  const slow = await makeCheckedPlace({
    stages: { quality: [{ run: "! grep -rn bad src" }] },
    files: { "src/a.ts": "good\n" },
  });
  const bin = makeTempFolder("bin");
  const go = `${slow.home}/go`;
  // Slow only for holdfast, which switches fsmonitor off: the client asks git too.
  const program = writeFileIn(
    bin,
    "git",
    `#!/bin/sh\ncase "$*" in *fsmonitor*) while [ ! -e '${go}' ] && [ -e '${slow.home}' ]; do sleep 0.05; done ;; esac\nexec "${Bun.which("git")}" "$@"\n`,
  );
  chmodSync(program, 0o755);
  const session = startStreamingClaude({
    ...slow,
    env: { ...slow.env, PATH: `${bin}:${process.env.PATH}` },
    script: [
      write(`${slow.project}/src/b.ts`, "fine\n"),
      say("Done."),
      async () => {
        writeFileSync(go, "");
        await waitUntil(
          () => queryStore(slow, "SELECT 1 FROM session_starts WHERE tree IS NOT NULL").length > 0,
        );
        return write(`${slow.project}/src/a.ts`, "bad\n");
      },
      say("Done again."),
      write(`${slow.project}/src/a.ts`, "good\n"),
      say("Fixed."),
    ],
  });
  await session.send("Write b.");
  await session.send("Write a.");
  const run = await session.close();
  expect(stopVerdicts(slow, run.sessionId)).toEqual(["complete", "blocked", "complete"]);
  const told = systemMessages({ home: slow.home, sessionId: run.sessionId }).map(({ text }) => text);
  expect(told.filter((text) => text.includes("no check ran at this stop"))).toHaveLength(1);
});

describe("a baseline that was killed", () => {
  const ways: Record<string, () => Promise<unknown>> = {
    "the next session": () => sessions.run({ prompt: "Hello.", script: [say("Hello.")] }),
    "holdfast prune": () => runCommand(place, "prune"),
    "holdfast uninstall": () => runCommand(place, "uninstall", "--yes"),
  };

  /** In the copy the check runs forever. */
  async function startBaseline() {
    rmSync(`${place.home}/pids`, { force: true });
    const { requests } = await sessions.run({
      prompt: "Change it.",
      script: [
        onceStarted(place, write(`${place.project}/src/a2.ts`, "bad\n")),
        say("Done."),
        bash("rm src/a2.ts"),
        say("Removed."),
      ],
    });
    expect(
      findTold(requests, /There is no result yet from before this session\. If this failed before your/),
    ).toBeDefined();
    const running = await readPids(`${place.home}/pids`, 2);
    const records = `${place.home}/.holdfast/worktrees`;
    const [record = ""] = readdirSync(records);
    const { pid } = JSON.parse(readFileSync(`${records}/${record}`, "utf8"));
    const worktrees = () =>
      Bun.spawnSync(["git", "worktree", "list"], { cwd: place.project }).stdout.toString().trim().split("\n");
    const expectNothingLeft = async () => {
      await eventuallyGone(running);
      await waitUntil(() => readdirSync(records).length === 0);
      expect(worktrees()).toHaveLength(1);
      expect(readdirSync(records)).toEqual([]);
      expect(readdirSync(`${place.home}/tmp`).filter((one) => one.startsWith("holdfast-tree"))).toEqual([]);
    };
    return { pid, running, worktrees, expectNothingLeft };
  }

  test("cleans up when asked to end, and keeps no result", async () => {
    const inCopy =
      'case "$PWD" in *holdfast-tree*) echo $$ > "$HOME/pids"; sleep 300 & echo $! >> "$HOME/pids"; wait;; esac';
    await setCheck(`${inCopy}; ${lint("src")}`);
    const known = baselineResults().length;
    const { pid, expectNothingLeft } = await startBaseline();
    process.kill(pid, "SIGTERM");
    await expectNothingLeft();
    expect(baselineResults()).toHaveLength(known);
  });

  test.each(Object.keys(ways))("leaves nothing behind after %s", async (name) => {
    const { pid, running, worktrees, expectNothingLeft } = await startBaseline();
    expect([running.every(isRunning), worktrees().length]).toEqual([true, 2]);
    // The drain started by the session's end may clean up at once.
    process.kill(pid, "SIGKILL");
    await ways[name]?.();
    await expectNothingLeft();
  });
});
