import { chmodSync, mkdirSync, writeFileSync } from "node:fs";
import { type Environment, readEnvironment } from "../../../src/config/environment.ts";
import type { Scope } from "../../../src/install/client-files.ts";
import { applyInstall, type InstallPlan, planInstall } from "../../../src/install/install.ts";
import { applyUninstall, planUninstall } from "../../../src/install/uninstall.ts";
import { makeTempFolder, writeFileIn } from "../../helpers/temp.ts";

export interface Machine {
  env: Environment;
  project: string;
  /** A stand-in for the compiled program. */
  source: string;
  userSettings: string;
}

/** A new home; `settings` is the text of the user's settings, none if omitted. */
export function makeMachine(settings?: string): Machine {
  const root = makeTempFolder("machine");
  const source = writeFileIn(root, "build/holdfast", "#!/bin/sh\nexit 0\n");
  chmodSync(source, 0o755);
  for (const folder of ["home", "project"]) mkdirSync(`${root}/${folder}`);
  const userSettings = `${root}/home/.claude/settings.json`;
  if (settings !== undefined) writeFileIn(root, "home/.claude/settings.json", settings);
  const env = readEnvironment({ HOME: `${root}/home`, PATH: "/usr/bin:/bin" });
  return { env, project: `${root}/project`, source, userSettings };
}

interface InstallOptions {
  scope?: Scope;
  longLoops?: boolean;
  mod?: boolean;
  statusLine?: boolean;
  mcp?: boolean;
}

export function planOn(machine: Machine, options: InstallOptions = {}): Promise<InstallPlan> {
  const { env, project, source } = machine;
  const { scope = "user", longLoops = false, ...parts } = options;
  return planInstall({
    env,
    scope,
    projectDir: project,
    source,
    longLoops,
    rules: "listed",
    parts,
  });
}

export async function install(machine: Machine, options: InstallOptions = {}): Promise<InstallPlan> {
  const plan = await planOn(machine, options);
  await applyInstall(machine.env, plan);
  return plan;
}

/** What was planned for Claude Code. */
export function clientOf<Client>({ client }: { client: Client | null }): Client {
  if (client === null) throw new Error("nothing was planned for Claude Code");
  return client;
}

export async function uninstall(machine: Machine, scope: Scope = "user") {
  const plan = await planUninstall(machine.env, { scope, projectDir: machine.project });
  await applyUninstall(machine.env, plan);
  return plan;
}

export function upgrade(machine: Machine, text: string): void {
  writeFileSync(machine.source, text);
}
