import { describe, expect, test } from "bun:test";
import { join } from "node:path";
import { executablePath } from "../../../../src/config/environment.ts";
import { registration } from "../../../../src/install/doctor/checks/registration.ts";
import { selfTest } from "../../../../src/install/doctor/checks/self-test.ts";
import { buildPlugin } from "../../../../src/install/own-files.ts";
import { registeredEvents } from "../../../../src/protocol/claude-code/events.ts";
import {
  makePatient,
  type Patient,
  registrationOf,
  runCheck,
  statusesOf,
  textOf,
  writeJson,
  writeProgram,
  writeScope,
} from "./patient.ts";

/** As the client writes it: version 2 of its list, observed with 2.1.325. */
async function installPlugin(patient: Patient, where: object = { scope: "user" }): Promise<void> {
  const installPath = join(patient.env.claudeDir, "plugins/cache/holdfast/holdfast/0.1.0");
  await buildPlugin(installPath);
  const plugins = { "holdfast@market": [{ ...where, installPath, version: "0.1.0" }] };
  writeJson(join(patient.env.claudeDir, "plugins/installed_plugins.json"), { version: 2, plugins });
}

const EVENTS = registeredEvents().length;
const ENABLED = { enabledPlugins: { "holdfast@market": true } };

describe("the plugin", () => {
  test("alone registers every event, and its command is tested", async () => {
    const patient = makePatient();
    writeProgram(executablePath(patient.env));
    await installPlugin(patient);
    writeScope(patient, "user", ENABLED);
    expect(await runCheck(registration, patient)).toEqual([
      { status: "ok", message: `the plugin: ${EVENTS} of ${EVENTS} events` },
    ]);
    expect(statusesOf(await runCheck(selfTest, patient))).toEqual(["ok"]);
  });

  test("beside settings is a warning: it stands down", async () => {
    const patient = makePatient();
    const program = writeProgram(executablePath(patient.env));
    await installPlugin(patient);
    writeScope(patient, "user", { ...registrationOf(program), ...ENABLED });
    const results = await runCheck(registration, patient);
    expect(textOf(results, "problem")).toBe("");
    expect(textOf(results, "warn")).toContain("registered 2 times, in the user settings and the plugin");
  });

  test("beside settings for one event is a warning about that event alone", async () => {
    const patient = makePatient();
    const program = writeProgram(executablePath(patient.env));
    await installPlugin(patient);
    const { Stop } = registrationOf(program).hooks;
    writeScope(patient, "user", { hooks: { Stop }, ...ENABLED });
    const results = await runCheck(registration, patient);
    expect(textOf(results, "warn")).toStartWith(
      "Stop: registered 2 times, in the user settings and the plugin",
    );
    expect(statusesOf(results)).toEqual(["ok", "ok", "warn"]);
  });

  test("that is switched off registers nothing", async () => {
    const patient = makePatient();
    await installPlugin(patient);
    writeScope(patient, "user", ENABLED);
    writeScope(patient, "local", { enabledPlugins: { "holdfast@market": false } });
    expect(textOf(await runCheck(registration, patient), "problem")).toContain(
      "claude plugin enable holdfast@market",
    );
  });

  test("of another project does not count here", async () => {
    const patient = makePatient();
    await installPlugin(patient, { scope: "project", projectPath: "/elsewhere" });
    writeScope(patient, "user", ENABLED);
    expect(textOf(await runCheck(registration, patient), "problem")).toContain("Run `holdfast install`.");
  });

  test("is not found in a damaged list", async () => {
    const patient = makePatient();
    writeJson(
      join(patient.env.claudeDir, "plugins/installed_plugins.json"),
      '{"plugins": {"holdfast@m": "x"',
    );
    expect(statusesOf(await runCheck(registration, patient))).toEqual(["problem"]);
  });
});
