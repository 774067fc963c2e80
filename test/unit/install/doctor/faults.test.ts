import { describe, expect, test } from "bun:test";
import { faultLogPath } from "../../../../src/config/environment.ts";
import { faults } from "../../../../src/install/doctor/checks/past-runs.ts";
import { makePatient, type Patient, runCheck, statusesOf, textOf, writeJson } from "./patient.ts";

const HOUR = 3_600_000;

function withFaults(...ages: [hours: number, part: string, message: string][]): Patient {
  const patient = makePatient();
  const lines = ages.map(([hours, part, message]) => {
    const at = new Date(Date.now() - hours * HOUR).toISOString();
    return JSON.stringify({ at, part, message, event: "Stop", session_id: "s1", version: "0.1.0" });
  });
  writeJson(faultLogPath(patient.env), `${lines.join("\n")}\n`);
  return patient;
}

describe("the check of faults", () => {
  test("passes when there are none, or only old ones", async () => {
    expect(statusesOf(await runCheck(faults, makePatient()))).toEqual(["ok"]);
    expect(statusesOf(await runCheck(faults, withFaults([8 * 24, "store", "old"])))).toEqual(["ok"]);
  });

  test("warns when the newest is older than a day", async () => {
    const results = await runCheck(faults, withFaults([30, "store", "disk full"]));
    expect(statusesOf(results)).toEqual(["warn"]);
  });

  test("fails on one from the last day, with counts by part, the newest message and a next step", async () => {
    const patient = withFaults(
      [50, "hook", "early"],
      [2, "store", "disk full"],
      [3, "hook", "x"],
      [4, "hook", "y"],
    );
    const said = textOf(await runCheck(faults, patient), "problem");
    expect(said).toContain("4 in the last 7 days (hook 3, store 1)");
    expect(said).toContain("store at Stop: disk full");
    expect(said).toContain(faultLogPath(patient.env));
  });
});
