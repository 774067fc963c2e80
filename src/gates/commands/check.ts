// The checks of a project, as its config lists them.

import { formatKey, type KeyPath } from "../../config/config-problem.ts";
import type { LoadedConfig } from "../../config/load-config.ts";
import type { Config } from "../../config/schema.ts";
import { isAbsolutePath } from "../../platform/system.ts";

type Command = Config["quality"]["stages"][string][number];

/** One command of a stage. */
export interface Check {
  stage: string;
  /** Its index in the config's list. */
  index: number;
  run: string;
  timeoutMs: number;
  /** The folder of its config file. */
  folder: string;
  /** Globs relative to that folder; empty: any change matters. */
  paths: string[];
  /** Relative to that folder; empty: that folder. */
  cwd: string;
  env: Record<string, string>;
  onTimeout: "advise" | "block";
  background: boolean;
}

export interface Stage {
  name: string;
  checks: Check[];
}

const FOREGROUND_S = 120;
const BACKGROUND_S = 600;

/** In the order of the config, without entries that have no command. */
export function listStages(loaded: LoadedConfig, projectDir: string): Stage[] {
  return Object.entries(loaded.config.quality.stages).flatMap(([name, commands]) => {
    const checks = commands.flatMap((command, index) => {
      const folder = commandFolder(loaded, ["quality", "stages", name, index], projectDir);
      return command.run.trim() === "" ? [] : [toCheck({ stage: name, index, folder }, command)];
    });
    return checks.length > 0 ? [{ name, checks }] : [];
  });
}

export function keepChecks(stages: readonly Stage[], isWanted: (check: Check) => boolean): Stage[] {
  return stages.flatMap(({ name, checks }) => {
    const kept = checks.filter(isWanted);
    return kept.length > 0 ? [{ name, checks: kept }] : [];
  });
}

function toCheck(place: Pick<Check, "stage" | "index" | "folder">, command: Command): Check {
  const { timeout, run, ...rest } = command;
  const seconds = timeout > 0 ? timeout : command.background ? BACKGROUND_S : FOREGROUND_S;
  return { ...rest, ...place, run: run.trim(), timeoutMs: seconds * 1000 };
}

export function workFolder({ folder, cwd }: Pick<Check, "folder" | "cwd">): string {
  if (isAbsolutePath(cwd)) return cwd;
  return cwd === "" ? folder : `${folder}/${cwd.replace(/^(?:\.\/)+|\/+$/g, "")}`.replace(/\/\.?$/, "");
}

/** With the names of its variables, because the result may depend on them. */
export function shownCommand({ run, env }: Pick<Check, "run" | "env">): string {
  return [...Object.keys(env).map((name) => `${name}=…`), run].join(" ");
}

/** A command runs in the folder of the config file that it comes from. */
export function commandFolder(
  { sources, files }: Pick<LoadedConfig, "sources" | "files">,
  key: KeyPath,
  projectDir: string,
): string {
  const source = sources.get(formatKey(key));
  return files.find(({ path }) => path === source)?.folder ?? projectDir;
}
