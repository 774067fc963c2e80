// In the real client: is a failure the session's, older than it, or somebody else's?
import { describe, expect, test } from "bun:test";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { runClaude } from "../helpers/claude.ts";
import { type Place, readFaultLines, runCommand } from "../helpers/holdfast.ts";
import { queryStore, stopVerdicts } from "../helpers/installed.ts";
import { eventuallyGone, isRunning, readPids } from "../helpers/processes.ts";
import { makeCheckedPlace, onceStarted } from "../helpers/quality.ts";
import { startStreamingClaude } from "../helpers/streaming-claude.ts";
import { findTold } from "../helpers/told.ts";
import { systemMessages } from "../helpers/transcript.ts";
import { bash, edit, read, say, write } from "../helpers/turns.ts";
import { waitUntil } from "../helpers/wait.ts";

/** Complains about each line with "bad" in it. */
const LINT = `grep -n bad src/* > "$HOME/hits"; if [ -s "$HOME/hits" ]; then sed 's/$/ error: no bad words/' "$HOME/hits"; exit 3; fi`;
/** The same, with a file that git ignores. */
const LINT_WITH_BUILD = `grep -qx generated build/gen.txt || { echo "error: build/gen.txt is not as it should be"; exit 7; }; ${LINT}`;
const FILES = { "src/a.ts": "good\n", "src/b.ts": "good\n", ".gitignore": "build\n" };

const baselineResults = (place: Place) =>
  queryStore(place, "SELECT key FROM baselines JOIN check_results USING (key)").length;
const messagesOf = (run: Parameters<typeof systemMessages>[0]) => systemMessages(run).map(({ text }) => text);

async function makeLintedPlace(run: string, files: Record<string, string> = {}) {
  const place = await makeCheckedPlace({
    stages: { quality: [{ run, paths: ["src/**"] }] },
    files: { ...FILES, ...files },
  });
  Bun.spawnSync(["mkdir", "-p", `${place.home}/tmp`, `${place.project}/build`]);
  writeFileSync(`${place.project}/build/gen.txt`, "generated\n");
  return { ...place, env: { TMPDIR: `${place.home}/tmp` } };
}

describe("a failure that Claude has just made", () => {
  test("holds on although the check needs a file that git ignores", async () => {
    const place = await makeLintedPlace(
      `echo "$(umask) $(stat -c %a src/a.ts)" > "$HOME/modes-$(basename "$PWD")"; ${LINT_WITH_BUILD}`,
    );
    const file = `${place.project}/src/a.ts`;
    const run = await runClaude({
      ...place,
      prompt: "Change it.",
      script: [
        onceStarted(place, read(file)),
        edit(file, "good", "bad"),
        say("Done."),
        async () => {
          await waitUntil(() => baselineResults(place) === 1);
          return edit(file, "bad", "still bad");
        },
        say("Still done."),
        edit(file, "still bad", "fine"),
        say("Fixed."),
      ],
    });
    expect(stopVerdicts(place)).toEqual(["blocked", "blocked", "complete"]);
    expect(run.result?.result).toBe("Fixed.");
    expect(messagesOf(run)).toEqual([]);
    // The copy is as the person's own tree, commands run with the person's mask.
    const [modes, ...others] = readdirSync(place.home)
      .filter((name) => name.startsWith("modes-"))
      .map((name) => readFileSync(`${place.home}/${name}`, "utf8"));
    expect(others).toEqual([modes ?? ""]);
    expect(modes).toContain(process.umask().toString(8).padStart(4, "0"));
    expect(await readFaultLines(place)).toEqual([]);
  }, 60_000);

  test("holds on although the check failed before in another way", async () => {
    const place = await makeLintedPlace(LINT, { "src/old.ts": "bad from the start\n" });
    const file = `${place.project}/src/a.ts`;
    const run = await runClaude({
      ...place,
      prompt: "Change it.",
      script: [
        onceStarted(place, read(file)),
        edit(file, "good", "bad"),
        say("Done."),
        async () => {
          await waitUntil(() => baselineResults(place) === 1);
          return edit(file, "bad", "still bad");
        },
        say("Still done."),
        edit(file, "still bad", "fine"),
        say("Fixed."),
      ],
    });
    expect(stopVerdicts(place)).toEqual(["blocked", "blocked", "complete"]);
    expect(messagesOf(run)).toEqual([
      expect.stringContaining("fails, as it did before this session changed anything"),
    ]);
  }, 60_000);

  test("holds once where its error lines are in other files, then says that it cannot tell", async () => {
    const place = await makeLintedPlace(
      `echo "src/old.ts:1: error: $(cat src/a.ts | wc -c) bytes too many"; exit 1`,
      { "src/old.ts": "x\n" },
    );
    const file = `${place.project}/src/a.ts`;
    const run = await runClaude({
      ...place,
      prompt: "Change it.",
      script: [
        onceStarted(place, read(file)),
        edit(file, "good", "longer"),
        say("Done."),
        async () => {
          await waitUntil(() => baselineResults(place) === 1);
          return edit(file, "longer", "longer still");
        },
        say("Done again."),
      ],
    });
    expect(stopVerdicts(place)).toEqual(["blocked", "complete"]);
    expect(messagesOf(run)).toEqual([expect.stringContaining("cannot tell whether this is new")]);
  }, 60_000);
});

test("a failure from before stays old when Claude's own edit moves its lines", async () => {
  const place = await makeLintedPlace(`cd src && ${LINT.replaceAll("src/*", '"$PWD"/*')}`, {
    "src/a.ts": "good\nbad from the start\n",
  });
  const file = `${place.project}/src/a.ts`;
  const run = await runClaude({
    ...place,
    prompt: "Change it.",
    script: [
      onceStarted(place, read(file)),
      edit(file, "good", "one\ntwo\nthree"),
      say("Done."),
      async () => {
        await waitUntil(() => baselineResults(place) === 1);
        return edit(file, "two\n", "");
      },
      say("Done again."),
    ],
  });
  expect(stopVerdicts(place)).toEqual(["blocked", "complete"]);
  expect(messagesOf(run)).toEqual([
    expect.stringContaining("fails, as it did before this session changed anything"),
  ]);
}, 60_000);

describe("a pass from before", () => {
  test("does not outlive its cause: a quick check runs again after a command", async () => {
    const place = await makeLintedPlace(LINT_WITH_BUILD);
    const session = startStreamingClaude({
      ...place,
      script: [
        onceStarted(place, write(`${place.project}/src/c.ts`, "fine\n")),
        say("Done."),
        bash("echo broken > build/gen.txt"),
        say("Cleaned up."),
        async () => {
          await waitUntil(() => baselineResults(place) === 1);
          return write(`${place.project}/src/c.ts`, "finer\n");
        },
        say("Still broken."),
        bash("echo generated > build/gen.txt"),
        say("Repaired."),
      ],
    });
    await session.send("Change it.");
    await session.send("Clean up.");
    await session.send("Go on.");
    const run = await session.close();
    expect(stopVerdicts(place)[1]).toBe("blocked");
    expect(findTold(run.requests, /gen\.txt is not as it should be/)).toBeDefined();
    // The copy had the broken file as well: that it fails there says nothing about the start.
    expect(messagesOf(run).filter((text) => text.includes("as it did before"))).toEqual([]);
    expect(stopVerdicts(place).at(-1)).toBe("complete");
  }, 60_000);

  test("of a check that takes long stands, and explain says that it is from before", async () => {
    const place = await makeLintedPlace(`sleep 5; ${LINT_WITH_BUILD}`);
    const session = startStreamingClaude({
      ...place,
      script: [
        onceStarted(place, write(`${place.project}/src/c.ts`, "fine\n")),
        say("Done."),
        bash("echo broken > build/gen.txt"),
        say("Cleaned up."),
      ],
    });
    await session.send("Change it.");
    const before = await runCommand(place, "explain");
    await session.send("Clean up.");
    const run = await session.close();
    expect(stopVerdicts(place)).toEqual(["complete", "complete"]);
    expect(before.stdout).not.toContain("from before");
    expect((await runCommand(place, "explain")).stdout).toMatch(/stage quality: that .* is from before/);
    expect(messagesOf(run)).toEqual([]);
  }, 60_000);
});

describe("a baseline that was killed", () => {
  const ways: Record<string, (place: Place) => Promise<unknown>> = {
    "the next session": (place) => runClaude({ ...place, prompt: "Hello.", script: [say("Hello.")] }),
    "holdfast prune": (place) => runCommand(place, "prune"),
    "holdfast uninstall": (place) => runCommand(place, "uninstall", "--yes"),
  };

  /** In the copy the check goes on for ever. */
  async function startBaseline() {
    const inCopy =
      'case "$PWD" in *holdfast-tree*) echo $$ > "$HOME/pids"; sleep 300 & echo $! >> "$HOME/pids"; wait;; esac';
    const place = await makeLintedPlace(`${inCopy}; ${LINT}`);
    await runClaude({
      ...place,
      prompt: "Change it.",
      script: [
        onceStarted(place, write(`${place.project}/src/a2.ts`, "bad\n")),
        say("Done."),
        bash("rm src/a2.ts"),
        say("Removed."),
      ],
    });
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
    return { place, pid, running, worktrees, expectNothingLeft };
  }

  test.each(Object.keys(ways))(
    "leaves nothing behind after %s",
    async (name) => {
      const { place, pid, running, worktrees, expectNothingLeft } = await startBaseline();
      expect([running.every(isRunning), worktrees().length]).toEqual([true, 2]);
      // The drain that the session's end started may clear up at once.
      process.kill(pid, "SIGKILL");
      await ways[name]?.(place);
      await expectNothingLeft();
    },
    60_000,
  );

  test("clears up by itself when it is asked to end, and keeps no result", async () => {
    const { place, pid, expectNothingLeft } = await startBaseline();
    process.kill(pid, "SIGTERM");
    await expectNothingLeft();
    expect(baselineResults(place)).toBe(0);
  }, 60_000);
});

describe("two sessions in one tree", () => {
  test("each is held for its own errors, and told whose the others are", async () => {
    const place = await makeLintedPlace(LINT);
    const fileOf = (name: string) => `${place.project}/src/${name}.ts`;
    const recorded = () => queryStore(place, "SELECT 1 FROM pending_queue WHERE files_touched LIKE '%b.ts%'");
    const first = startStreamingClaude({
      ...place,
      script: [
        say("Hello."),
        write(fileOf("mine"), "fine\n"),
        say("Done."),
        write(fileOf("mine"), "finer\n"),
        say("Done."),
      ],
    });
    await first.send("Hello.");
    await waitUntil(
      () => queryStore(place, "SELECT 1 FROM session_starts WHERE tree IS NOT NULL").length === 1,
    );
    const second = await runClaude({
      ...place,
      prompt: "Change b.",
      script: [
        onceStarted(place, read(fileOf("b")), 2),
        edit(fileOf("b"), "good", "bad"),
        async () => {
          await waitUntil(() => recorded().length > 0);
          return say("Done.");
        },
        say("I cannot."),
        say("I cannot."),
      ],
    });
    await first.send("Change yours.");
    writeFileSync(fileOf("person"), "bad, by the person\n");
    await first.send("Change yours again.");
    const run = await first.close();
    expect(stopVerdicts(place, run.sessionId)).toEqual(["complete", "complete", "complete"]);
    expect(stopVerdicts(place, second.sessionId)[0]).toBe("blocked");
    const [ofOther = "", ofPerson = ""] = messagesOf(run);
    expect(ofOther).toContain(`src/b.ts (changed by session ${second.sessionId.slice(0, 8)})`);
    expect(ofPerson).toContain("src/person.ts (changed by you, or another program)");
  }, 90_000);

  test("a caller that nobody changed is this session's, though another session changed something", async () => {
    const check = `grep -q "export name" src/a.ts || { echo "src/caller.ts:1: error: src/a.ts exports no name"; exit 1; }`;
    const place = await makeLintedPlace(check, {
      "src/a.ts": "export name\n",
      "src/caller.ts": "import name\n",
    });
    const file = `${place.project}/src/a.ts`;
    await runClaude({
      ...place,
      prompt: "Rename it.",
      script: [
        onceStarted(place, read(file)),
        edit(file, "name", "title"),
        () => {
          writeFileSync(`${place.project}/src/person.ts`, "x\n");
          return say("Done.");
        },
        edit(file, "title", "name"),
        say("Put back."),
      ],
    });
    expect(stopVerdicts(place)).toEqual(["blocked", "complete"]);
  }, 60_000);
});
