// What the config allows to be recorded.
import type { Config } from "../../config/config.ts";
import { withAncestors } from "../../platform/repository.ts";
import type { HookContext } from "../../store/hook-context.ts";

export type Exclusions = Config["capture"]["exclude"];

/** Whether anything is recorded in this project. */
export function mayCapture({ env, projectDir }: HookContext, { capture }: Config): boolean {
  return capture.enabled && !isExcludedProject(projectDir, capture.exclude, env.home);
}

export function isExcludedProject(
  projectDir: string | null,
  { projects }: Exclusions,
  home: string,
): boolean {
  if (projectDir === null) return false;
  for (const pattern of projects) {
    const full = pattern.startsWith("~/") ? `${home}${pattern.slice(1)}` : pattern;
    const folder = full.replace(/\/+$/, "");
    if (withAncestors(projectDir).some((dir) => dir === folder || matches(folder, dir))) return true;
  }
  return false;
}

export function isExcludedTool(tool: string, { tools }: Exclusions): boolean {
  for (const pattern of tools) if (pattern === tool || matches(pattern, tool)) return true;
  return false;
}

/** Patterns are relative to the project; one that starts with a slash is absolute. */
export function isExcludedPath(path: string, projectDir: string | null, { paths }: Exclusions): boolean {
  const within = projectDir !== null && path.startsWith(`${projectDir}/`);
  const relative = within ? path.slice(projectDir.length + 1) : path;
  for (const pattern of paths) if (matches(pattern, relative) || matches(pattern, path)) return true;
  return false;
}

function matches(pattern: string, text: string): boolean {
  try {
    return new Bun.Glob(pattern).match(text);
  } catch {
    return false; // An invalid pattern excludes nothing.
  }
}
