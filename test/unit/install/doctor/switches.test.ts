import { describe, expect, test } from "bun:test";
import { pausePath, projectConfigPath } from "../../../../src/config/environment.ts";
import type { Pause } from "../../../../src/config/pause.ts";
import { switches } from "../../../../src/install/doctor/checks/project.ts";
import { makePatient, type Patient, runCheck, statusesOf, textOf, writeJson } from "./patient.ts";

function pause(patient: Patient, ...pauses: Partial<Pause>[]): Patient {
  const whole = pauses.map((given) => ({
    scope: "all",
    target: "",
    since: 1,
    until: null,
    by: "user",
    ...given,
  }));
  writeJson(pausePath(patient.env), whole);
  return patient;
}

describe("the check of the switches", () => {
  test("passes when nothing is off", async () => {
    expect(statusesOf(await runCheck(switches, makePatient({ HOLDFAST: "1" })))).toEqual(["ok"]);
  });

  test("passes when a pause is over", async () => {
    const patient = pause(makePatient(), { until: Date.now() - 1 });
    expect(statusesOf(await runCheck(switches, patient))).toEqual(["ok"]);
  });

  test("warns of HOLDFAST=0", async () => {
    const said = textOf(await runCheck(switches, makePatient({ HOLDFAST: "0" })), "warn");
    expect(said).toContain("HOLDFAST=0");
  });

  test("warns of every active pause, with its place", async () => {
    const patient = pause(
      makePatient(),
      { by: "claude" },
      { scope: "project", target: "/work/app", until: Date.now() + 60_000 },
      { scope: "session", target: "s9" },
    );
    const results = await runCheck(switches, patient);
    expect(statusesOf(results)).toEqual(["warn", "warn", "warn"]);
    expect(results[0]).toEqual({
      status: "warn",
      message: "paused by Claude everywhere, until `holdfast resume`",
      nextStep: "`holdfast resume` in a terminal ends it.",
    });
    expect(results[1]?.message).toStartWith("paused in /work/app, until ");
    expect(results[1]?.message).not.toContain("resume");
    expect(results[1]?.nextStep).toBe("`holdfast resume` in that project ends it.");
    expect(results[2]?.message).toStartWith("paused for the session s9");
  });

  test("warns of a gate that is off, and where", async () => {
    const patient = makePatient();
    writeJson(projectConfigPath(patient.project), { gates: { lock: { enabled: false } } });
    expect(textOf(await runCheck(switches, patient), "warn")).toContain(
      "the gate lock is off in the project config",
    );
  });
});
