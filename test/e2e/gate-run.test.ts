// `holdfast init` and `holdfast gate run`, as a person, a script and Claude use them.
import { describe, expect, test } from "bun:test";
import { existsSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { answer, CTRL_C, ENTER } from "../helpers/answer-terminal.ts";
import { type Place, runCommand, sendEvent } from "../helpers/holdfast.ts";
import { queryStore } from "../helpers/installed.ts";
import { eventuallyGone, readPids } from "../helpers/processes.ts";
import { makeCheckedPlace } from "../helpers/quality.ts";
import { makeTempHome, makeTempProject } from "../helpers/temp.ts";
import { vouchFor } from "../helpers/trust.ts";

const FILES = { "a.txt": "good\n" };
const FAIL = "echo 'a.txt:1: error: wrong'; exit 5";

/** Like Ctrl-C, if the terminal controls the process. */
const interrupt = (pid: number) => process.kill(pid, "SIGINT");

describe("holdfast gate run", () => {
  test("runs every stage, background ones too, and exits 0 when all pass", async () => {
    const place = await makeCheckedPlace({
      stages: {
        one: [{ run: "true" }],
        tests: [{ run: "true # tests", background: true, paths: ["none/**"] }],
      },
      files: FILES,
    });
    const ran = await runCommand(place, "gate", "run");
    expect(ran).toMatchObject({ exitCode: 0, stderr: "" });
    expect(ran.stdout).toContain("✓ one: true (passed");
    expect(ran.stdout).toContain("✓ tests: true # tests (passed");
    expect(ran.stdout).toContain("All checks passed.");
    expect(queryStore(place, "SELECT outcome FROM check_results")).toHaveLength(2);
  });

  test("exits 2 when a check fails, with the error and the log; later stages do not start [001-15]", async () => {
    const place = await makeCheckedPlace({
      stages: { one: [{ run: FAIL }], two: [{ run: "touch ran" }] },
      files: FILES,
    });
    const { exitCode, stdout } = await runCommand(place, "gate", "run");
    expect(exitCode).toBe(2);
    expect(stdout).toContain("(failed, exit code 5");
    expect(stdout).toContain("    a.txt:1: error: wrong");
    expect(stdout).toContain("not run: two");
    expect(existsSync(/full output: (.+\.log)/.exec(stdout)?.[1] ?? "")).toBe(true);
    expect(existsSync(`${place.project}/ran`)).toBe(false);
  });

  test("inside Claude records each run with its folder and the names of its variables; only the plain command counts for a flow", async () => {
    const COMMAND = "test -e a.txt";
    const checked = await makeCheckedPlace({
      stages: {
        elsewhere: [{ run: COMMAND, cwd: "sub" }],
        varied: [{ run: COMMAND, env: { MODE: "strict-value" } }],
        plain: [{ run: COMMAND }],
      },
      files: { ...FILES, "sub/a.txt": "good\n" },
    });
    const place = { ...checked, env: { CLAUDECODE: "1", CLAUDE_CODE_SESSION_ID: "s1" } };
    const run = async (...words: string[]) => {
      const ran = await runCommand(place, ...words);
      expect([words, ran]).toMatchObject([words, { exitCode: 0 }]);
      return ran.stdout;
    };
    const correctness = async () => {
      const { conditions } = JSON.parse(await run("flow", "status", "--json"));
      return conditions.find(({ id }: { id: string }) => id === "correctness_passed");
    };
    await sendEvent(place, { hook_event_name: "SessionStart", source: "startup" });
    await run("flow", "start", "add a greeting", "--correctness", COMMAND);
    await run("gate", "run", "elsewhere");
    await run("gate", "run", "varied");
    expect(await correctness()).toMatchObject({ state: "open" });
    await run("gate", "run", "plain");
    expect(await correctness()).toMatchObject({ state: "met" });

    await run("drain");
    const rows = queryStore(place, "SELECT command, dir FROM runs ORDER BY id");
    expect(rows).toEqual([
      { command: COMMAND, dir: `${place.project}/sub` },
      { command: `MODE=… ${COMMAND}`, dir: place.project },
      { command: COMMAND, dir: place.project },
    ]);
  });

  test("exits 4 when a check could not run", async () => {
    const place = await makeCheckedPlace({ stages: { one: [{ run: "no-such-tool" }] }, files: FILES });
    expect(await runCommand(place, "gate", "run")).toMatchObject({
      exitCode: 4,
      stdout: expect.stringContaining("Some checks gave no result."),
    });
  });

  test("shows the running check and its last line on a terminal, and leaves only results", async () => {
    const place = await makeCheckedPlace({
      stages: { one: [{ run: "echo halfway there; sleep 1.2" }], two: [{ run: FAIL }] },
      files: FILES,
    });
    const { exitCode, shown, drawn } = await answer(place, ["gate", "run"], []);
    expect(exitCode).toBe(2);
    expect(shown).toContain("echo halfway there; sleep 1.2 1 s · halfway there");
    expect(shown).toMatch(/✓ one: echo halfway there; sleep 1\.2 \(passed, [\d.]+ s\)/);
    expect(shown).toContain("✗ two: ");
    expect(shown).toContain("a.txt:1: error: wrong");
    // The cursor is hidden while it draws, and restored.
    expect(drawn.lastIndexOf("\u001b[?25h")).toBeGreaterThan(drawn.lastIndexOf("\u001b[?25l"));
    expect(shown.trimEnd().endsWith("Checks failed.")).toBe(true);
  });

  test("restores the terminal when interrupted", async () => {
    const place = await makeCheckedPlace({
      stages: { one: [{ run: "echo begun; sleep 60" }] },
      files: FILES,
    });
    const { exitCode, drawn } = await answer(place, ["gate", "run"], [["· begun", interrupt]]);
    expect(exitCode).toBe(130);
    expect(drawn.lastIndexOf("\u001b[?25h")).toBeGreaterThan(drawn.lastIndexOf("\u001b[?25l"));
  });

  test("runs one stage, and lists the stages if the name is unknown", async () => {
    const place = await makeCheckedPlace({ stages: { one: [{ run: "false" }], two: [{ run: "true" }] } });
    expect((await runCommand(place, "gate", "run", "two")).exitCode).toBe(0);
    expect(await runCommand(place, "gate", "run", "three")).toMatchObject({
      exitCode: 1,
      stderr: expect.stringContaining("The stages are: one, two."),
    });
  });

  test("prints JSON", async () => {
    const place = await makeCheckedPlace({ stages: { unit_one: [{ run: FAIL }] } });
    const { exitCode, stdout } = await runCommand(place, "gate", "run", "--json");
    expect(exitCode).toBe(2);
    expect(JSON.parse(stdout)).toMatchObject({
      result: "failed",
      stages: { unit_one: { status: "failed" } },
      checks: [{ stage: "unit_one", outcome: "failed", exitCode: 5 }],
    });
  });

  test("runs nothing untrusted except with --ci, and not even then inside Claude [001-15]", async () => {
    const place = await makeCheckedPlace({ stages: { one: [{ run: "touch ran" }] }, trusted: false });
    const refused = await runCommand(place, "gate", "run");
    expect(refused).toMatchObject({ exitCode: 1, stderr: expect.stringContaining("holdfast trust") });
    const inside = { ...place, env: { CLAUDECODE: "1" } };
    expect((await runCommand(inside, "gate", "run", "--ci")).exitCode).toBe(1);
    expect(existsSync(`${place.project}/ran`)).toBe(false);
    expect((await runCommand(place, "gate", "run", "--ci")).exitCode).toBe(0);
    expect(existsSync(`${place.project}/ran`)).toBe(true);
  });

  test("--ci shows the whole output of a failed check", async () => {
    const place = await makeCheckedPlace({ stages: { one: [{ run: "seq 1 500; exit 1" }] } });
    const { stdout } = await runCommand(place, "gate", "run", "--ci");
    for (const number of [1, 250, 500]) expect(stdout).toContain(`    ${number}\n`);
  });

  test("writes JUnit, annotations and the job summary, and a check cannot inject commands for the runner", async () => {
    const run =
      "echo '::set-env name=A::b'; echo 'a.txt:1: error: wrong ghp_0123456789abcdefghijABCDEFGHIJ012345'; exit 5";
    const place = await makeCheckedPlace({
      stages: {
        "ready\n::error::stage": [{ run: "true\n::error::command || true" }],
        one: [{ run }],
        two: [{ run: "true" }],
      },
      files: FILES,
    });
    const summary = `${place.home}/summary.md`;
    writeFileSync(summary, "before\n");
    const inActions = { ...place, env: { GITHUB_ACTIONS: "true", GITHUB_STEP_SUMMARY: summary } };
    const files = ["--junit", "out/j.xml"];
    const { exitCode, stdout } = await runCommand(inActions, "gate", "run", "--ci", ...files);
    expect(exitCode).toBe(2);
    const [, fence = ""] = /^::stop-commands::(\S+)$/m.exec(stdout) ?? [];
    const [before = "", after = ""] = stdout.split("    ::set-env");
    expect(before).toContain(`::stop-commands::${fence}\n`);
    expect(after).toContain(`\n::${fence}::\n`);
    expect(stdout).not.toMatch(/^::error::/m);
    expect(stdout).toMatch(/^::error file=a\.txt,line=1,title=one%3A .*::error: wrong/m);
    const [junit, told] = [`${place.project}/out/j.xml`, summary].map((file) => readFileSync(file, "utf8"));
    expect(junit).toContain('<testsuites name="holdfast" tests="3" failures="1" errors="0" time=');
    expect(junit).toMatch(/<testsuite name="two" .*skipped="1">/);
    expect(told).toStartWith("before\n### holdfast");
    expect(told).toContain("| one |");
    for (const text of [stdout, junit, told]) expect(text).not.toContain("ghp_0123456789");
    // Run by hand elsewhere, none of that is printed; an unwritable file is reported before anything runs.
    expect((await runCommand(place, "gate", "run")).stdout).not.toMatch(/^::/m);
    expect(await runCommand(place, "gate", "run", "--junit", "a.txt/j.xml")).toMatchObject({
      exitCode: 1,
      stdout: "",
      stderr: expect.stringContaining("cannot be written"),
    });
  });

  test("works without a repository, and says what to do without stages", async () => {
    const plain = await makeCheckedPlace({ stages: { one: [{ run: "true" }] }, git: false });
    expect((await runCommand(plain, "gate", "run")).exitCode).toBe(0);
    const empty = await makeCheckedPlace({ stages: {} });
    expect(await runCommand(empty, "gate", "run")).toMatchObject({
      exitCode: 1,
      stderr: expect.stringContaining("holdfast init"),
    });
  });

  test("ends its commands when interrupted", async () => {
    const run = 'sleep 300 & echo $! > "$HOME/child"; wait';
    const place = await makeCheckedPlace({ stages: { one: [{ run }] } });
    const child = Bun.spawn([`${place.home}/.holdfast/bin/holdfast`, "gate", "run"], {
      cwd: place.project,
      env: { HOME: place.home, PATH: process.env.PATH ?? "" },
      stdout: "ignore",
      stderr: "ignore",
    });
    const started = await readPids(`${place.home}/child`, 1);
    child.kill("SIGINT");
    expect(await child.exited).toBe(130);
    await eventuallyGone(started);
  });
});

test("holdfast status shows the result of each stage, and whether it is about the current tree [004-11]", async () => {
  const place = await makeCheckedPlace({
    stages: { one: [{ run: "true" }, { run: FAIL, paths: ["a.txt"] }], two: [{ run: "true # two" }] },
    files: FILES,
    config: { gates: { plan: { enabled: false } } },
  });
  const status = async () => (await runCommand(place, "status")).stdout;
  expect(await status()).toContain("checks     one not run, two not run");
  await runCommand(place, "gate", "run");
  await runCommand(place, "gate", "run", "two");
  expect(await status()).toContain("checks     one failed, two passed\n");
  writeFileSync(`${place.project}/b.txt`, "new\n");
  expect(await status()).toContain("one failed (tree changed since), two passed (tree changed since)");
  expect(await status()).toContain("off        plan (by the project's file)");
  const { checks } = JSON.parse((await runCommand(place, "status", "--json")).stdout);
  expect(checks).toMatchObject([
    { stage: "one", outcome: "failed", isCurrent: false },
    { stage: "two", outcome: "passed", isCurrent: false },
  ]);
});

test("holdfast status says in one line that checks wait for trust", async () => {
  const place = await makeCheckedPlace({
    stages: { one: [{ run: "true" }], two: [{ run: "true" }] },
    trusted: false,
  });
  const checks = async () => {
    const { stdout } = await runCommand(place, "status");
    return stdout.split("\n").filter((line) => line.startsWith("  checks"));
  };
  const refused = async () => JSON.parse((await runCommand(place, "status", "--json")).stdout).checksRefused;
  expect(await checks()).toEqual(["  checks     one, two not trusted, so they do not run: holdfast trust"]);
  expect(await refused()).toBe("untrusted");
  await vouchFor(`${place.home}/.holdfast`, place.project);
  expect(await checks()).toEqual(["  checks     one not run, two not run"]);
  expect(await refused()).toBeNull();
  const config = { quality: { stages: { one: [{ run: "false" }] } } };
  writeFileSync(`${place.project}/.claude/holdfast.json`, JSON.stringify(config));
  expect(await checks()).toEqual([
    "  checks     one changed since they were trusted, so they do not run: holdfast trust",
  ]);
  expect(await refused()).toBe("changed");
});

describe("holdfast init", () => {
  const makePlace = (files: Record<string, string>): Place => ({
    home: makeTempHome(),
    project: makeTempProject({ files }),
  });
  const PACKAGE = JSON.stringify({ scripts: { typecheck: "tsc", test: "vitest run" } });

  test("shows what it would write, writes it with --yes, and then has nothing left to do", async () => {
    const place = makePlace({ "package.json": PACKAGE, "pnpm-lock.yaml": "" });
    const config = `${place.project}/.claude/holdfast.json`;
    const preview = await runCommand(place, "init");
    expect(preview).toMatchObject({ exitCode: 0, stderr: "" });
    expect(preview.stdout).toContain('+          "run": "pnpm run typecheck"');
    expect(preview.stdout).toContain("Nothing was written");
    expect(existsSync(config)).toBe(false);
    expect((await runCommand(place, "init", "--yes")).stdout).toContain("holdfast trust");
    expect(JSON.parse(readFileSync(config, "utf8")).quality.stages.tests).toMatchObject([
      { run: "pnpm run test", background: true },
    ]);
    expect(statSync(config).mode & 0o777).toBe(0o644);
    expect((await runCommand(place, "config", "check")).exitCode).toBe(0);
    expect((await runCommand(place, "init", "--yes")).stdout).toContain("nothing to propose");
  });

  test("ends on Ctrl-C at its first question", async () => {
    const place = makePlace({ "package.json": PACKAGE });
    const { exitCode, shown } = await answer(place, ["init"], [["Is it quick?", CTRL_C]]);
    expect([exitCode, shown]).toEqual([1, expect.stringContaining("cancelled, so nothing was changed")]);
    expect(existsSync(`${place.project}/.claude`)).toBe(false);
  });

  test("at a terminal says when each stage runs, and asks for trust in the same dialog", async () => {
    const place = makePlace({ "package.json": PACKAGE });
    const { shown } = await answer(
      place,
      ["init"],
      [
        ["Is it quick?", "n"],
        ["new tests fail on the old source?", "y"],
        ["Write this file?", ENTER],
        // All of the file was just shown and written, so Enter means yes.
        ["Trust this file?", ENTER],
      ],
    );
    expect(shown).toMatch(/run[^\n]*:\s+npm run typecheck\s+npm run test/);
    expect(shown).toMatch(
      /correctness: npm run typecheck\s+from package\.json: \S.*\s+holds the stop until it passes/,
    );
    expect(shown).toMatch(
      /tests: npm run test\s+from package\.json: \S.*\s+runs after the stop, and wakes Claude when it fails/,
    );
    expect((await runCommand(place, "trust", "--show")).stdout).toContain("Trusted:");
    const written = () => JSON.parse(readFileSync(`${place.project}/.claude/holdfast.json`, "utf8"));
    expect(written().quality.newTests).toBe("advise");
    // An existing file is shown in full before.
    const old = makePlace({ "package.json": PACKAGE, ".claude/holdfast.json": '{ "metrics": false }' });
    const asked = await answer(
      old,
      ["init"],
      [
        ["Is it quick?", "y"],
        ["new tests fail on the old source?", "n"],
        ["Write this file?", "y"],
        ["Trust this file?", ENTER],
      ],
    );
    expect(asked.shown).toMatch(
      /tests: npm run test\s+from package\.json: \S.*\s+holds the stop until it passes/,
    );
    expect(asked.shown).not.toContain("newTests");
    expect(asked.shown).toContain("Its commands run after `holdfast trust`.");
    expect(asked.shown).not.toContain("nothing changed");
    expect(
      asked.shown.split("\n").filter((line) => line.trimEnd().length > 80 && / /.test(line.trim())),
    ).toEqual([]);
    expect(asked.shown).toMatch(/SHA-256[\s\S]*"metrics": false/);
    expect((await runCommand(old, "trust", "--show")).stdout).toContain("Not trusted");
  });

  test("keeps existing settings", async () => {
    const before = '{\n  "metrics": false\n}\n';
    const place = makePlace({ "go.mod": "module x\n", ".claude/holdfast.json": before });
    await runCommand(place, "init", "--yes");
    const after = readFileSync(`${place.project}/.claude/holdfast.json`, "utf8");
    expect(after).toStartWith('{\n  "metrics": false,\n  "quality": {');
    expect(JSON.parse(after)).toMatchObject({ metrics: false });
  });

  test("does not touch a file it cannot parse, and says where the error is", async () => {
    const place = makePlace({ "go.mod": "module x\n", ".claude/holdfast.json": "{ broken" });
    expect(await runCommand(place, "init", "--yes")).toMatchObject({
      exitCode: 1,
      stderr: expect.stringContaining("holdfast config check"),
    });
    expect(readFileSync(`${place.project}/.claude/holdfast.json`, "utf8")).toBe("{ broken");
  });

  test("says so if it finds nothing, and prints JSON on request", async () => {
    const place = makePlace({ "README.md": "x" });
    expect((await runCommand(place, "init")).stdout).toMatch(
      /No checks found.*holdfast help quality[\s\S]*"run"/,
    );
    expect(JSON.parse((await runCommand(place, "init", "--json")).stdout)).toMatchObject({
      proposal: {},
      changed: false,
      written: false,
    });
  });
});

test("the internal command is not listed, but has a help page and refuses incomplete arguments", async () => {
  const place = await makeCheckedPlace({ stages: {} });
  expect((await runCommand(place, "help", "--all")).stdout).not.toContain("background");
  expect((await runCommand(place, "background", "--help")).stdout).toContain("Internal:");
  expect((await runCommand(place, "background")).stderr).toContain("One of: baseline,");
  for (const job of ["baseline", "export", "recheck", "snapshot"])
    expect((await runCommand(place, "background", job)).exitCode).toBe(1);
});
