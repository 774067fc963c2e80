// The built program examines what its own installer made.
import { beforeAll, describe, expect, test } from "bun:test";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { registeredEvents } from "../../src/protocol/events.ts";
import { EXECUTABLE, readDecisions, runCommand, sendEvent } from "../helpers/holdfast.ts";
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
    expect(stdout).toContain(`✓ registration   user settings: ${EVENTS} of ${EVENTS} events`);
    expect(stdout).toContain("✓ PATH");
    expect(stdout.trimEnd().split("\n").at(-1)).toBe("healthy");
    expect(exitCode).toBe(0);
  });

  test("the self-test reached the program for every registered event", async () => {
    const { report } = await doctor.examine();
    const [passed] = found(report, "self-test", "ok");
    expect(passed?.message.match(/\d+ ms/g)).toHaveLength(EVENTS);
    expect(report).toMatchObject({ healthy: true, problems: 0 });
  });

  test("doctor shows the latency of real decisions", async () => {
    await sendEvent(doctor.place, { hook_event_name: "Stop", stop_hook_active: false });
    const { report } = await doctor.examine();
    const said = textOf(found(report, "latency", "ok"));
    expect(said).toMatch(/Stop p50 [\d.]+ ms, p95 [\d.]+ ms, max [\d.]+ ms of 1/);
  });

  test("doctor leaves no row, no file and no change behind", async () => {
    const { place, settings, tmp } = doctor;
    const look = () => ({
      // SQLite makes these two whenever somebody reads, and takes them away again.
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

  test("on a terminal it says what it is doing, and takes that away again", async () => {
    let drawn = "";
    const terminal = new Bun.Terminal({
      cols: 200,
      rows: 60,
      data: (_, bytes) => {
        drawn += Buffer.from(bytes).toString();
      },
    });
    const { project: cwd, home: HOME, env } = doctor.place;
    const child = Bun.spawn([EXECUTABLE, "doctor"], { cwd, env: { ...env, HOME, TERM: "xterm" }, terminal });
    expect(await child.exited).toBe(0);
    await Bun.sleep(50);
    terminal.close();
    expect(drawn).toContain("checking: ");
    expect(drawn.lastIndexOf("checking: ")).toBeLessThan(drawn.lastIndexOf("\u001b[J"));
    expect(Bun.stripANSI(drawn).trimEnd()).toEndWith("healthy");
  });
});

function listFiles(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();
}
