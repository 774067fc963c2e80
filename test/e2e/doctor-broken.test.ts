// Things are broken one by one, as machines and people break them; doctor reports each.
import { Database } from "bun:sqlite";
import { afterEach, beforeAll, describe, expect, test } from "bun:test";
import { readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { VERSION } from "../../src/config/version.ts";
import { runCommand, sendEvent } from "../helpers/holdfast.ts";
import { writeFileIn } from "../helpers/temp.ts";
import { type DoctorPlace, found, makeDoctorPlace, textOf } from "./doctor-place.ts";

let doctor: DoctorPlace;

beforeAll(async () => {
  doctor = await makeDoctorPlace();
  await sendEvent(doctor.place, { hook_event_name: "Stop", stop_hook_active: false });
});

afterEach(() => doctor.repair());

/** What a report must say about one breakage: the check, and part of its text. */
type Named = [id: string, words: string];
type Breakage = [name: string, damages: (() => unknown)[], named: Named[]];

describe("doctor exits 1 and names", () => {
  // One examination for everything that can be broken at once.
  const breakages: Breakage[] = [
    [
      "a missing program, and commands that do not start",
      [() => doctor.moveAway(doctor.program)],
      [
        ["executable", "does not exist"],
        ["self-test", "could not be started"],
      ],
    ],
    [
      "a program that is not executable",
      [() => doctor.setMode(doctor.program, 0o644)],
      [["executable", "executable"]],
    ],
    [
      "an older program",
      [() => doctor.replaceProgram("echo 0.0.1")],
      [["executable", `older than this program (${VERSION}`]],
    ],
    [
      "a hook that fails",
      [() => doctor.replaceProgram("echo no >&2; exit 9")],
      [["self-test", "exit code 9: no"]],
    ],
    [
      "a hook that prints extra text",
      [() => doctor.replaceProgram("echo hi")],
      [["self-test", "no valid answer: hi"]],
    ],
    [
      "a comment in the settings",
      [() => doctor.edit(doctor.settings, (text) => `// mine\n${text}`)],
      [["settings", "line 1"]],
    ],
    [
      "hooks switched off, a missing event",
      [() => changeSettings({ disableAllHooks: true }), () => replaceInSettings('"Stop"', '"Stopp"')],
      [
        ["settings", "every hook off"],
        ["registration", "not registered for Stop"],
      ],
    ],
    [
      "a second registration, a timeout that is too short, an invalid config, a readable database in a readable folder, a quarantined one, a fault of a real hook run",
      [
        registerAnother,
        () => replaceInSettings("180", "18"),
        sendNonsense,
        () => writeOurs("config.json", '{"gates": {"lokc": {}}}'),
        () => writeOurs("holdfast.db.corrupt-1", "x"),
        () => doctor.setMode(doctor.database, 0o644),
        () => doctor.setMode(doctor.at(".holdfast"), 0o755),
      ],
      [
        ["registration", "registered 2 times"],
        ["registration", "timeout 18 instead of 180"],
        ["config", "gates.lokc"],
        ["private-files", "chmod 600"],
        ["private-files", "chmod 700"],
        ["database", "set aside"],
        ["faults", "hook 1"],
      ],
    ],
    ["a newer database", [() => setSchema(99)], [["database", "newer holdfast"]]],
  ];

  test.each(breakages)("%s", async (_, damages, named) => {
    for (const damage of damages) await damage();
    const { exitCode, report } = await doctor.examine();
    for (const [id, words] of named) {
      const problems = found(report, id, "problem");
      expect(textOf(problems)).toContain(words);
      expect(problems.every((result) => result.nextStep)).toBe(true);
    }
    expect(report.healthy).toBe(false);
    expect(exitCode).toBe(1);
  });

  test("a damaged database, and leaves it in place", async () => {
    const damaged = "no database at all ".repeat(500);
    for (const name of ["-wal", "-shm"]) rmSync(`${doctor.database}${name}`, { force: true });
    doctor.moveAway(doctor.database);
    doctor.edit(doctor.database, () => damaged);
    const { exitCode, report } = await doctor.examine();
    expect(textOf(found(report, "database", "problem"))).toContain("damaged");
    expect(readFileSync(doctor.database, "utf8")).toBe(damaged);
    expect(exitCode).toBe(1);
  });

  test("each problem and its next step for a person, with a summary", async () => {
    doctor.moveAway(doctor.program);
    const { exitCode, stdout } = await runCommand(doctor.place, "doctor");
    expect(stdout).toContain(`✗ executable     ${doctor.program} does not exist`);
    expect(stdout).toContain("→ Run `holdfast install` again");
    expect(stdout.trimEnd().split("\n").at(-1)).toMatch(/^\d problems, \d warnings?$/);
    expect(exitCode).toBe(1);
  });

  test("nothing more once everything is fixed", async () => {
    const { exitCode, report } = await doctor.examine();
    expect(report.problems).toBe(0);
    expect(exitCode).toBe(0);
  });
});

test("doctor exits 0 and warns of a pause, a dead session's lock, a low cap, another tool's timeout and an untrusted project", async () => {
  await lockByStranger();
  await pauseHere();
  changeSettings({ env: { CLAUDE_CODE_STOP_HOOK_BLOCK_CAP: "3" } });
  addLinter();
  doctor.writeProject(".claude/holdfast.json", "{}");
  await expectWarnings([
    ["switches", "paused everywhere"],
    ["lock", "holdfast unlock"],
    ["cap", "after 3 holds"],
    ["foreign-timeouts", "60000 seconds"],
    ["trust", "not trusted"],
  ]);
});

test("doctor exits 0 and warns of an identical entry in another scope", async () => {
  registerEqually();
  await expectWarnings([["registration", "registered 2 times"]]);
});

async function expectWarnings(named: Named[]): Promise<void> {
  const { exitCode, report } = await doctor.examine();
  for (const [id, words] of named) expect(textOf(found(report, id, "warn"))).toContain(words);
  expect(exitCode).toBe(0);
}

function changeSettings(added: object): void {
  doctor.editSettings((settings) => ({ ...settings, ...added }));
}

function replaceInSettings(before: string, after: string): void {
  doctor.edit(doctor.settings, (text) => text.replace(before, after));
}

function writeOurs(name: string, text: string): void {
  doctor.edit(doctor.at(`.holdfast/${name}`), () => text);
}

function registerEqually(): void {
  doctor.writeProject(".claude/settings.local.json", readFileSync(doctor.settings, "utf8"));
}

function registerAnother(): void {
  const other = writeFileIn(doctor.place.home, "other/holdfast", "#!/bin/sh\ncat >/dev/null\n");
  doctor.setMode(other, 0o755);
  const settings = readFileSync(doctor.settings, "utf8").replaceAll(doctor.program, other);
  doctor.writeProject(".claude/settings.json", settings);
}

function addLinter(): void {
  const hooks = { PreToolUse: [{ hooks: [{ type: "command", command: "lint", timeout: 60_000 }] }] };
  doctor.writeProject(".claude/settings.json", JSON.stringify({ hooks }));
}

function setSchema(version: number): void {
  const store = new Database(doctor.database);
  const { user_version: usual } = store.query("PRAGMA user_version").get() as { user_version: number };
  store.run(`PRAGMA user_version = ${version}`);
  doctor.afterwards(() => {
    store.run(`PRAGMA user_version = ${usual}`);
    store.close();
  });
}

async function sendNonsense(): Promise<void> {
  doctor.afterwards(() => rmSync(doctor.at(".holdfast/logs"), { recursive: true }));
  expect((await sendEvent(doctor.place, "this is no event")).exitCode).toBe(0);
}

async function pauseHere(): Promise<void> {
  doctor.afterwards(() => rmSync(doctor.at(".holdfast/paused.json")));
  await runCommand(doctor.place, "pause");
}

async function lockByStranger(): Promise<void> {
  const { place } = doctor;
  doctor.afterwards(() => rmSync(join(place.project, ".claude"), { recursive: true, force: true }));
  await runCommand({ ...place, env: { ...place.env, CLAUDE_CODE_SESSION_ID: "gone" } }, "lock", "finish");
}
