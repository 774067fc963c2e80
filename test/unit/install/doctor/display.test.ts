import { describe, expect, test } from "bun:test";
import { rmSync, utimesSync } from "node:fs";
import { databasePath, executablePath, manifestPath } from "../../../../src/config/environment.ts";
import { mod, statusLine } from "../../../../src/install/doctor/checks/display.ts";
import { recordModLoad } from "../../../../src/install/mod-seen.ts";
import { modFile } from "../../../../src/install/own-files.ts";
import { openStore } from "../../../../src/store/open.ts";
import { touchSession } from "../../../../src/store/sessions.ts";
import { writeFileIn } from "../../../helpers/temp.ts";
import {
  makePatient,
  type Patient,
  runCheck,
  statusesOf,
  textOf,
  writeJson,
  writeProgram,
  writeScope,
} from "./patient.ts";

const HOUR = 3_600_000;

/** The mod's folder, created two hours ago. */
function withMod(patient = makePatient()): Patient {
  const path = modFile(patient.env.claudeDir);
  writeJson(path, { name: "holdfast" });
  const at = new Date(Date.now() - 2 * HOUR);
  utimesSync(path, at, at);
  return patient;
}

/** A session from an hour ago, at a terminal or by the SDK. */
async function addSession(patient: Patient, entrypoint: string): Promise<void> {
  const transcriptPath = writeFileIn(
    patient.home,
    "t.jsonl",
    `{"type":"user","entrypoint":"${entrypoint}"}\n`,
  );
  const store = await openStore(databasePath(patient.env));
  const at = Date.now() - HOUR;
  touchSession(store, { sessionId: "s1", projectDir: patient.project, transcriptPath, at, toolCalls: 0 });
  store.close();
}

describe("the mod", () => {
  test("that is not installed, or waits for its first session, is fine", async () => {
    expect(textOf(await runCheck(mod, makePatient()), "ok")).toContain("holdfast install --mod");
    expect(textOf(await runCheck(mod, withMod()), "ok")).toContain("the next session loads it");
  });

  test("that a terminal session did not load is reported; an SDK session loads none", async () => {
    const patient = withMod();
    await addSession(patient, "sdk-cli");
    expect(statusesOf(await runCheck(mod, patient))).toEqual(["ok"]);
    await addSession(patient, "cli");
    expect(textOf(await runCheck(mod, patient), "warn")).toContain("not loaded by the session");
    await recordModLoad(patient.env, "2.1.325", "s1");
    expect(textOf(await runCheck(mod, patient), "ok")).toContain("loaded by Claude Code 2.1.325");
  });

  test("whose API may have changed is reported", async () => {
    const patient = withMod();
    await recordModLoad(patient.env, "3.0.1", "s1");
    expect(textOf(await runCheck(mod, patient), "warn")).toContain("untested with this version");
  });

  test("is off with all hooks, or by policy", async () => {
    const patient = withMod();
    writeScope(patient, "user", { disableAllHooks: true });
    expect(textOf(await runCheck(mod, patient), "warn")).toContain("mods are off");
    const managed = withMod();
    writeJson(managed.managedPath, { allowManagedHooksOnly: true });
    expect(textOf(await runCheck(mod, managed), "warn")).toContain("mods are off");
  });

  test.each(["", "{", "[]", '{"version":"\\u001b[31m","session":"s1","at":1}'])(
    "ignores a damaged record: %j",
    async (text) => {
      const patient = withMod();
      writeFileIn(patient.env.holdfastHome, "mod.json", text);
      expect(textOf(await runCheck(mod, patient), "ok")).toContain("the next session loads it");
    },
  );
});

describe("the status line", () => {
  const ours = (patient: Patient, more = "") => ({
    statusLine: { type: "command", command: `'${executablePath(patient.env)}' statusline${more}` },
  });

  test("is fine without ours, and with it", async () => {
    const patient = makePatient();
    expect(textOf(await runCheck(statusLine, patient), "ok")).toContain("--statusline");
    writeProgram(executablePath(patient.env));
    writeScope(patient, "user", ours(patient, " --wrap 'my line'"));
    expect(textOf(await runCheck(statusLine, patient), "ok")).toContain("around your own");
  });

  test("whose program is gone, or that somebody replaced, is reported", async () => {
    const patient = makePatient();
    writeScope(patient, "user", ours(patient));
    rmSync(executablePath(patient.env), { force: true });
    expect(textOf(await runCheck(statusLine, patient), "problem")).toContain("does not exist");
    writeScope(patient, "user", { statusLine: { type: "command", command: "other" } });
    const scope = { original: null, hash: "", blockCap: null, statusLine: true, files: [] };
    const settings = `${patient.env.claudeDir}/settings.json`;
    writeJson(manifestPath(patient.env), { version: 1, scopes: { [settings]: scope }, folders: [] });
    expect(textOf(await runCheck(statusLine, patient), "warn")).toContain("another status line");
  });
});
