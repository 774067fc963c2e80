// The quality gate in the real client: from an edit that breaks a check to a stop that stands.
import { describe, expect, test } from "bun:test";
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { runClaude } from "../helpers/claude.ts";
import { readFaultLines, runCommand } from "../helpers/holdfast.ts";
import { queryStore, stopVerdicts } from "../helpers/installed.ts";
import { isRunning } from "../helpers/processes.ts";
import { count, makeCheckedPlace } from "../helpers/quality.ts";
import { startStreamingClaude } from "../helpers/streaming-claude.ts";
import { findTold, lastRequest, timesTold, toolResults } from "../helpers/told.ts";
import { systemMessages } from "../helpers/transcript.ts";
import { agent, bash, edit, read, say, write } from "../helpers/turns.ts";
import { waitUntil } from "../helpers/wait.ts";

/** Complains about each line with "bad" in it, as a linter would. */
const LINT = count(
  "lint",
  `grep -rn bad src > "$HOME/hits"; if [ -s "$HOME/hits" ]; then sed 's/$/ error: no bad words/' "$HOME/hits"; exit 3; fi`,
);
const STAGES = {
  correctness: [{ run: count("types", "true"), paths: ["types/**"] }, { run: count("all", "true") }],
  quality: [{ run: LINT, paths: ["src/**"] }],
};
const FILES = { "src/a.ts": "good\n", "types/t.ts": "T\n" };

describe("the quality gate", () => {
  test("blocks with the right lines, lets go after the fix, and does not run again what did not change", async () => {
    const place = await makeCheckedPlace({ stages: STAGES, files: FILES, baseline: "off" });
    const file = `${place.project}/src/a.ts`;
    const session = startStreamingClaude({
      ...place,
      script: [
        read(file),
        edit(file, "good", "one\nbad two"),
        say("Done."),
        edit(file, "bad two", "two"),
        say("Really done."),
        write(`${place.project}/README.md`, "docs\n"),
        say("Documented."),
      ],
    });
    await session.send("Change it.");
    await session.send("Document it.");
    const run = await session.close();
    expect(stopVerdicts(place)).toEqual(["blocked", "complete", "complete"]);
    const told = findTold(run.requests, /Stage quality/);
    expect(told).toContain("src/a.ts:2:bad two error: no bad words");
    expect(told).toContain("(exit code 3)");
    const log = /Full output: (\S.*\.log)/.exec(told ?? "")?.[1] ?? "";
    expect(readFileSync(log, "utf8")).toContain("src/a.ts:2");
    expect(statSync(log).mode & 0o777).toBe(0o600);
    // The last edit touched nothing of what the linter looks at; what looks at everything ran once more.
    expect([place.runs("types"), place.runs("all"), place.runs("lint")]).toEqual([0, 3, 2]);
    const state = `${place.home}/.holdfast/state/${run.sessionId}/quality-gate.json`;
    expect(JSON.parse(readFileSync(state, "utf8"))).toMatchObject({
      last_result: "passed",
      stages: { correctness: { status: "passed" }, quality: { status: "passed" } },
    });
    expect(run.result?.result).toBe("Documented.");
    expect(await readFaultLines(place)).toEqual([]);
  }, 60_000);

  test("says the same failure in full once, then in one line, and lets go when nothing changes", async () => {
    const place = await makeCheckedPlace({ stages: STAGES, files: FILES, baseline: "off" });
    const file = `${place.project}/src/a.ts`;
    const run = await runClaude({
      ...place,
      prompt: "Change it.",
      script: [read(file), edit(file, "good", "bad"), say("Done."), say("Still done."), say("I cannot.")],
    });
    expect(stopVerdicts(place)).toEqual(["blocked", "blocked", "stalled"]);
    // A block reaches the model twice.
    expect(timesTold(lastRequest(run.requests), "no bad words")).toBe(2);
    expect(findTold(run.requests, /still fails in the same way/)).toBeDefined();
    expect(place.runs("lint")).toBe(1);
    expect(systemMessages(run).map(({ text }) => text)).toEqual([
      expect.stringContaining("holdfast let Claude stop"),
    ]);
  }, 60_000);

  test("runs nothing for a question, in plan mode, or for the user's own edits", async () => {
    const place = await makeCheckedPlace({ stages: STAGES, files: FILES });
    const file = `${place.project}/src/a.ts`;
    const asked = await runClaude({
      ...place,
      prompt: "What is in it?",
      script: [
        read(file),
        () => {
          writeFileSync(file, "bad, by the user\n");
          return bash("cat src/a.ts && git status --short");
        },
        say("It says bad."),
      ],
    });
    const planned = await runClaude({
      ...place,
      prompt: "Plan it.",
      permissionMode: "plan",
      script: [bash("touch src/new.ts"), say("A plan.")],
    });
    expect([asked.result?.result, planned.result?.result]).toEqual(["It says bad.", "A plan."]);
    expect([place.runs("all"), place.runs("lint")]).toEqual([0, 0]);
    expect(stopVerdicts(place).includes("blocked")).toBe(false);
  }, 60_000);

  test("leaves a check out when only the user touched its files, and Claude others", async () => {
    const place = await makeCheckedPlace({ stages: STAGES, files: FILES });
    await runClaude({
      ...place,
      prompt: "Write the docs.",
      script: [
        write(`${place.project}/README.md`, "docs\n"),
        () => {
          writeFileSync(`${place.project}/src/a.ts`, "bad, by the user\n");
          return say("Done.");
        },
      ],
    });
    expect([place.runs("all"), place.runs("lint")]).toEqual([1, 0]);
    expect(stopVerdicts(place)).toEqual(["complete"]);
  }, 60_000);

  test("sees what a command wrote that names no file, and what a subagent wrote", async () => {
    const place = await makeCheckedPlace({
      stages: { quality: [{ run: LINT, paths: ["src/**"] }] },
      files: { ...FILES, "generate.sh": 'cd src && for n in x y; do echo bad > "$n.ts"; done\n' },
      baseline: "off",
    });
    const run = await runClaude({
      ...place,
      prompt: "Generate it.",
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
    expect(stopVerdicts(place)).toEqual(["blocked", "blocked", "complete"]);
    expect(findTold(run.requests, /src\/x\.ts:1:bad/)).toBeDefined();
    expect(findTold(run.requests, /src\/z\.ts:1:bad/)).toBeDefined();
  }, 60_000);

  test("runs nothing of a project that nobody trusts, and says so at the start and at the stop", async () => {
    const place = await makeCheckedPlace({ stages: STAGES, files: FILES, trusted: false });
    const run = await runClaude({
      ...place,
      prompt: "Change it.",
      script: [write(`${place.project}/src/b.ts`, "bad\n"), say("Done.")],
    });
    expect(stopVerdicts(place)).toEqual(["complete"]);
    expect([place.runs("all"), place.runs("lint")]).toEqual([0, 0]);
    expect(systemMessages(run).map(({ text }) => text)).toEqual([
      expect.stringContaining("waits for `holdfast trust` with its commands"),
      expect.stringContaining(
        "the checks of this project did not run: its .claude/holdfast.json is not trusted",
      ),
    ]);
  }, 60_000);

  test("does not run a config that changed since it was trusted", async () => {
    const place = await makeCheckedPlace({ stages: STAGES, files: FILES });
    const config = { quality: { stages: { quality: [{ run: count("lint", "true") }] } } };
    const run = await runClaude({
      ...place,
      prompt: "Change it.",
      script: [
        write(`${place.project}/src/b.ts`, "bad\n"),
        () => {
          writeFileSync(`${place.project}/.claude/holdfast.json`, JSON.stringify(config));
          return say("Done.");
        },
      ],
    });
    expect(place.runs("lint")).toBe(0);
    expect(systemMessages(run).map(({ text }) => text)).toEqual([
      expect.stringContaining("changed since you trusted it"),
    ]);
  }, 60_000);

  test("advises and records a fault when a command is missing or takes too long", async () => {
    const place = await makeCheckedPlace({
      stages: { correctness: [{ run: "no-such-checker --all" }], quality: [{ run: "sleep 60", timeout: 1 }] },
      files: FILES,
    });
    const run = await runClaude({
      ...place,
      prompt: "Change it.",
      script: [write(`${place.project}/src/b.ts`, "x\n"), say("Done.")],
    });
    expect(stopVerdicts(place)).toEqual(["complete"]);
    const [said] = systemMessages(run).map(({ text }) => text);
    expect(said).toContain("`no-such-checker --all` (exit code 127) did not check anything");
    expect(said).toContain("`sleep 60` did not check anything. It was not done after 1 s");
    expect((await readFaultLines(place)).map(({ message }) => message)).toEqual([
      "a check of stage correctness: missing",
      "a check of stage quality: timeout",
    ]);
  }, 60_000);

  test("proves the conditions of a flow that was given no commands", async () => {
    const place = await makeCheckedPlace({ stages: STAGES, files: FILES });
    const run = await runClaude({
      ...place,
      prompt: "Start.",
      script: [
        bash('holdfast flow start "a task" --complexity 2 --kind chore'),
        bash("holdfast flow set correctness_passed"),
        bash("holdfast flow cancel --why 'enough seen'"),
        say("Done."),
      ],
    });
    expect(toolResults(run.requests)[1]?.text).toContain(
      "✓ correctness_passed: `holdfast gate run correctness`",
    );
    expect(place.runs("types")).toBe(1);
  }, 60_000);
});

describe("what is not the session's doing", () => {
  test("does not hold when it already failed before: it holds once at most, until that is known", async () => {
    const place = await makeCheckedPlace({
      stages: { quality: [{ run: LINT, paths: ["src/**"] }] },
      files: { "src/a.ts": "bad from the start\n", "src/b.ts": "good\n" },
    });
    const file = `${place.project}/src/b.ts`;
    const run = await runClaude({
      ...place,
      prompt: "Change it.",
      env: { TMPDIR: `${place.home}/tmp` },
      script: [
        read(file),
        edit(file, "good", "fine"),
        say("Done."),
        async () => {
          await waitUntil(() => queryStore(place, "SELECT key FROM check_results").length === 2);
          return edit(file, "fine", "better");
        },
        say("Done again."),
      ],
    });
    expect(stopVerdicts(place)).toEqual(["blocked", "complete"]);
    expect(systemMessages(run).map(({ text }) => text)).toEqual([
      expect.stringContaining("fails, as it did before this session changed anything"),
    ]);
    const listed = () => Bun.spawnSync(["git", "worktree", "list"], { cwd: place.project }).stdout.toString();
    await waitUntil(() => listed().trim().split("\n").length === 1);
    expect(listed().trim().split("\n")).toHaveLength(1);
    expect(readdirSync(`${place.home}/tmp`).filter((name) => name.startsWith("holdfast-tree"))).toEqual([]);
    expect(await readFaultLines(place)).toEqual([]);
  }, 60_000);

  test("is known from the start when the config asks for that, and does not hold at all", async () => {
    const place = await makeCheckedPlace({
      stages: { quality: [{ run: LINT, paths: ["src/**"] }] },
      files: { "src/a.ts": "bad from the start\n", "src/b.ts": "good\n" },
      baseline: "start",
    });
    const run = await runClaude({
      ...place,
      prompt: "Change it.",
      script: [
        async () => {
          await waitUntil(() => queryStore(place, "SELECT key FROM check_results").length === 1);
          return write(`${place.project}/src/c.ts`, "fine\n");
        },
        say("Done."),
      ],
    });
    expect(stopVerdicts(place)).toEqual(["complete"]);
    expect(systemMessages(run).map(({ text }) => text)).toEqual([
      expect.stringContaining("fails, as it did before this session changed anything"),
    ]);
  }, 60_000);

  test("is known from an earlier run on the same tree", async () => {
    const place = await makeCheckedPlace({
      stages: { quality: [{ run: LINT, paths: ["src/**"] }] },
      files: { "src/a.ts": "bad from the start\n" },
    });
    expect((await runCommand(place, "gate", "run")).exitCode).toBe(2);
    await runClaude({
      ...place,
      prompt: "Change it.",
      script: [write(`${place.project}/src/c.ts`, "fine\n"), say("Done.")],
    });
    expect(stopVerdicts(place)).toEqual(["complete"]);
    expect(place.runs("lint")).toBe(2);
  }, 60_000);
});

test("the client's SIGTERM in the middle of a check ends its whole group and holds nothing", async () => {
  const place = await makeCheckedPlace({
    stages: { quality: [{ run: 'sleep 300 & echo $! > "$HOME/child"; touch "$HOME/began"; wait' }] },
    files: FILES,
  });
  const settings = `${place.home}/.claude/settings.json`;
  writeFileSync(settings, readFileSync(settings, "utf8").replace('"timeout": 180', '"timeout": 2'));
  const run = await runClaude({
    ...place,
    prompt: "Change it.",
    script: [write(`${place.project}/src/b.ts`, "x\n"), say("Done.")],
  });
  expect(run.result?.result).toBe("Done.");
  expect(existsSync(`${place.home}/began`)).toBe(true);
  const child = readFileSync(`${place.home}/child`, "utf8");
  await waitUntil(() => !isRunning(child));
  expect(isRunning(child)).toBe(false);
  const faults = (await readFaultLines(place)).map(({ message }) => message);
  expect(faults).toEqual(["the client ended the hook (SIGTERM)"]);
}, 60_000);
