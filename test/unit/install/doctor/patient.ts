// A home, a project and a fake program to examine: healthy until a test breaks something.
import { chmodSync, mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { type Environment, executablePath, readEnvironment } from "../../../../src/config/environment.ts";
import { VERSION } from "../../../../src/config/version.ts";
import type { Scope } from "../../../../src/install/client-files.ts";
import type { CheckResult, CheckStatus, DoctorCheck } from "../../../../src/install/doctor/check.ts";
import { type DoctorContext, gatherContext } from "../../../../src/install/doctor/context.ts";
import { hookGroups } from "../../../../src/install/registration.ts";
import { makeTempHome, makeTempProject } from "../../../helpers/temp.ts";

export interface Patient {
  home: string;
  project: string;
  env: Environment;
  variables: DoctorContext["variables"];
  managedPath: string;
}

export function makePatient(extra: DoctorContext["variables"] = {}): Patient {
  const home = makeTempHome();
  const tmp = join(home, "tmp");
  mkdirSync(tmp);
  const variables = { HOME: home, PATH: "/usr/bin:/bin", TMPDIR: tmp, ...extra };
  return {
    home,
    project: makeTempProject(),
    env: readEnvironment(variables),
    variables,
    managedPath: join(home, "managed.json"),
  };
}

/** The fake program installed and registered as `holdfast install` would. */
export function makeHealthyPatient(extra: DoctorContext["variables"] = {}): Patient {
  const patient = makePatient(extra);
  writeProgram(executablePath(patient.env));
  writeScope(patient, "user", registrationOf(executablePath(patient.env)));
  return patient;
}

/** `hook` is what it does with an event. */
export function writeProgram(path: string, hook = "cat >/dev/null", version = VERSION): string {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  writeFileSync(path, `#!/bin/sh\nif [ "$1" = --version ]; then echo ${version}; exit 0; fi\n${hook}\n`);
  chmodSync(path, 0o755);
  return path;
}

export interface Settings {
  hooks: Record<string, { matcher?: string; hooks: Record<string, unknown>[] }[]>;
  [key: string]: unknown;
}

export function registrationOf(command: string, args: string[] = ["hook"]): Settings {
  const groups = hookGroups(command, args);
  return {
    hooks: Object.fromEntries(
      groups.map(({ event, group }) => [event, [{ hooks: group.hooks.map((hook) => ({ ...hook })) }]]),
    ),
  };
}

/** Changes the entry of each of these events that blocks the turn. */
export function changeEntries(
  settings: Settings,
  events: string[],
  change: (entry: Record<string, unknown>) => void,
): Settings {
  for (const event of events)
    settings.hooks[event]?.flatMap((group) => group.hooks.slice(0, 1)).forEach(change);
  return settings;
}

export function writeScope(patient: Patient, scope: Scope | "managed", settings: object | string): string {
  const path = {
    user: join(patient.env.claudeDir, "settings.json"),
    project: join(patient.project, ".claude/settings.json"),
    local: join(patient.project, ".claude/settings.local.json"),
    managed: patient.managedPath,
  }[scope];
  return writeJson(path, settings);
}

export function writeJson(path: string, value: object | string): string {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, typeof value === "string" ? value : JSON.stringify(value, null, 2));
  return path;
}

export function examine(patient: Patient): Promise<DoctorContext> {
  const { env, variables, project, managedPath } = patient;
  return gatherContext({ env, variables, projectDir: project, managedPath });
}

export async function runCheck(check: DoctorCheck, patient: Patient): Promise<CheckResult[]> {
  return [await check.run(await examine(patient))].flat();
}

export function statusesOf(results: CheckResult[]): CheckStatus[] {
  return results.map((result) => result.status);
}

/** The messages and next steps of one status, as one text to search. */
export function textOf(results: CheckResult[], status: CheckStatus): string {
  return results
    .filter((result) => result.status === status)
    .map(({ message, nextStep }) => `${message}\n${nextStep ?? ""}`)
    .join("\n");
}
