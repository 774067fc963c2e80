import { describe, expect, test } from "bun:test";
import { symlinkSync } from "node:fs";
import { join } from "node:path";
import { executablePath } from "../../../../src/config/environment.ts";
import { registration } from "../../../../src/install/doctor/checks/registration.ts";
import { registeredEvents } from "../../../../src/protocol/claude-code/events.ts";
import { makeTempFolder } from "../../../helpers/temp.ts";
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
    expect(results[0]?.message).toBe(`the user settings: ${EVENTS} of ${EVENTS} events`);
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
    expect(said).toContain("registered 2 times, in the user settings and the project settings");
    expect(said).toContain("holdfast uninstall --scope project");
  });

  test("warns of identical entries in two scopes, which the client runs once", async () => {
    const patient = makeHealthyPatient();
    writeScope(patient, "local", registered(patient));
    const results = await runCheck(registration, patient);
    expect(textOf(results, "problem")).toBe("");
    expect(textOf(results, "warn")).toContain(
      "registered 2 times, in the user settings and the local settings",
    );
  });

  test("warns of identical entries in one file", async () => {
    const patient = makeHealthyPatient();
    const settings = registered(patient);
    settings.hooks.Stop?.push(...(settings.hooks.Stop ?? []));
    writeScope(patient, "user", settings);
    const said = textOf(await runCheck(registration, patient), "warn");
    expect(said).toContain("Stop: registered 2 times, in the user settings");
    expect(said).toContain("holdfast install");
  });
});

/** Registered as install does it, but for the entry of Stop. */
function withStopEntry(change: Record<string, unknown>): Patient {
  const patient = makeHealthyPatient();
  const settings = changeEntries(registered(patient), ["Stop"], (entry) => Object.assign(entry, change));
  writeScope(patient, "user", settings);
  return patient;
}

describe("the check of our own entries", () => {
  test.each([
    [
      "a path that does not exist",
      { command: "/nowhere/holdfast" },
      'command "/nowhere/holdfast", which cannot be started, instead of',
    ],
    ["a ~ that no shell resolves", { command: "~/.holdfast/bin/holdfast" }, 'command "~/.holdfast/bin'],
    ["a timeout that is too short", { timeout: 20 }, "timeout 20 instead of 180"],
    ["a timeout that is a string", { timeout: "180" }, 'timeout "180" instead of 180'],
    ["no type", { type: undefined }, 'type none instead of "command"'],
    ["async on an event that can be refused", { async: true }, "async true instead of none"],
    [
      "the plugin's argument, with which it stands down for itself",
      { args: ["hook", "--plugin"] },
      'args ["hook","--plugin"] instead of ["hook"]',
    ],
  ] as const)("fails on %s", async (_, change, words) => {
    const results = await runCheck(registration, withStopEntry(change));
    expect(statusesOf(results)).toEqual(["ok", "problem"]);
    const said = textOf(results, "problem");
    expect(said).toContain("Stop: our entry in the user settings differs");
    expect(said).toContain(words);
    expect(said).toContain("holdfast install");
  });

  test.each([
    [
      "shell form",
      { command: '"$HOME/.holdfast/bin/holdfast" hook', args: undefined },
      "args none instead of",
    ],
    ["a timeout in milliseconds", { timeout: 180_000 }, "timeout 180000 instead of 180"],
    ["no timeout", { timeout: undefined }, "timeout none instead of 180"],
    ["a condition", { if: "Bash(git *)" }, 'if "Bash(git *)" instead of none'],
    ["variables, by name only", { env: { PASSWORD: "hunter2" } }, "env { PASSWORD } instead of none"],
  ] as const)("only warns of %s, which works", async (_, change, words) => {
    const results = await runCheck(registration, withStopEntry(change));
    expect(statusesOf(results)).toEqual(["ok", "warn"]);
    expect(textOf(results, "warn")).toContain(words);
  });

  test("only warns of another program that exists, and names both", async () => {
    const patient = makeHealthyPatient();
    const other = writeProgram(join(patient.home, "elsewhere/bin/holdfast"));
    writeScope(patient, "user", registrationOf(other));
    const results = await runCheck(registration, patient);
    expect(statusesOf(results)).toEqual(["ok", "warn"]);
    expect(textOf(results, "warn")).toContain(
      `command "${other}" instead of "${executablePath(patient.env)}"`,
    );
  });

  test("accepts our program by a link, such as a home folder behind one, and by its name on PATH", async () => {
    const patient = makePatient({ PATH: `${makeTempFolder("bin")}:/usr/bin:/bin` });
    writeProgram(executablePath(patient.env));
    const link = join(patient.env.path.split(":")[0] ?? "", "holdfast");
    symlinkSync(executablePath(patient.env), link);
    for (const command of [link, "holdfast"]) {
      writeScope(patient, "user", registrationOf(command));
      expect(statusesOf(await runCheck(registration, patient))).toEqual(["ok"]);
    }
  });

  test.each(["", "*"])("accepts the matcher %p, and switches that are off", async (matcher) => {
    const patient = makeHealthyPatient();
    const settings = changeEntries(registered(patient), ["Stop"], (entry) => {
      entry.async = false;
    });
    for (const group of settings.hooks.Stop ?? []) group.matcher = matcher;
    writeScope(patient, "user", settings);
    expect(statusesOf(await runCheck(registration, patient))).toEqual(["ok"]);
  });

  test("accepts another wording of what the client shows meanwhile", async () => {
    const patient = makeHealthyPatient();
    const settings = changeEntries(registered(patient), ["Stop"], (entry) => {
      entry.statusMessage = "as worded by another version";
    });
    writeScope(patient, "user", settings);
    expect(statusesOf(await runCheck(registration, patient))).toEqual(["ok"]);
  });

  test("warns of a matcher, which lets only some events through", async () => {
    const patient = makeHealthyPatient();
    const settings = registered(patient);
    for (const group of settings.hooks.SessionStart ?? []) group.matcher = "resume";
    writeScope(patient, "user", settings);
    const said = textOf(await runCheck(registration, patient), "warn");
    expect(said).toContain("SessionStart: our entry");
    expect(said).toContain('matcher "resume" instead of none');
  });

  test("warns of an event that this version does not use", async () => {
    const patient = makeHealthyPatient();
    const settings = registered(patient);
    settings.hooks.PreModelSwitch = settings.hooks.SessionEnd ?? [];
    writeScope(patient, "user", settings);
    expect(textOf(await runCheck(registration, patient), "warn")).toContain("PreModelSwitch: our entry");
  });
});
