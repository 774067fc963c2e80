import { describe, expect, test } from "bun:test";
import { mkdirSync } from "node:fs";
import { projectConfigPath, trustPath } from "../../../../src/config/environment.ts";
import { grantTrust } from "../../../../src/config/grant-trust.ts";
import { readTrust } from "../../../../src/config/trust.ts";
import { trust } from "../../../../src/install/doctor/checks/project.ts";
import { makePatient, type Patient, runCheck, statusesOf, textOf, writeJson } from "./patient.ts";

async function makeTrusted(): Promise<Patient> {
  const patient = makePatient();
  writeJson(projectConfigPath(patient.project), { metrics: false });
  await grantTrust(patient.env, patient.project, (await readTrust(patient.env, patient.project)).files);
  return patient;
}

describe("the check of trust", () => {
  test("passes when there is nothing to trust", async () => {
    expect(statusesOf(await runCheck(trust, makePatient()))).toEqual(["ok"]);
  });

  test("passes when the files are as they were trusted", async () => {
    expect(statusesOf(await runCheck(trust, await makeTrusted()))).toEqual(["ok"]);
  });

  test("warns when they changed since", async () => {
    const patient = await makeTrusted();
    writeJson(projectConfigPath(patient.project), { metrics: true });
    const said = textOf(await runCheck(trust, patient), "warn");
    expect(said).toContain("changed since");
    expect(said).toContain("holdfast trust --show");
  });

  test("warns when the project was never trusted", async () => {
    const patient = makePatient();
    writeJson(projectConfigPath(patient.project), {});
    expect(textOf(await runCheck(trust, patient), "warn")).toContain("not trusted");
  });

  test("fails when our own record of trust cannot be read", async () => {
    const patient = await makeTrusted();
    const elsewhere = makePatient();
    mkdirSync(trustPath(elsewhere.env), { recursive: true });
    const results = await runCheck(trust, { ...patient, env: elsewhere.env });
    expect(textOf(results, "problem")).toContain(trustPath(elsewhere.env));
  });
});
