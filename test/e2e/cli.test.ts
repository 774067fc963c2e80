// The command line as people use it, on the built executable.
import { Database } from "bun:sqlite";
import { describe, expect, test } from "bun:test";
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  statSync,
  symlinkSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { COMMANDS, GROUPS } from "../../src/cli/registry.ts";
import { answer, ENTER, pressCtrlC } from "../helpers/answer-terminal.ts";
import {
  EXECUTABLE,
  homeOf,
  type Place,
  readDecisions,
  readFaultLines,
  runCommand,
  runProgram,
  sendEvent,
} from "../helpers/holdfast.ts";
import { isLocked, placeLock } from "../helpers/installed.ts";
import { openTo, runCommandAsOrdinaryUser } from "../helpers/ordinary-user.ts";
import { makeTempFolder, makeTempHome, makeTempProject, writeFileIn } from "../helpers/temp.ts";

const STOP = { hook_event_name: "Stop", stop_hook_active: false };

function makePlace(): Place {
  return { home: makeTempHome(), project: makeTempProject({ git: true }) };
}

async function makeBlockedPlace(): Promise<Place> {
  const place = makePlace();
  placeLock(place, { goal: "ship it" });
  await sendEvent(place, STOP);
  return place;
}

describe("a path that is no file to read", () => {
  const place = makePlace();
  const folder = makeTempFolder("odd");
  Bun.spawnSync(["mkfifo", `${folder}/pipe`]);
  symlinkSync("itself", `${folder}/itself`);
  truncateSync(writeFileIn(folder, "huge.jsonl", ""), 600 * 1024 * 1024);
  const paths = ["/dev/zero", `${folder}/pipe`, `${folder}/itself`];

  test.each([
    ...paths.map((path) => ["memory import", path]),
    ["memory import", `${folder}/huge.jsonl`],
    ["memory import --format json", `${folder}/pipe`],
    ["memory import --format client", `${folder}/pipe`],
    ...paths.map((path) => ["ingest", path]),
    ...paths.map((path) => ["reflect", path]),
    ...paths.map((path) => ["triage", path]),
    ...paths.map((path) => ["backtest --config", path]),
    ...paths.map((path) => ["status --project", path]),
  ] as [string, string][])("ends `holdfast %s %s` with an error and a next step", async (words, path) => {
    const { exitCode, stderr } = await runCommand(place, ...words.split(" "), path);
    const [problem, hint] = stderr.split("\n");
    expect([exitCode, problem]).toEqual([1, expect.stringContaining(path)]);
    expect(hint).toBeTruthy();
  });

  test.each([["memory import -"], ["memory save T --category decision --body -"]])(
    "or an endless stdin ends `holdfast %s`",
    async (words) => {
      const endless = ["sh", "-c", `yes | "$0" ${words}`, EXECUTABLE];
      const { exitCode, stderr } = await runProgram(endless, place);
      expect([exitCode, stderr]).toEqual([1, expect.stringContaining("stdin has more than")]);
    },
  );
});

describe("help", () => {
  test("the list of all commands is complete, a group's page has its commands, all within 80 columns", async () => {
    const listed = Object.keys(COMMANDS).filter((name) => !COMMANDS[name]?.hidden);
    const overview = await runCommand(makePlace(), "--help");
    const all = await runCommand(makePlace(), "help", "--all");
    expect([overview.exitCode, all.exitCode]).toEqual([0, 0]);
    for (const name of listed) expect(all.stdout).toContain(`  ${name} `);
    const pages = [overview.stdout, all.stdout];
    for (const group of Object.keys(GROUPS)) {
      const page = await runCommand(makePlace(), "help", group);
      expect(page.exitCode).toBe(0);
      for (const name of listed.filter((one) => one.startsWith(`${group} `)))
        expect(page.stdout).toContain(`  ${name} `);
      pages.push(page.stdout);
    }
    for (const line of pages.join("\n").split("\n")) expect(line.length).toBeLessThanOrEqual(80);
  });

  test.each(Object.keys(COMMANDS))("%s has a page with options and an example that uses it", async (name) => {
    const { stdout, exitCode } = await runCommand(makePlace(), ...name.split(" "), "--help");
    expect(exitCode).toBe(0);
    expect(stdout).toContain(`holdfast ${name}: `);
    expect(stdout.slice(stdout.indexOf("Examples"))).toContain(`  holdfast ${name}`);
  });

  test.each(Object.keys(COMMANDS))(
    "the page of %s fits a terminal and has the usual beginning",
    async (name) => {
      const { stdout } = await runCommand(makePlace(), ...name.split(" "), "--help");
      for (const line of stdout.split("\n")) expect(line.length).toBeLessThanOrEqual(80);
      expect(stdout).toMatch(new RegExp(`^holdfast ${name}: [a-z]`));
    },
  );

  test("a group without a command shows its usage", async () => {
    const { stdout, exitCode } = await runCommand(makePlace(), "loop", "--help");
    expect(exitCode).toBe(0);
    expect(stdout).toContain("Usage  holdfast loop <command> [options]");
    expect(stdout).toContain("holdfast loop start --help");
  });

  test("--version and -V print the package's version; `update` prints more", async () => {
    const { version } = await Bun.file(`${import.meta.dir}/../../package.json`).json();
    const plain = { exitCode: 0, stdout: `${version}\n`, stderr: "" };
    for (const word of ["--version", "-V"]) expect(await runCommand(makePlace(), word)).toEqual(plain);
    expect((await runCommand(makePlace(), "update")).stdout).toStartWith(`holdfast ${version} (Bun `);
    expect(JSON.parse((await runCommand(makePlace(), "update", "--json")).stdout)).toMatchObject({
      version,
    });
    expect((await runCommand(makePlace(), "version")).stderr).toContain("holdfast --version");
  });

  test("without arguments, at a terminal, it shows what is on and three hints", async () => {
    const place = makePlace();
    placeLock(place, { goal: "ship it" });
    const { shown, exitCode } = await answer(place, [], []);
    expect(exitCode).toBe(0);
    const lines = shown.trim().split(/\r?\n/);
    expect(lines.length).toBeLessThan(15);
    for (const part of ['lock       "ship it"', "holdfast install", "holdfast loop start", "holdfast help"])
      expect(shown).toContain(part);
  });

  test("is plain text when the output is not a terminal", async () => {
    expect((await runCommand(makePlace(), "--help")).stdout).not.toContain("\u001b");
  });
});

describe("a mistyped command line", () => {
  test.each([
    [["unlok"], "Did you mean `holdfast unlock`?"],
    [["config", "shwo"], "Did you mean `holdfast config show`?"],
    [["memory", "serach"], "Did you mean `holdfast memory search`?"],
    [["memory", "bogus"], "`holdfast memory` lists the commands."],
    [["qqqqqq"], "`holdfast --help` lists the commands."],
    [["lock", "--mxa", "3"], "Did you mean --max? `holdfast lock --help` shows what it takes."],
    [["lock", "--zzzzzz"], "`holdfast lock --help` shows what it takes."],
    [["sessions", "show"], "Give its ID, or the beginning of it"],
    [["transcript"], "Give its ID, or the beginning of it"],
    [["memory", "accept"], "`holdfast memory inbox` lists what is new, with its numbers."],
    [["reflect", "--session", "3f2a"], "`holdfast sessions list` shows them."],
    [["lock", "two", "goals"], "quote text with spaces"],
    [["lock", "--max", "many"], "Example: --max 20"],
    [["lock", "--ttl", "soon"], "--ttl 30m"],
    [["pause", "--for", "ever"], "--for 30m"],
    [["status", "--project", "/nowhere"], "existing folder"],
    [["explain", "99"], "explain --list"],
    [["wrong"], "explain --list"],
  ])("%p exits 1 with a next step on stderr", async (words, hint) => {
    const ran = await runCommand(makePlace(), ...words);
    expect(ran.exitCode).toBe(1);
    expect(ran.stdout).toBe("");
    expect(ran.stderr).toStartWith("error: ");
    expect(ran.stderr).toContain(hint);
  });
});

describe("with --json", () => {
  test.each([
    [["status", "--jsn", "--json"], "bad-option"],
    [["explain", "99", "--json"], "no-such-decision"],
    [["qqqqqq", "--json"], "unknown-command"],
  ])("%p prints the error as JSON on stdout", async (words, code) => {
    const ran = await runCommand(makePlace(), ...words);
    expect([ran.exitCode, ran.stderr]).toEqual([1, ""]);
    const { error } = JSON.parse(ran.stdout);
    expect(Object.keys(error)).toEqual(["code", "message", "hint"]);
    expect(error.code).toBe(code);
  });
});

describe("completions", () => {
  /** The completions after Tab in bash: the script is sourced, its function called. */
  async function completeInBash(...words: string[]): Promise<string[]> {
    const place = makePlace();
    const script = `holdfast() { "${EXECUTABLE}" "$@"; }
      eval "$(holdfast completions bash)"
      COMP_WORDS=(holdfast "$@"); COMP_CWORD=$#; _holdfast; printf '%s\\n' "\${COMPREPLY[@]}"`;
    const ran = await runProgram(["bash", "-c", script, "bash", ...words], place);
    expect(ran.stderr).toBe("");
    return ran.stdout.trim().split("\n");
  }

  test("in bash include commands, a group's commands, options and their values", async () => {
    expect(await completeInBash("unl")).toEqual(["unlock"]);
    expect(await completeInBash("memory", "in")).toEqual(["inbox"]);
    expect(await completeInBash("help", "conf")).toEqual(["config"]);
    expect(await completeInBash("help", "qual")).toEqual(["quality"]);
    expect(await completeInBash("install", "--dry")).toEqual(["--dry-run"]);
    expect(await completeInBash("install", "--scope", "")).toEqual(["user", "project", "local"]);
    expect(await completeInBash("memory", "list", "--help")).toEqual(["--help"]);
    expect(await completeInBash("snaps")).toEqual([""]);
    expect(await completeInBash("memory", "save", "x", "--category", "con")).toEqual(["constraint"]);
    // Where a file is expected, the shell completes it.
    expect(await completeInBash("ingest", "")).toEqual([""]);
  });

  test("offer the project's sessions, memories and stages, each with a description", async () => {
    const stages = { quality: { stages: { lint: [{ run: "true" }], tests: [{ run: "true" }] } } };
    const project = makeTempProject({
      git: true,
      files: { ".claude/holdfast.json": JSON.stringify(stages) },
    });
    const place = { home: makeTempHome(), project };
    const complete = async (...words: string[]) =>
      (await runCommand(place, "complete", "--", ...words)).stdout.trimEnd().split("\n");
    expect(await complete("checks", "--session", "")).toEqual([""]);
    expect(existsSync(homeOf(place).holdfastHome)).toBe(false);
    await sendEvent(place, {
      hook_event_name: "UserPromptSubmit",
      session_id: "s-1",
      prompt: "fix: the \u001b[31mlogin\ntest",
    });
    await runCommand(place, "memory", "save", "Use pnpm, never npm", "--category", "preference");
    for (const words of [
      ["checks", "--session", "s"],
      ["transcript", "s"],
    ])
      expect(await complete(...words)).toEqual([
        expect.stringMatching(/^s-1\tfix: the [^\u001b]*login test$/),
      ]);
    expect(await complete("memory", "show", "use")).toEqual(["use-pnpm-never-npm\tUse pnpm, never npm"]);
    expect((await complete("gate", "run", "")).slice(0, 2)).toEqual(["lint\t", "tests\t"]);
  });

  test("come as a script for each supported shell; another shell is refused with the choices", async () => {
    for (const shell of ["bash", "zsh", "fish"])
      expect((await runCommand(makePlace(), "completions", shell)).stdout).toContain("holdfast complete --");
    expect((await runCommand(makePlace(), "completions", "tcsh")).stderr).toContain("bash, zsh, fish");
  });
});

describe("explain, wrong and status", () => {
  test("explain shows the reason, the evidence, what releases it and how to switch the gate off [004-19]", async () => {
    const { stdout } = await runCommand(await makeBlockedPlace(), "explain");
    for (const part of [
      "Held by the lock, round 1 of 50",
      'Goal: "ship it"',
      "ends with",
      "switch off",
      '"lock"',
      " ms",
    ]) {
      expect(stdout).toContain(part);
    }
  });

  test("explain shows the last stop that was held, and who released it; the last one only if asked", async () => {
    const place = await makeBlockedPlace();
    expect((await runCommand(place, "unlock")).exitCode).toBe(0);
    await sendEvent(place, { ...STOP, prompt_id: "p2" });
    const { stdout } = await runCommand(place, "explain");
    expect(stdout).toContain("Stop 1: Held by the lock, round 1 of 50");
    expect(stdout).toMatch(/after +unlocked from inside the session or an unknown place, /);
    expect(stdout).toMatch(/after +stop 2, .*: Allowed: nothing held it/);
    const last = (await runCommand(place, "explain", "--last")).stdout;
    expect(last).toContain("Stop 2: Allowed: nothing held it");
    expect(last).toMatch(/before +unlocked from inside the session or an unknown place, /);
  });

  test("explain says so when nothing was held, and shows the last stop", async () => {
    const place = makePlace();
    await sendEvent(place, STOP);
    const { stdout } = await runCommand(place, "explain");
    expect(stdout).toContain("No stop has been held here. The last one:\nStop 1: Allowed: nothing held it");
  });

  test("explain --json prints the stop with its findings", async () => {
    const { stdout } = await runCommand(await makeBlockedPlace(), "explain", "--last", "--json");
    expect(JSON.parse(stdout)).toMatchObject({
      event: "Stop",
      outcome: "held",
      title: "Held by the lock, round 1 of 50",
      findings: [{ gate: "lock", code: "locked", severity: "block", round: { n: 1, of: 50 } }],
      before: { stop: null, acts: [] },
      after: { stop: null, acts: [] },
    });
  });

  test("status --watch stays, shows what changes, and ends with Ctrl-C", async () => {
    const place = makePlace();
    const lock = () => void runCommand(place, "lock", "sweep the floor");
    const { exitCode, shown } = await answer(
      place,
      ["status", "--watch"],
      [
        ["Nothing is held here", lock],
        ["sweep the floor", pressCtrlC],
      ],
    );
    expect(exitCode).toBe(0);
    expect(shown).toContain("Ctrl-C ends this.");
    expect(await runCommand(place, "status", "--watch")).toMatchObject({
      exitCode: 1,
      stderr: expect.stringContaining("needs a terminal"),
    });
  });

  test("status names a config file that cannot be read, and since when", async () => {
    const place = makePlace();
    const path = writeFileIn(place.project, ".claude/holdfast.json", "{ oops");
    utimesSync(path, new Date("2026-03-04T05:06:00"), new Date("2026-03-04T05:06:00"));
    const { stdout } = await runCommand(place, "status");
    expect(stdout).toMatch(/config +\S.*holdfast\.json: .*not valid JSON \(since 2026-03-04 05:06\)/);
  });

  test("explain without any decision says what to do", async () => {
    const ran = await runCommand(makePlace(), "explain");
    expect(ran.exitCode).toBe(1);
    expect(ran.stderr).toContain("holdfast doctor");
  });

  test("wrong marks the last block, keeps the reason, may be repeated, and can be undone", async () => {
    const place = await makeBlockedPlace();
    await sendEvent(place, { ...STOP, session_id: "other" });
    // Alone it asks; where it cannot, it names the hold.
    const bare = await runCommand(place, "wrong");
    expect([bare.exitCode, bare.stderr]).toEqual([1, expect.stringContaining("holdfast wrong 1")]);
    expect((await answer(place, ["wrong"], [["as a mistake?", "n"]])).exitCode).toBe(1);
    expect(readDecisions(place).map((row) => row.wrong_at)).toEqual([null, null]);
    expect((await answer(place, ["wrong"], [["as a mistake?", ENTER]])).exitCode).toBe(0);
    expect((await runCommand(place, "wrong", "--why", "it was done")).exitCode).toBe(0);
    expect((await runCommand(place, "wrong", "1", "--why", "it was done")).exitCode).toBe(0);
    expect(readDecisions(place).map((row) => row.wrong_why)).toEqual([null, "it was done"]);
    expect((await runCommand(place, "explain", "1")).stdout).toContain("Marked wrong: it was done");
    // The last one marked.
    expect((await runCommand(place, "wrong", "--undo", "--json")).stdout).toContain('"wrong": false');
    expect(readDecisions(place).map((row) => row.wrong_why)).toEqual([null, null]);
    expect(await runCommand(place, "wrong", "1", "--undo")).toMatchObject({
      exitCode: 1,
      stderr: expect.stringContaining("is not marked as wrong"),
    });
    expect((await runCommand(place, "wrong", "--undo")).stderr).toContain("no stop is marked as wrong");
    expect((await runCommand(place, "wrong", "--undo", "--why", "no")).stderr).toContain(
      "cannot be combined",
    );
  });

  test("wrong refuses a decision that was not held", async () => {
    const place = makePlace();
    await sendEvent(place, STOP);
    expect((await runCommand(place, "wrong", "1")).stderr).toContain("was not held");
  });

  test("status shows what holds, which session, and for how many rounds", async () => {
    const { stdout } = await runCommand(await makeBlockedPlace(), "status");
    for (const part of [
      "session s1",
      'lock       "ship it"',
      "round 1 of 50",
      "Held by the lock, round 1 of 50",
    ]) {
      expect(stdout).toContain(part);
    }
  });

  test("status in an empty home works and prints JSON for scripts", async () => {
    const { stdout, exitCode } = await runCommand(makePlace(), "status", "--json");
    expect(exitCode).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({ lock: null, pause: null, last: null });
  });
});

describe("lock and unlock", () => {
  test("are idempotent and print JSON for scripts", async () => {
    const place = makePlace();
    const locked = await runCommand(place, "lock", "a goal", "--json");
    expect(JSON.parse(locked.stdout)).toMatchObject({
      locked: true,
      goal: "a goal",
      owner: null,
      maxBlocks: 50,
    });
    const another = await runCommand(place, "lock", "another");
    expect(another).toMatchObject({ exitCode: 0, stdout: expect.stringContaining("the lock for: a goal") });
    expect(JSON.parse((await runCommand(place, "unlock", "--json")).stdout)).toMatchObject({
      unlocked: true,
      by: "session",
    });
    expect(JSON.parse((await runCommand(place, "unlock", "--json")).stdout)).toMatchObject({
      unlocked: false,
    });
  });

  test("use the git root from a folder deep inside", async () => {
    const place = makePlace();
    writeFileIn(place.project, "a/b/c.txt", "");
    const ran = await runCommand({ ...place, project: `${place.project}/a/b` }, "lock");
    expect(ran.stdout).toContain("(git root)");
    expect(await isLocked(place)).toBe(true);
  });

  test("use a repository even below a folder that had a session", async () => {
    const place = makePlace();
    await sendEvent(place, STOP);
    const inner = `${place.project}/work/app`;
    writeFileIn(inner, ".git/HEAD", "ref: refs/heads/main\n");
    writeFileIn(inner, "src/a.txt", "");
    const ran = await runCommand({ ...place, project: `${inner}/src` }, "lock");
    expect(ran.stdout).toContain(`Locked ${inner} (git root).`);
    expect(await isLocked(place)).toBe(false);
  });

  test("use the folder that had a session if it is nearer than the repository", async () => {
    const place = makePlace();
    const inner = { ...place, project: `${place.project}/packages/a` };
    writeFileIn(inner.project, "src/a.txt", "");
    await sendEvent(inner, STOP);
    const ran = await runCommand({ ...place, project: `${inner.project}/src` }, "lock");
    expect(ran.stdout).toContain(`Locked ${inner.project} (known project).`);
  });

  test("use the folder with its own config if it is nearer than the repository", async () => {
    const place = makePlace();
    const inner = `${place.project}/packages/a`;
    writeFileIn(inner, ".claude/holdfast.json", "{}");
    writeFileIn(inner, "src/a.txt", "");
    const ran = await runCommand({ ...place, project: `${inner}/src` }, "lock");
    expect(ran.stdout).toContain(`Locked ${inner} (its own config).`);
  });

  test("do not overwrite the lock of a live session, but replace a dead one's", async () => {
    const place = await makeBlockedPlace();
    expect((await runCommand(place, "lock", "mine")).stderr).toContain("session s1 holds a lock");
    await sendEvent(place, { hook_event_name: "SessionEnd", reason: "other" });
    expect((await runCommand(place, "lock", "mine")).exitCode).toBe(0);
  });

  test("checks names the next step if a session is unknown or the database is locked, damaged or from a newer version", async () => {
    const place = await makeBlockedPlace();
    const unknown = await runCommand(place, "checks", "--session", "nobody", "--json");
    expect(unknown.exitCode).toBe(1);
    expect(JSON.parse(unknown.stdout).error).toMatchObject({
      code: "no-session",
      hint: expect.stringContaining("holdfast sessions list"),
    });
    const { holdfastHome } = homeOf(place);
    const holder = new Database(`${holdfastHome}/holdfast.db`);
    holder.run("PRAGMA locking_mode = EXCLUSIVE");
    holder.run("BEGIN EXCLUSIVE");
    const locked = await runCommand(place, "checks");
    expect([locked.exitCode, locked.stderr]).toEqual([
      1,
      expect.stringContaining("Run it again in a moment."),
    ]);
    holder.close();
    const newer = new Database(`${holdfastHome}/holdfast-memory.db`);
    const version = newer.query("PRAGMA user_version").values()[0]?.[0];
    newer.run("PRAGMA user_version = 999");
    const tooNew = await runCommand(place, "checks");
    expect([tooNew.exitCode, tooNew.stderr]).toEqual([1, expect.stringContaining("holdfast doctor")]);
    newer.run(`PRAGMA user_version = ${version}`);
    newer.close();
    writeFileSync(
      `${holdfastHome}/holdfast.db`,
      "no database at all, but longer than its header ".repeat(20),
    );
    const damaged = await runCommand(place, "checks");
    expect([damaged.exitCode, damaged.stdout]).toEqual([0, expect.stringContaining("No checks have run")]);
    expect(damaged.stderr).toContain("damaged");
  });

  test("report a project that cannot be written as a clear error", async () => {
    const place = makePlace();
    writeFileIn(place.project, ".claude", "a file in the way");
    const ran = await runCommand(place, "lock");
    expect(ran.exitCode).toBe(1);
    expect(ran.stderr).toContain("the lock cannot be written");
    const init = await runCommand(place, "init", "--strict", "--yes");
    expect([init.exitCode, init.stderr]).toEqual([
      1,
      expect.stringContaining("holdfast.json cannot be written"),
    ]);
  });

  test("report an inaccessible folder as a user error, not a bug", async () => {
    const place = makePlace();
    openTo(place.home, true);
    mkdirSync(`${place.project}/.claude`, { mode: 0 });
    const ran = await runCommandAsOrdinaryUser(place, "memory", "list");
    expect([ran.exitCode, ran.stderr]).toEqual([
      1,
      expect.stringMatching(/EACCES.*\.claude.*\nCheck .*permissions/),
    ]);
  });
});

describe("with an unusable store", () => {
  function makeBrokenPlace(): Place {
    const place = makePlace();
    placeLock(place, { goal: "ship it" });
    writeFileIn(place.home, ".holdfast/holdfast.db/in-the-way", "");
    return place;
  }

  test("status still shows what holds, and what is broken", async () => {
    const { stdout, exitCode } = await runCommand(makeBrokenPlace(), "status");
    expect(exitCode).toBe(0);
    expect(stdout).toContain('lock       "ship it"');
    expect(stdout).toContain("holdfast doctor");
  });

  test("unlock still works, also inside Claude", async () => {
    const place = makeBrokenPlace();
    place.env = { CLAUDECODE: "1", CLAUDE_CODE_SESSION_ID: "s1" };
    expect((await runCommand(place, "unlock")).exitCode).toBe(0);
    expect(await isLocked(place)).toBe(false);
  });

  test("doctor names a read-only database file", async () => {
    const place = makePlace();
    openTo(place.home, true);
    await runCommandAsOrdinaryUser(place, "sessions", "list");
    const file = `${place.home}/.holdfast/holdfast.db`;
    chmodSync(file, 0o400);
    const { stdout } = await runCommandAsOrdinaryUser(place, "doctor");
    expect(stdout).toContain(`${file} cannot be written`);
    expect(stdout).not.toContain("holdfast.db is intact");
  });

  test("explain exits 1 with a next step", async () => {
    const ran = await runCommand(makeBrokenPlace(), "explain");
    expect(ran.exitCode).toBe(1);
    expect(ran.stderr).toContain("holdfast doctor");
  });
});

test("a HOLDFAST_HOME that is not in use is reported", async () => {
  const place = { ...makePlace(), env: { HOLDFAST_HOME: "~/elsewhere" } };
  const { exitCode, stdout, stderr } = await runCommand(place, "status", "--json");
  expect([exitCode, stderr]).toEqual([0, "HOLDFAST_HOME is ignored: ~/elsewhere is not an absolute path.\n"]);
  expect(JSON.parse(stdout)).toMatchObject({ project: place.project });
  expect(readdirSync(place.project)).toEqual([".git"]);
});

describe("pause and resume", () => {
  test("apply everywhere or to one project, and a pause ends by itself", async () => {
    const place = makePlace();
    placeLock(place);
    await runCommand(place, "pause", "--for", "3s");
    const pausedAt = Date.now();
    await sendEvent(place, STOP);
    await Bun.sleep(pausedAt + 3000 - Date.now());
    await sendEvent(place, STOP);
    expect(readDecisions(place).map((row) => row.verdict)).toEqual(["blocked", "paused"]);
  });

  test("another project's pause does not apply here", async () => {
    const [place, elsewhere] = [makePlace(), makePlace()];
    placeLock(place);
    await runCommand({ ...elsewhere, home: place.home }, "pause", "--project");
    await sendEvent(place, STOP);
    expect(readDecisions(place)[0]?.verdict).toBe("blocked");
  });

  test("a torn pause file pauses nothing, and the next pause repairs it", async () => {
    const place = makePlace();
    placeLock(place);
    writeFileIn(place.home, ".holdfast/paused.json", '[{"scope": "all"');
    await sendEvent(place, STOP);
    expect(readDecisions(place)[0]?.verdict).toBe("blocked");
    expect((await runCommand(place, "pause", "--json")).exitCode).toBe(0);
    expect(JSON.parse((await runCommand(place, "resume", "--json")).stdout).ended).toHaveLength(1);
  });
});

describe("the hook, run by hand", () => {
  test("opens no store for an event that nothing needs", async () => {
    const place = makePlace();
    expect(await sendEvent(place, { hook_event_name: "PreToolUse" })).toEqual({
      exitCode: 0,
      stdout: "",
      stderr: "",
    });
    expect(existsSync(homeOf(place).holdfastHome)).toBe(false);
  });

  test("with HOLDFAST_DEBUG=1 writes a readable trace without the payload's text [002-19]", async () => {
    const place = makePlace();
    place.env = { HOLDFAST_DEBUG: "1" };
    await sendEvent(place, { ...STOP, last_assistant_message: "a secret remark" });
    const trace = await Bun.file(`${homeOf(place).holdfastHome}/logs/debug.log`).text();
    expect(trace).toContain("verdict: complete (nothing-open)");
    expect(trace).not.toContain("secret remark");
  });

  test("leaves only private files", async () => {
    const place = makePlace();
    await sendEvent(place, "garbage");
    await sendEvent(place, STOP);
    const home = homeOf(place).holdfastHome;
    const names = readdirSync(home, { recursive: true }).map(String);
    expect(names.length).toBeGreaterThan(3);
    for (const name of names) {
      const stat = statSync(`${home}/${name}`);
      expect([name, stat.mode & 0o077]).toEqual([name, 0]);
    }
  });

  test("allows and records an event larger than 64 MiB", async () => {
    const place = makePlace();
    const huge = Buffer.alloc(65 * 1024 * 1024, 0x78);
    huge.write('{"hook_event_name":"Stop","x":"');
    expect((await sendEvent(place, huge)).exitCode).toBe(0);
    expect((await readFaultLines(place))[0]?.message).toContain("larger than");
  });
});
