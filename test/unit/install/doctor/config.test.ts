import { describe, expect, test } from "bun:test";
import { projectConfigPath, userConfigPath } from "../../../../src/config/environment.ts";
import { config } from "../../../../src/install/doctor/checks/project.ts";
import { makePatient, runCheck, statusesOf, textOf, writeJson } from "./patient.ts";

describe("the check of the config files", () => {
  test("passes without files and with correct ones", async () => {
    const patient = makePatient();
    expect(statusesOf(await runCheck(config, patient))).toEqual(["ok"]);
    const path = writeJson(userConfigPath(patient.env), { gates: { lock: { max: 20 } } });
    const [result] = await runCheck(config, patient);
    expect(result).toEqual({ status: "ok", message: `valid: ${path}` });
  });

  test("names another tool's file, and what is wrong in it", async () => {
    const patient = makePatient();
    const path = writeJson(`${patient.project}/.claude/memory-config.json`, { triage: { enabled: false } });
    expect(await runCheck(config, patient)).toEqual([{ status: "ok", message: `valid: ${path}` }]);
    writeJson(path, { triage: { thresholds: { decision: "high" } } });
    expect(textOf(await runCheck(config, patient), "problem")).toContain(
      "triage.thresholds.DECISION: expected",
    );
  });

  test("fails on every mistake, with line, cause and hint", async () => {
    const patient = makePatient();
    writeJson(userConfigPath(patient.env), { gates: { lock: { max: "many" } } });
    writeJson(projectConfigPath(patient.project), "{");
    const results = await runCheck(config, patient);
    expect(statusesOf(results)).toEqual(["problem", "problem"]);
    expect(textOf(results, "problem")).toContain(`${userConfigPath(patient.env)}:4:14: gates.lock.max`);
    expect(results.every((result) => (result.nextStep ?? "") !== "")).toBe(true);
  });
});
