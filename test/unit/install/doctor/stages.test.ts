import { describe, expect, test } from "bun:test";
import { grantTrust } from "../../../../src/config/grant-trust.ts";
import { readTrust } from "../../../../src/config/trust.ts";
import { stages } from "../../../../src/install/doctor/checks/project.ts";
import { makeHealthyPatient, runCheck, statusesOf, textOf, writeJson } from "./patient.ts";

async function examine(configured: object | null, trusted = true) {
  const patient = makeHealthyPatient();
  if (configured) {
    writeJson(`${patient.project}/.claude/holdfast.json`, { quality: { stages: configured } });
    const trust = await readTrust(patient.env, patient.project);
    if (trusted) await grantTrust(patient.env, patient.project, trust.files);
  }
  return runCheck(stages, { ...patient, env: { ...patient.env, path: process.env.PATH ?? "" } });
}

describe("the check of the stages", () => {
  test("passes without any, and with those that can run", async () => {
    expect(statusesOf(await examine(null))).toEqual(["ok"]);
    const results = await examine({ one: [{ run: "sh -c true" }], two: [{ run: "cd src && make" }] });
    expect(statusesOf(results)).toEqual(["ok"]);
    expect(results[0]?.message).toContain("one (1), two (1)");
  });

  test("warns when they wait for trust", async () => {
    expect(textOf(await examine({ one: [{ run: "true" }] }, false), "warn")).toContain("holdfast trust");
  });

  test.each([
    [{ run: "no-such-program --all" }, "no-such-program is not on the PATH"],
    [{ run: "./not-there.sh" }, "./not-there.sh cannot be run"],
    [{ run: "sh x", cwd: "nowhere" }, "which does not exist"],
    [{ run: "sh x", timeout: 600 }, "longer than a stop waits"],
    [{ run: "  " }, "stage one has an empty command"],
  ])("warns of %j", async (command, expected) => {
    const results = await examine({ one: [command], two: [{ run: "sh -c true" }] });
    expect(textOf(results, "warn")).toContain(expected);
  });
});
