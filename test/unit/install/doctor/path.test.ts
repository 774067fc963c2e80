import { describe, expect, test } from "bun:test";
import { join } from "node:path";
import { readEnvironment } from "../../../../src/config/environment.ts";
import { path } from "../../../../src/install/doctor/checks/program.ts";
import { makeLink } from "../../../../src/install/executable.ts";
import { makeHealthyPatient, type Patient, runCheck, statusesOf, textOf, writeProgram } from "./patient.ts";

function withPath(patient: Patient, PATH: string): Patient {
  const variables = { ...patient.variables, PATH };
  return { ...patient, variables, env: readEnvironment(variables) };
}

describe("the check of PATH", () => {
  test("passes when the link is on PATH", async () => {
    const patient = makeHealthyPatient();
    await makeLink(patient.env);
    const found = withPath(patient, `/usr/bin:${join(patient.home, ".local/bin")}`);
    expect(statusesOf(await runCheck(path, found))).toEqual(["ok"]);
  });

  test("warns when there is no link", async () => {
    const said = textOf(await runCheck(path, makeHealthyPatient()), "warn");
    expect(said).toContain("holdfast install");
  });

  test("warns when the link's folder is not on PATH", async () => {
    const patient = makeHealthyPatient();
    await makeLink(patient.env);
    const said = textOf(await runCheck(path, patient), "warn");
    expect(said).toContain(`Add ${join(patient.home, ".local/bin")} to PATH`);
  });

  test("warns when another holdfast comes first", async () => {
    const patient = makeHealthyPatient();
    writeProgram(join(patient.home, "other/holdfast"));
    const shadowed = withPath(patient, `${join(patient.home, "other")}:/usr/bin`);
    expect(textOf(await runCheck(path, shadowed), "warn")).toContain("another program");
  });
});
