// The checks of a project, as its config lists them.
import type { Config } from "../config/config.ts";

type Quality = Config["quality"];

/** One command of a stage. */
export interface Check {
  stage: string;
  run: string;
  timeoutMs: number;
  /** Globs from the project's folder; none: any change matters. */
  paths: string[];
  /** From the project's folder; empty: that folder. */
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

/** In the order of the config; what has no command is left out. */
export function listStages({ stages }: Pick<Quality, "stages">): Stage[] {
  return Object.entries(stages).flatMap(([name, commands]) => {
    const checks = commands.filter(({ run }) => run.trim() !== "").map((command) => toCheck(name, command));
    return checks.length > 0 ? [{ name, checks }] : [];
  });
}

/** The stages with only those of their checks that fit. */
export function keepChecks(stages: readonly Stage[], fits: (check: Check) => boolean): Stage[] {
  return stages.flatMap(({ name, checks }) => {
    const kept = checks.filter(fits);
    return kept.length > 0 ? [{ name, checks: kept }] : [];
  });
}

function toCheck(stage: string, command: Quality["stages"][string][number]): Check {
  const { timeout, run, ...rest } = command;
  const seconds = timeout > 0 ? timeout : command.background ? BACKGROUND_S : FOREGROUND_S;
  return { ...rest, stage, run: run.trim(), timeoutMs: seconds * 1000 };
}
