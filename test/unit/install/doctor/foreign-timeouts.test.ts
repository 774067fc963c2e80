import { describe, expect, test } from "bun:test";
import { executablePath } from "../../../../src/config/environment.ts";
import { foreignTimeouts } from "../../../../src/install/doctor/checks/registration.ts";
import {
  changeEntries,
  makeHealthyPatient,
  makePatient,
  registrationOf,
  runCheck,
  statusesOf,
  textOf,
  writeScope,
} from "./patient.ts";

function lintWith(timeout: unknown): object {
  const entry = { type: "command", command: "npx lint --token s3cret", timeout };
  return { hooks: { Stop: [{ hooks: [entry] }] } };
}

describe("the check of other tools' timeouts", () => {
  test.each([60, 600, undefined])("passes on a timeout of %p seconds", async (timeout) => {
    const patient = makePatient();
    writeScope(patient, "project", lintWith(timeout));
    expect(await runCheck(foreignTimeouts, patient)).toEqual([
      { status: "ok", message: "1, with plausible timeouts" },
    ]);
  });

  test("passes when there are no others", async () => {
    const results = await runCheck(foreignTimeouts, makeHealthyPatient());
    expect(results).toEqual([{ status: "ok", message: "none" }]);
  });

  test("warns of a timeout that was meant in milliseconds, without the command's arguments", async () => {
    const patient = makePatient();
    writeScope(patient, "project", lintWith(60_000));
    const said = textOf(await runCheck(foreignTimeouts, patient), "warn");
    expect(said).toContain('Stop in the project settings: "npx" has a timeout of 60000 seconds');
    expect(said).toContain("60 was probably meant");
    expect(said).not.toContain("s3cret");
  });

  test("leaves our own entries to the registration check", async () => {
    const patient = makeHealthyPatient();
    const own = registrationOf(executablePath(patient.env));
    const late = changeEntries(own, ["Stop"], (entry) => {
      entry.timeout = 180_000;
    });
    writeScope(patient, "user", late);
    expect(statusesOf(await runCheck(foreignTimeouts, patient))).toEqual(["ok"]);
  });
});
