import { describe, expect, test } from "bun:test";
import { chmodSync } from "node:fs";
import { databasePath, faultLogPath, trustPath } from "../../../../src/config/environment.ts";
import { privateFiles } from "../../../../src/install/doctor/checks/database.ts";
import { recordFault } from "../../../../src/store/fault-log.ts";
import { makePatient, type Patient, runCheck, statusesOf, textOf, writeJson } from "./patient.ts";
import { changeStore } from "./store.ts";

async function makeUsedPatient(): Promise<Patient> {
  const patient = makePatient();
  await changeStore(patient);
  await recordFault(patient.env, { part: "hook", message: "x" });
  return patient;
}

describe("the check of privacy", () => {
  test("passes on what our own code creates, and on nothing", async () => {
    expect(statusesOf(await runCheck(privateFiles, makePatient()))).toEqual(["ok"]);
    expect(statusesOf(await runCheck(privateFiles, await makeUsedPatient()))).toEqual(["ok"]);
  });

  test("fails when others may read the database", async () => {
    const patient = await makeUsedPatient();
    chmodSync(databasePath(patient.env), 0o644);
    const said = textOf(await runCheck(privateFiles, patient), "problem");
    expect(said).toContain(`${databasePath(patient.env)} (mode 644)`);
    expect(said).toContain("chmod 600");
  });

  test("fails when others may enter the folder", async () => {
    const patient = await makeUsedPatient();
    chmodSync(patient.env.holdfastHome, 0o755);
    const said = textOf(await runCheck(privateFiles, patient), "problem");
    expect(said).toContain("(mode 755)");
    expect(said).toContain(`chmod 700 '${patient.env.holdfastHome}'`);
  });

  test.each([faultLogPath, trustPath])("fails on each open file of ours (%p)", async (pathOf) => {
    const patient = await makeUsedPatient();
    writeJson(pathOf(patient.env), "{}");
    chmodSync(pathOf(patient.env), 0o604);
    expect(textOf(await runCheck(privateFiles, patient), "problem")).toContain(pathOf(patient.env));
  });
});
