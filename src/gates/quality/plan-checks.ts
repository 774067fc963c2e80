// Which checks the changed files call for.
import { type Check, keepChecks, type Stage } from "./check.ts";
import { matchesPaths, withinProject } from "./match-paths.ts";

export interface ChangedPaths {
  root: string;
  projectDir: string;
  /** From the root. */
  paths: readonly string[];
}

export function planChecks(stages: readonly Stage[], changed: ChangedPaths): Stage[] {
  return keepChecks(stages, (check) => matters(check, changed));
}

function matters({ paths: globs }: Check, { root, projectDir, paths }: ChangedPaths): boolean {
  if (globs.length === 0) return paths.length > 0;
  return paths.some((path) => {
    const own = withinProject(root, projectDir, path);
    return own !== null && matchesPaths(globs, own);
  });
}
