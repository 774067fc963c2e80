import { describe, expect, test } from "bun:test";
import { mkdirSync } from "node:fs";
import { settings } from "../../../../src/install/doctor/checks/registration.ts";
import { managedSettingsPath } from "../../../../src/install/doctor/settings-sources.ts";
import { makeHealthyPatient, makePatient, runCheck, statusesOf, textOf, writeScope } from "./patient.ts";

describe("the check of the settings", () => {
  test("passes when every file is readable", async () => {
    const patient = makeHealthyPatient();
    const local = writeScope(patient, "local", { permissions: { allow: [] } });
    const user = `${patient.env.claudeDir}/settings.json`;
    expect(await runCheck(settings, patient)).toEqual([
      { status: "ok", message: `readable: ${user}, ${local}` },
    ]);
  });

  test("passes when there are no files", async () => {
    const results = await runCheck(settings, makePatient());
    expect(results).toEqual([{ status: "ok", message: "no settings files yet" }]);
  });

  test.each([
    ["a comment", '{\n  // mine\n  "hooks": {}\n}', "line 2"],
    ["a trailing comma", '{"hooks": {},}', "line 1"],
    ["an open brace", '{"hooks": {', "line 1"],
  ])("fails on %s, which the client does not accept", async (_, text, place) => {
    const patient = makePatient();
    const path = writeScope(patient, "project", text);
    const said = textOf(await runCheck(settings, patient), "problem");
    expect(said).toContain(path);
    expect(said).toContain(place);
    expect(said).toContain("Claude Code ignores the file");
  });

  test("fails when the file is a folder", async () => {
    const patient = makePatient();
    mkdirSync(`${patient.env.claudeDir}/settings.json`, { recursive: true });
    expect(textOf(await runCheck(settings, patient), "problem")).toContain("is not a file");
  });

  test.each(["user", "project", "local", "managed"] as const)(
    "fails when the %s settings switch every hook off",
    async (scope) => {
      const patient = makePatient();
      const path = writeScope(patient, scope, { disableAllHooks: true });
      const said = textOf(await runCheck(settings, patient), "problem");
      expect(said).toContain("disableAllHooks");
      expect(said).toContain(path);
    },
  );

  test("passes when a stronger scope switches the hooks on again", async () => {
    const patient = makePatient();
    writeScope(patient, "user", { disableAllHooks: true });
    writeScope(patient, "local", { disableAllHooks: false });
    expect(statusesOf(await runCheck(settings, patient))).toEqual(["ok"]);
  });

  test("knows where an administrator's settings are on each system", () => {
    expect(managedSettingsPath("linux")).toBe("/etc/claude-code/managed-settings.json");
    expect(managedSettingsPath("darwin")).toStartWith("/Library/");
  });

  test("fails when the administrator allows managed hooks only", async () => {
    const patient = makePatient();
    writeScope(patient, "managed", { allowManagedHooksOnly: true });
    expect(textOf(await runCheck(settings, patient), "problem")).toContain("administrator");
  });
});
