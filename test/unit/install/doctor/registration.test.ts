import { describe, expect, test } from "bun:test";
import { chmodSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { executablePath } from "../../../../src/config/environment.ts";
import { registration } from "../../../../src/install/doctor/checks/registration.ts";
import { registeredEvents } from "../../../../src/protocol/claude-code/events.ts";
import {
  changeEntries,
  makeHealthyPatient,
  makePatient,
  type Patient,
  registrationOf,
  runCheck,
  statusesOf,
  textOf,
  writeProgram,
  writeScope,
} from "./patient.ts";

const EVENTS = registeredEvents().length;

function registered(patient: Patient) {
  return registrationOf(executablePath(patient.env));
}

describe("the check of the registration", () => {
  test("passes when every event is registered once", async () => {
    const results = await runCheck(registration, makeHealthyPatient());
    expect(statusesOf(results)).toEqual(["ok"]);
    expect(results[0]?.message).toBe(`user settings: ${EVENTS} of ${EVENTS} events`);
  });

  test("passes when the settings name the program by a link", async () => {
    const patient = makeHealthyPatient();
    const link = join(patient.home, "holdfast");
    symlinkSync(executablePath(patient.env), link);
    writeScope(patient, "user", registrationOf(link));
    expect(statusesOf(await runCheck(registration, patient))).toEqual(["ok"]);
  });

  test("looks where CLAUDE_CONFIG_DIR points", async () => {
    const patient = makeHealthyPatient({ CLAUDE_CONFIG_DIR: join(makePatient().home, "elsewhere") });
    expect(patient.env.claudeDir).toEndWith("elsewhere");
    expect(statusesOf(await runCheck(registration, patient))).toEqual(["ok"]);
  });

  test("does not count the user's settings twice in the home folder", async () => {
    const patient = makeHealthyPatient();
    const results = await runCheck(registration, { ...patient, project: patient.home });
    expect(statusesOf(results)).toEqual(["ok"]);
  });

  test("fails when nothing is registered", async () => {
    const patient = makePatient();
    writeScope(patient, "user", { hooks: { Stop: [{ hooks: [{ type: "command", command: "lint" }] }] } });
    const said = textOf(await runCheck(registration, patient), "problem");
    expect(said).toContain("not registered");
    expect(said).toContain("holdfast install");
  });

  test("fails when an event is missing, and names it", async () => {
    const patient = makeHealthyPatient();
    const settings = registered(patient);
    delete settings.hooks.Stop;
    writeScope(patient, "user", settings);
    expect(textOf(await runCheck(registration, patient), "problem")).toContain("not registered for Stop\n");
  });

  test("accepts an event registered in another scope", async () => {
    const patient = makeHealthyPatient();
    const { Stop, ...others } = registered(patient).hooks;
    writeScope(patient, "user", { hooks: others });
    writeScope(patient, "local", { hooks: { Stop } });
    expect(statusesOf(await runCheck(registration, patient))).toEqual(["ok", "ok"]);
  });

  test("fails when two different entries handle an event", async () => {
    const patient = makeHealthyPatient();
    const other = writeProgram(join(patient.home, "old/holdfast"));
    writeScope(patient, "project", registrationOf(other));
    const said = textOf(await runCheck(registration, patient), "problem");
    expect(said).toContain("Stop");
    expect(said).toContain("handled 2 times by entries in the user settings and project settings");
    expect(said).toContain("holdfast uninstall --scope project");
  });

  test("warns of identical entries in two scopes, which the client runs once", async () => {
    const patient = makeHealthyPatient();
    writeScope(patient, "local", registered(patient));
    const results = await runCheck(registration, patient);
    expect(textOf(results, "problem")).toBe("");
    expect(textOf(results, "warn")).toContain("2 equal entries in the user settings and local settings");
  });

  test("warns of identical entries in one file", async () => {
    const patient = makeHealthyPatient();
    const settings = registered(patient);
    settings.hooks.Stop?.push(...(settings.hooks.Stop ?? []));
    writeScope(patient, "user", settings);
    const said = textOf(await runCheck(registration, patient), "warn");
    expect(said).toContain("Stop: 2 equal entries in the user settings");
    expect(said).toContain("holdfast install");
  });
});

describe("the check of our own entries", () => {
  test.each([
    ["an absolute path that does not exist", "/nowhere/holdfast", ["hook"]],
    ["a name that is not on PATH", "holdfast", ["hook"]],
    ["a ~ that no shell resolves", "~/.holdfast/bin/holdfast", ["hook"]],
  ])("fails on %s", async (_, command, args) => {
    const patient = makeHealthyPatient();
    writeScope(patient, "project", registrationOf(command, args));
    const said = textOf(await runCheck(registration, patient), "problem");
    expect(said).toContain(`names ${command}, which does not exist`);
    expect(said).toContain("holdfast install --scope project");
  });

  test("fails on a program that may not be executed", async () => {
    const patient = makeHealthyPatient();
    chmodSync(executablePath(patient.env), 0o600);
    expect(textOf(await runCheck(registration, patient), "problem")).toContain("is not executable");
  });

  test("warns of a program other than the installed one", async () => {
    const patient = makeHealthyPatient();
    const other = writeProgram(join(patient.home, "old/holdfast"));
    writeScope(patient, "user", registrationOf(other));
    expect(textOf(await runCheck(registration, patient), "warn")).toContain("another program");
  });

  test("warns of shell form, and fails when its program is gone", async () => {
    const patient = makeHealthyPatient();
    const settings = changeEntries(registered(patient), ["Stop"], (entry) => {
      delete entry.args;
      entry.command = '"$HOME/.holdfast/bin/holdfast" hook';
    });
    changeEntries(settings, ["SessionEnd"], (entry) => {
      delete entry.args;
      entry.command = "~/gone/holdfast hook";
    });
    writeScope(patient, "user", settings);
    const results = await runCheck(registration, patient);
    expect(textOf(results, "warn")).toContain(
      "SessionEnd, Stop: our entry in the user settings goes through a shell",
    );
    expect(textOf(results, "problem")).toContain(
      `SessionEnd: our entry in the user settings names ${patient.home}/gone`,
    );
    expect(textOf(results, "problem")).not.toContain("Stop");
  });

  test("leaves a path that only a shell can resolve to the self-test", async () => {
    const patient = makeHealthyPatient();
    const settings = changeEntries(registered(patient), ["Stop"], (entry) => {
      delete entry.args;
      entry.command = '"$HOLDFAST_HOME/bin/holdfast" hook';
    });
    writeScope(patient, "user", settings);
    expect(statusesOf(await runCheck(registration, patient))).toEqual(["ok", "warn"]);
  });

  test.each([
    ["a timeout in milliseconds", { timeout: 180_000 }, "warn", "the unit is seconds"],
    ["a timeout that is too long", { timeout: 300 }, "warn", "300 instead of 180 seconds"],
    ["a timeout that is too short", { timeout: 20 }, "problem", "ended too early"],
    ["no timeout", { timeout: undefined }, "warn", "no timeout"],
    ["a timeout that is a string", { timeout: "180" }, "problem", "malformed"],
    ["a timeout of zero", { timeout: 0 }, "problem", "malformed"],
    ["no type", { type: undefined }, "problem", "malformed"],
    ["async on an event that can be refused", { async: true }, "problem", "cannot hold anything"],
    ["a condition", { if: "Bash(git *)" }, "warn", "limited by if"],
    [
      "the plugin's argument, with which it stands down for itself",
      { args: ["hook", "--plugin"] },
      "problem",
      "more arguments",
    ],
  ] as const)("objects to %s", async (_, change, status, words) => {
    const patient = makeHealthyPatient();
    writeScope(
      patient,
      "user",
      changeEntries(registered(patient), ["Stop"], (entry) => Object.assign(entry, change)),
    );
    const results = await runCheck(registration, patient);
    expect(textOf(results, status)).toContain(words);
    expect(statusesOf(results)).toEqual(["ok", status]);
  });

  test("warns of a matcher, which lets only some events through", async () => {
    const patient = makeHealthyPatient();
    const settings = registered(patient);
    for (const group of settings.hooks.SessionStart ?? []) group.matcher = "resume";
    for (const group of settings.hooks.PostToolUse ?? []) group.matcher = "*";
    writeScope(patient, "user", settings);
    const said = textOf(await runCheck(registration, patient), "warn");
    expect(said).toContain("SessionStart: our entry in the user settings is limited by matcher");
    expect(said).not.toContain("PostToolUse");
  });

  test("warns of an event that this version does not use", async () => {
    const patient = makeHealthyPatient();
    const settings = registered(patient);
    settings.hooks.PreModelSwitch = settings.hooks.SessionEnd ?? [];
    writeScope(patient, "user", settings);
    expect(textOf(await runCheck(registration, patient), "warn")).toContain("PreModelSwitch: our entry");
  });
});
