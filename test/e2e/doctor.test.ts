// The built program examines what its own installer created.
import { beforeAll, describe, expect, test } from "bun:test";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { registeredEvents } from "../../src/protocol/claude-code/events.ts";
import { answer, pressCtrlC, TERMINAL_GIVEN_BACK } from "../helpers/answer-terminal.ts";
import { readDecisions, runCommand, sendEvent } from "../helpers/holdfast.ts";
import { queryStore } from "../helpers/installed.ts";
import { type DoctorPlace, found, makeDoctorPlace, textOf } from "./doctor-place.ts";

const EVENTS = registeredEvents().length;
let doctor: DoctorPlace;

beforeAll(async () => {
  doctor = await makeDoctorPlace();
});

describe("after an install", () => {
  test("doctor finds everything healthy", async () => {
    const { exitCode, stdout } = await runCommand(doctor.place, "doctor");
    expect(stdout).toContain(`✓ registration   the user settings: ${EVENTS} of ${EVENTS} events`);
    expect(stdout).toContain("✓ PATH");
    expect(stdout.trimEnd().split("\n").at(-1)).toBe("healthy");
    expect(exitCode).toBe(0);
  });

  test("the self-test reaches the program for every registered event", async () => {
    const { report } = await doctor.examine();
    const [passed] = found(report, "self-test", "ok");
    expect(passed?.message.match(/\d+ ms/g)).toHaveLength(EVENTS);
    expect(report).toMatchObject({ healthy: true, problems: 0 });
  });

  test("doctor shows the latency of real decisions", async () => {
    await sendEvent(doctor.place, { hook_event_name: "Stop", stop_hook_active: false });
    const { report } = await doctor.examine();
    // On a busy machine this is a warning.
    const said = textOf([...found(report, "latency", "ok"), ...found(report, "latency", "warn")]);
    expect(said).toMatch(/Stop p50 [\d.]+ ms, p95 [\d.]+ ms, max [\d.]+ ms of 1/);
  });

  test("doctor leaves no row, file or change behind", async () => {
    const { place, settings, tmp } = doctor;
    const look = () => ({
      // SQLite creates these two whenever somebody reads, and removes them again.
      files: listFiles(place.home).filter((name) => !/holdfast\.db-(wal|shm)$/.test(name)),
      rows: [readDecisions(place).length, queryStore(place, "SELECT * FROM sessions").length],
      settings: readFileSync(settings, "utf8"),
    });
    const before = look();
    await doctor.examine();
    expect(look()).toEqual(before);
    expect(readdirSync(tmp)).toEqual([]);
    expect(readdirSync(place.project)).toEqual([]);
  });

  test("at a terminal doctor shows its progress, and erases it afterwards", async () => {
    const { exitCode, drawn, shown } = await answer(doctor.place, ["doctor"], []);
    expect(exitCode).toBe(0);
    expect(drawn).toContain("checking: ");
    expect(drawn.lastIndexOf("checking: ")).toBeLessThan(drawn.lastIndexOf(TERMINAL_GIVEN_BACK));
    expect(shown).toMatch(/\d+ (other )?checks passed; holdfast doctor --all lists them\./);
    expect(shown).not.toContain("✓");
    // On a busy machine a decision may have been slow, which is a warning.
    expect(shown.trimEnd()).toMatch(/healthy(, 1 warning)?$/);
  });

  test("Ctrl-C ends doctor with 130 and restores the terminal", async () => {
    const { exitCode, drawn } = await answer(doctor.place, ["doctor"], [["checking: ", pressCtrlC]]);
    expect(exitCode).toBe(130);
    expect(drawn).toEndWith(TERMINAL_GIVEN_BACK);
  });
});

function listFiles(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();
}
