// The quality gate in the real client: from an edit that breaks a check to an allowed stop.
import { describe, expect, setDefaultTimeout, test } from "bun:test";
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { answer } from "../helpers/answer-terminal.ts";
import { runClaude } from "../helpers/claude.ts";
import { shareSessions } from "../helpers/claude-sessions.ts";
import { readFaultLines } from "../helpers/holdfast.ts";
import { configure, queryStore, stopVerdicts } from "../helpers/installed.ts";
import { isRunning } from "../helpers/processes.ts";
import { type Checks, count, makeCheckedPlace, onceStarted } from "../helpers/quality.ts";
import { restoreProject } from "../helpers/temp.ts";
import { findTold, lastRequest, timesTold, toolResults } from "../helpers/told.ts";
import { systemMessages } from "../helpers/transcript.ts";
import { vouchFor } from "../helpers/trust.ts";
import { agent, bash, edit, read, say, write } from "../helpers/turns.ts";
import { waitUntil } from "../helpers/wait.ts";

setDefaultTimeout(60_000);

/** Complains about each line with "bad" in it, like a linter. */
const LINT = count(
  "lint",
  `grep -rn bad src > "$HOME/hits"; if [ -s "$HOME/hits" ]; then sed 's/$/ error: no bad words/' "$HOME/hits"; exit 3; fi`,
);
const STAGES = {
  correctness: [{ run: count("types", "true"), paths: ["types/**"] }, { run: count("all", "true") }],
  quality: [{ run: LINT, paths: ["src/**"] }],
};
/** For what failed before a session began. */
const OLD_LINT = { run: LINT.replace("bad src", "bad old"), paths: ["old/**"] };
const FILES = {
  "src/a.ts": "good\n",
  "types/t.ts": "T\n",
  "old/a.ts": "bad from the start\n",
  "old/b.ts": "good\n",
  "generate.sh": 'cd src && for n in x y; do echo bad > "$n.ts"; done\n',
};

const place = await makeCheckedPlace({ stages: STAGES, files: FILES, trusted: false });
place.env = { TMPDIR: `${place.home}/tmp` };
const sessions = shareSessions(place);

/** The next session starts in the committed tree. */
const restore = () => restoreProject(place.project);
const setChecks = (checks: Pick<Checks, "stages" | "baseline">) => configure(place, { quality: checks });
const messagesOf = (run: Parameters<typeof systemMessages>[0]) => systemMessages(run).map(({ text }) => text);

/** How often each command ran since. */
function countRuns(): () => Record<"types" | "all" | "lint", number> {
  const now = () => ({ types: place.runs("types"), all: place.runs("all"), lint: place.runs("lint") });
  const before = now();
  return () => {
    const { types, all, lint } = now();
    return { types: types - before.types, all: all - before.all, lint: lint - before.lint };
  };
}

describe("the quality gate", () => {
  test("runs nothing of an untrusted project, and says so at the start and at the stop", async () => {
    const run = await sessions.run({
      prompt: ["Change it.", restore],
      script: [onceStarted(place, write(`${place.project}/src/b.ts`, "bad\n")), say("Done.")],
    });
    expect(stopVerdicts(place)).toEqual(["complete"]);
    expect([place.runs("all"), place.runs("lint")]).toEqual([0, 0]);
    expect(messagesOf(run)).toEqual([
      expect.stringContaining("is not trusted, which leaves out its commands"),
      expect.stringContaining(
        "the checks of this project did not run: its .claude/holdfast.json is not trusted",
      ),
    ]);
    await vouchFor(`${place.home}/.holdfast`, place.project);
  });

  test("runs nothing for a question, in plan mode, or for the user's own edits", async () => {
    const file = `${place.project}/src/a.ts`;
    const runs = countRuns();
    const results: unknown[] = [];
    const run = await sessions.run({
      prompt: [
        "What is in it?",
        () => sessions.setPermissionMode("plan"),
        "Plan it.",
        () => sessions.setPermissionMode("acceptEdits"),
        () => results.push(runs()),
        restore,
      ],
      script: [
        read(file),
        () => {
          writeFileSync(file, "bad, by the user\n");
          return bash("cat src/a.ts && git status --short");
        },
        say("It says bad."),
        bash("touch src/new.ts"),
        say("A plan."),
      ],
    });
    expect(run.result?.result).toBe("A plan.");
    expect(results).toEqual([{ types: 0, all: 0, lint: 0 }]);
    expect(stopVerdicts(place, run.sessionId)).toEqual(["complete", "paused"]);
  });

  test("skips a check when only the user touched its files, and Claude others", async () => {
    const runs = countRuns();
    const run = await sessions.run({
      prompt: ["Write the docs.", restore],
      script: [
        write(`${place.project}/README.md`, "docs\n"),
        () => {
          writeFileSync(`${place.project}/src/a.ts`, "bad, by the user\n");
          return say("Done.");
        },
      ],
    });
    expect(runs()).toMatchObject({ all: 1, lint: 0 });
    expect(stopVerdicts(place, run.sessionId)).toEqual(["complete"]);
  });

  test("blocks with the right lines, releases after the fix, and does not rerun what did not change [001-02] [004-12]", async () => {
    await setChecks({ stages: STAGES, baseline: "off" });
    const file = `${place.project}/src/a.ts`;
    const runs = countRuns();
    const run = await sessions.run({
      prompt: ["Change it.", "Document it.", restore],
      script: [
        read(file),
        edit(file, "good", "one\nbad two"),
        say("Done."),
        edit(file, "bad two", "two"),
        say("Really done."),
        write(`${place.project}/README.md`, "docs of two\n"),
        say("Documented."),
      ],
    });
    expect(stopVerdicts(place, run.sessionId)).toEqual(["blocked", "complete", "complete"]);
    const told = findTold(run.requests, /Stage quality/);
    expect(told).toContain("src/a.ts:2:bad two error: no bad words");
    expect(told).toContain("(exit code 3)");
    const log = /Full output: (\S.*\.log)/.exec(told ?? "")?.[1] ?? "";
    expect(readFileSync(log, "utf8")).toContain("src/a.ts:2");
    expect(statSync(log).mode & 0o777).toBe(0o600);
    // The last edit touched nothing that the linter reads; the check without paths ran once more.
    expect(runs()).toEqual({ types: 0, all: 3, lint: 2 });
    const state = `${place.home}/.holdfast/state/${run.sessionId}/quality-gate.json`;
    expect(JSON.parse(readFileSync(state, "utf8"))).toMatchObject({
      last_result: "passed",
      stages: { correctness: { status: "passed" }, quality: { status: "passed" } },
    });
    expect(run.result?.result).toBe("Documented.");
    expect(await readFaultLines(place)).toEqual([]);
  });

  test("reports the same failure in full once, then in one line, and releases when nothing changes", async () => {
    const file = `${place.project}/src/a.ts`;
    const runs = countRuns();
    const run = await sessions.run({
      prompt: ["Change it.", restore],
      script: [read(file), edit(file, "good", "bad"), say("Done."), say("Still done."), say("I cannot.")],
    });
    expect(stopVerdicts(place, run.sessionId)).toEqual(["blocked", "blocked", "stalled"]);
    // A block reaches the model twice.
    expect(timesTold(lastRequest(run.requests), "no bad words")).toBe(2);
    expect(findTold(run.requests, /still fails in the same way/)).toBeDefined();
    expect(runs().lint).toBe(1);
    expect(messagesOf(run)).toEqual([
      expect.stringContaining("If nothing changes again"),
      expect.stringContaining("holdfast released this stop"),
    ]);
  });

  test("sees what a command wrote without naming a file, and what a subagent wrote", async () => {
    const run = await sessions.run({
      prompt: ["Generate it.", restore],
      script: {
        main: [
          bash("sh generate.sh"),
          say("Done."),
          bash("rm src/x.ts src/y.ts"),
          agent({ prompt: "WRITE it", background: false }),
          say("Done."),
          bash("rm src/z.ts"),
          say("Cleaned up."),
        ],
        agents: { "WRITE it": [write(`${place.project}/src/z.ts`, "bad\n"), say("Written.")] },
      },
    });
    expect(stopVerdicts(place, run.sessionId)).toEqual(["blocked", "blocked", "complete"]);
    expect(findTold(run.requests, /src\/x\.ts:1:bad/)).toBeDefined();
    expect(findTold(run.requests, /src\/z\.ts:1:bad/)).toBeDefined();
  });

  test("proves the conditions of a flow that was given no commands [004-11]", async () => {
    const runs = countRuns();
    const run = await sessions.run({
      prompt: "Start.",
      script: [
        bash('holdfast flow start "a task" --complexity 2 --kind chore'),
        bash("holdfast flow set correctness_passed"),
        bash("holdfast cancel flow --why 'enough seen'"),
        say("Done."),
      ],
    });
    expect(toolResults(run.requests)[1]?.text).toMatch(
      /✓ correctness_passed: `.*\/holdfast'? gate run correctness`/,
    );
    expect(runs().types).toBe(1);
  });
});

describe("an old failure", () => {
  const asBefore = expect.stringContaining("fails, as it did before this session changed anything");

  test("is advice at once, because the check also runs on the tree from before [001-03]", async () => {
    const file = `${place.project}/old/b.ts`;
    const run = await sessions.run({
      prepare: () => setChecks({ stages: { quality: [OLD_LINT] } }),
      prompt: ["Change it.", restore],
      script: [read(file), edit(file, "good", "fine"), say("Done.")],
    });
    expect(stopVerdicts(place, run.sessionId)).toEqual(["complete"]);
    expect(messagesOf(run)).toEqual([asBefore]);
    const listed = () => Bun.spawnSync(["git", "worktree", "list"], { cwd: place.project }).stdout.toString();
    await waitUntil(() => listed().trim().split("\n").length === 1);
    expect(listed().trim().split("\n")).toHaveLength(1);
    expect(readdirSync(`${place.home}/tmp`).filter((name) => name.startsWith("holdfast-tree"))).toEqual([]);
    expect(await readFaultLines(place)).toEqual([]);
  });

  test("is known from an earlier run on the same tree", async () => {
    const runs = countRuns();
    const run = await sessions.run({
      prepare: async () => {
        await setChecks({ stages: { quality: [{ ...OLD_LINT, run: `: earlier; ${OLD_LINT.run}` }] } });
        expect((await answer(place, ["gate", "run"], [])).exitCode).toBe(2);
      },
      prompt: ["Change it.", restore],
      script: [onceStarted(place, write(`${place.project}/old/c.ts`, "fine\n")), say("Done.")],
    });
    expect(stopVerdicts(place, run.sessionId)).toEqual(["complete"]);
    expect(runs().lint).toBe(2);
  });

  test("is known from the start if the config asks for a baseline run, and does not hold at all", async () => {
    const other = { ...OLD_LINT, run: `: from the start; ${OLD_LINT.run}` };
    await setChecks({ stages: { quality: [other] }, baseline: "start" });
    const results = () => queryStore(place, "SELECT key FROM check_results").length;
    const known = results();
    // The open session began with another config; its end begins the next.
    await sessions.run({ prompt: "Hello.", script: [say("Hello.")] });
    const run = await sessions.run({
      prompt: "Change it.",
      script: [
        async () => {
          await waitUntil(() => results() > known);
          return write(`${place.project}/old/c.ts`, "fine too\n");
        },
        say("Done."),
      ],
    });
    expect(stopVerdicts(place, run.sessionId)).toEqual(["complete"]);
    expect(messagesOf(run)).toEqual([asBefore]);
  });
});

test("a config that changed since it was trusted does not run", async () => {
  const runs = countRuns();
  const config = { quality: { stages: { quality: [{ run: count("lint", "true") }] } } };
  const run = await sessions.run({
    prompt: "Change it.",
    script: [
      write(`${place.project}/src/b.ts`, "bad\n"),
      () => {
        writeFileSync(`${place.project}/.claude/holdfast.json`, JSON.stringify(config));
        return say("Done.");
      },
    ],
  });
  expect(runs().lint).toBe(0);
  expect(messagesOf(run)).toEqual([expect.stringContaining("changed since you trusted it")]);
});

test("a missing or slow command is advice and a recorded fault", async () => {
  await setChecks({
    stages: { correctness: [{ run: "no-such-checker --all" }], quality: [{ run: "sleep 60", timeout: 1 }] },
  });
  const run = await sessions.run({
    prompt: ["Change it.", restore],
    script: [onceStarted(place, write(`${place.project}/src/b.ts`, "x\n")), say("Done.")],
  });
  expect(stopVerdicts(place, run.sessionId)).toEqual(["complete"]);
  const said = messagesOf(run).at(-1);
  expect(said).toContain("`no-such-checker --all` (exit code 127) did not check anything");
  expect(said).toContain("`sleep 60` did not check anything. It took longer than 1 s");
  expect((await readFaultLines(place)).map(({ message }) => message)).toEqual([
    "a check of stage correctness: missing",
    "a check of stage quality: timeout",
  ]);
});

test("SIGTERM from the client during a check ends its whole process group and holds nothing", async () => {
  const place = await makeCheckedPlace({
    stages: { quality: [{ run: 'sleep 300 & echo $! > "$HOME/child"; touch "$HOME/began"; wait' }] },
    files: FILES,
  });
  const settings = `${place.home}/.claude/settings.json`;
  writeFileSync(settings, readFileSync(settings, "utf8").replace('"timeout": 180', '"timeout": 2'));
  const run = await runClaude({
    ...place,
    prompt: "Change it.",
    script: [onceStarted(place, write(`${place.project}/src/b.ts`, "x\n")), say("Done.")],
  });
  expect(run.result?.result).toBe("Done.");
  expect(existsSync(`${place.home}/began`)).toBe(true);
  const child = readFileSync(`${place.home}/child`, "utf8");
  await waitUntil(() => !isRunning(child));
  expect(isRunning(child)).toBe(false);
  const faults = (await readFaultLines(place)).map(({ message }) => message);
  expect(faults).toEqual(["the client ended the hook (SIGTERM)"]);
});
