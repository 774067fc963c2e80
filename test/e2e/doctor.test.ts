// The built program examines what its own installer made, whole and broken in every way a machine breaks things.
import { Database } from "bun:sqlite";
import { afterEach, beforeAll, describe, expect, test } from "bun:test";
import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { VERSION } from "../../src/config/version.ts";
import type { CheckResult, Status } from "../../src/doctor/check.ts";
import type { CheckReport } from "../../src/doctor/run-checks.ts";
import { EXECUTABLE, type Place, readDecisions, runCommand, sendEvent } from "../helpers/holdfast.ts";
import { makeInstalledPlace, queryStore } from "../helpers/installed.ts";
import { makeTempFolder, writeFileIn } from "../helpers/temp.ts";

interface Report {
  healthy: boolean;
  problems: number;
  warnings: number;
  checks: CheckReport[];
}

let place: Place;
let tmp: string;
const at = (path: string) => join(place.home, path);
const program = () => at(".holdfast/bin/holdfast");
const settings = () => at(".claude/settings.json");
const database = () => at(".holdfast/holdfast.db");

const undo: (() => void)[] = [];

beforeAll(async () => {
  const installed = await makeInstalledPlace();
  tmp = makeTempFolder("doctor-tmp");
  const PATH = `${join(installed.home, ".local/bin")}:/usr/bin:/bin`;
  place = { ...installed, env: { PATH, TMPDIR: tmp } };
});

afterEach(() => {
  for (const mend of undo.splice(0).reverse()) mend();
});

/** The file comes back as it was after the test. */
function keep(path: string): string {
  const copy = `${path}.kept`;
  if (existsSync(path)) {
    copyFileSync(path, copy);
    undo.push(() => renameSync(copy, path));
  } else undo.push(() => rmSync(path, { recursive: true, force: true }));
  return path;
}

function editSettings(edit: (text: string) => string): void {
  writeFileSync(keep(settings()), edit(readFileSync(settings(), "utf8")));
}

function replaceProgram(script: string): void {
  renameSync(program(), `${program()}.kept`);
  undo.push(() => renameSync(`${program()}.kept`, program()));
  writeFileSync(program(), `#!/bin/sh\n${script}\n`, { mode: 0o755 });
}

async function examine(): Promise<{ exitCode: number; report: Report }> {
  const { exitCode, stdout, stderr } = await runCommand(place, "doctor", "--json");
  if (stderr !== "") throw new Error(stderr);
  return { exitCode, report: JSON.parse(stdout) };
}

function found(report: Report, id: string, status: Status): CheckResult[] {
  const check = report.checks.find((candidate) => candidate.id === id);
  return (check?.results ?? []).filter((result) => result.status === status);
}

function textOf(results: CheckResult[]): string {
  return results.map(({ message, nextStep }) => `${message} ${nextStep ?? ""}`).join("\n");
}

describe("after an install", () => {
  test("doctor finds everything healthy", async () => {
    const { exitCode, stdout } = await runCommand(place, "doctor");
    expect(stdout).toContain("✓ registration   user settings: 9 of 9 events");
    expect(stdout).toContain("✓ PATH");
    expect(stdout.trimEnd().split("\n").at(-1)).toBe("healthy");
    expect(exitCode).toBe(0);
  });

  test("the self-test reached the program for each of the nine events", async () => {
    const { report } = await examine();
    const [passed] = found(report, "self-test", "ok");
    expect(passed?.message.match(/\d+ ms/g)).toHaveLength(9);
    expect(report).toMatchObject({ healthy: true, problems: 0 });
  });

  test("doctor shows the latency of real decisions", async () => {
    await sendEvent(place, { hook_event_name: "Stop", stop_hook_active: false });
    const { report } = await examine();
    expect(textOf(found(report, "latency", "ok"))).toMatch(
      /Stop p50 [\d.]+ ms, p95 [\d.]+ ms, max [\d.]+ ms of 1/,
    );
  });

  test("doctor leaves no row, no file and no change behind", async () => {
    const files = () => listFiles(place.home).filter((name) => !/holdfast\.db-(wal|shm)$/.test(name));
    const rows = () => [readDecisions(place).length, queryStore(place, "SELECT * FROM sessions").length];
    const before = { files: files(), rows: rows(), settings: readFileSync(settings(), "utf8") };
    await examine();
    expect({ files: files(), rows: rows(), settings: readFileSync(settings(), "utf8") }).toEqual(before);
    expect(readdirSync(tmp)).toEqual([]);
    expect(readdirSync(place.project)).toEqual([]);
  });

  test("on a terminal it says what it is doing, and takes that away again", async () => {
    let drawn = "";
    const terminal = new Bun.Terminal({
      cols: 200,
      rows: 60,
      data: (_, bytes) => {
        drawn += Buffer.from(bytes).toString();
      },
    });
    const { project: cwd, env = {}, home } = place;
    const child = Bun.spawn([EXECUTABLE, "doctor"], {
      cwd,
      env: { ...env, HOME: home, TERM: "xterm" },
      terminal,
    });
    expect(await child.exited).toBe(0);
    await Bun.sleep(50);
    terminal.close();
    expect(drawn).toContain("checking: ");
    expect(drawn.lastIndexOf("checking: ")).toBeLessThan(drawn.lastIndexOf("\u001b[J"));
    expect(Bun.stripANSI(drawn).trimEnd()).toEndWith("healthy");
  });
});

describe("doctor exits 1 and names", () => {
  const breakages: [name: string, damage: () => unknown, id: string, words: string][] = [
    ["a program that is gone", () => renameAway(program()), "executable", "is not there"],
    ["entries whose program is gone", () => renameAway(program()), "registration", "does not exist"],
    ["commands that do not start", () => renameAway(program()), "self-test", "ENOENT"],
    ["a program that may not run", () => makeMode(program(), 0o644), "executable", "may not be executed"],
    [
      "an older program",
      () => replaceProgram("echo 0.0.1"),
      "executable",
      `older than this program (${VERSION})`,
    ],
    [
      "a hook that fails",
      () => replaceProgram("cat >/dev/null; echo no >&2; exit 9"),
      "self-test",
      "exit code 9: no",
    ],
    ["a hook that babbles", () => replaceProgram("cat >/dev/null; echo hi"), "self-test", "no answer: hi"],
    ["a comment in the settings", () => editSettings((text) => `// mine\n${text}`), "settings", "line 1"],
    [
      "hooks that are switched off",
      () => editSettings(withKey("disableAllHooks", true)),
      "settings",
      "every hook off",
    ],
    [
      "a missing event",
      () => editSettings((text) => text.replace('"Stop"', '"Stopp"')),
      "registration",
      "not registered for Stop",
    ],
    [
      "a timeout that is too short",
      () => editSettings((text) => text.replace("180", "18")),
      "registration",
      "too early",
    ],
    ["a second registration", registerAgain, "registration", "handled 2 times"],
    [
      "a wrong config",
      () => writeIn(".holdfast/config.json", '{"gates": {"lokc": {}}}'),
      "config",
      "gates.lokc",
    ],
    ["an open database", () => makeMode(database(), 0o644), "private-files", "chmod 600"],
    ["an open folder", () => makeMode(at(".holdfast"), 0o755), "private-files", "chmod 700"],
    ["a newer database", () => runSql("PRAGMA user_version = 99"), "database", "newer holdfast"],
    [
      "a database that was set aside",
      () => writeIn(".holdfast/holdfast.db.corrupt-1", "x"),
      "database",
      "set aside",
    ],
    ["a fault of a real hook run", sendNonsense, "faults", "hook 1"],
  ];

  test.each(breakages)("%s", async (_, damage, id, words) => {
    await damage();
    const { exitCode, report } = await examine();
    expect(textOf(found(report, id, "problem"))).toContain(words);
    expect(found(report, id, "problem").every((result) => result.nextStep)).toBe(true);
    expect(report.healthy).toBe(false);
    expect(exitCode).toBe(1);
  });

  test("a damaged database, and leaves it where it is", async () => {
    keep(database());
    for (const name of ["-wal", "-shm"]) rmSync(`${database()}${name}`, { force: true });
    const damaged = "no database at all ".repeat(500);
    writeFileSync(database(), damaged);
    const { exitCode, report } = await examine();
    expect(textOf(found(report, "database", "problem"))).toContain("damaged");
    expect(readFileSync(database(), "utf8")).toBe(damaged);
    expect(exitCode).toBe(1);
  });

  test("nothing more once all of it is mended", async () => {
    const { exitCode, report } = await examine();
    expect(
      report.checks.flatMap((check) => check.results).filter(({ status }) => status === "problem"),
    ).toEqual([]);
    expect(exitCode).toBe(0);
  });
});

describe("doctor exits 0 and warns of", () => {
  const oddities: [name: string, damage: () => unknown, id: string, words: string][] = [
    ["a pause", pauseHere, "switches", "paused everywhere"],
    ["a lock of a session that is gone", lockByStranger, "lock", "holdfast unlock"],
    [
      "a low cap",
      () => editSettings(withKey("env", { CLAUDE_CODE_STOP_HOOK_BLOCK_CAP: "3" })),
      "cap",
      "at most 3",
    ],
    ["another tool's timeout in milliseconds", addLinter, "foreign-timeouts", "60000 seconds"],
    [
      "a project that is not trusted",
      () => writeProject(".claude/holdfast.json", "{}"),
      "trust",
      "not trusted",
    ],
    ["an equal entry in another scope", registerEqually, "registration", "equal entries"],
  ];

  test.each(oddities)("%s", async (_, damage, id, words) => {
    await damage();
    const { exitCode, report } = await examine();
    expect(textOf(found(report, id, "warn"))).toContain(words);
    expect(exitCode).toBe(0);
  });
});

function listFiles(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();
}

function renameAway(path: string): void {
  renameSync(path, `${path}.away`);
  undo.push(() => renameSync(`${path}.away`, path));
}

function makeMode(path: string, mode: number): void {
  const usual = path.endsWith(".db") ? 0o600 : path.endsWith("bin/holdfast") ? 0o755 : 0o700;
  chmodSync(path, mode);
  undo.push(() => chmodSync(path, usual));
}

function withKey(key: string, value: unknown): (text: string) => string {
  return (text) => JSON.stringify({ ...JSON.parse(text), [key]: value });
}

function writeIn(path: string, text: string): void {
  writeFileSync(keep(at(path)), text, { mode: 0o600 });
}

function writeProject(path: string, text: string): void {
  writeFileIn(place.project, path, text);
  undo.push(() => rmSync(join(place.project, ".claude"), { recursive: true, force: true }));
}

function registerEqually(): void {
  writeProject(".claude/settings.local.json", readFileSync(settings(), "utf8"));
}

function registerAgain(): void {
  const other = at("other/holdfast");
  mkdirSync(at("other"));
  undo.push(() => rmSync(at("other"), { recursive: true }));
  writeFileSync(other, "#!/bin/sh\ncat >/dev/null\n", { mode: 0o755 });
  writeProject(".claude/settings.json", readFileSync(settings(), "utf8").replaceAll(program(), other));
}

function addLinter(): void {
  const hooks = { PreToolUse: [{ hooks: [{ type: "command", command: "lint", timeout: 60_000 }] }] };
  writeProject(".claude/settings.json", JSON.stringify({ hooks }));
}

function runSql(sql: string): void {
  keep(database());
  const store = new Database(database());
  store.run(sql);
  store.close();
}

async function sendNonsense(): Promise<void> {
  keep(at(".holdfast/logs"));
  expect((await sendEvent(place, "this is no event")).exitCode).toBe(0);
}

async function pauseHere(): Promise<void> {
  keep(at(".holdfast/paused.json"));
  await runCommand(place, "pause");
}

async function lockByStranger(): Promise<void> {
  undo.push(() => rmSync(join(place.project, ".claude"), { recursive: true, force: true }));
  const env = { ...place.env, CLAUDE_CODE_SESSION_ID: "gone" };
  await runCommand({ ...place, env }, "lock", "finish");
}
