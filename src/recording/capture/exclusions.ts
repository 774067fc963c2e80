// Tools and files that the config keeps out of what is recorded.
import type { Config } from "../../config/config.ts";
import { matchesGlob } from "../../config/place.ts";

export type Exclusions = Config["capture"]["exclude"];

export function isExcludedTool(tool: string, { tools }: Exclusions): boolean {
  return tools.some((pattern) => pattern === tool || matchesGlob(pattern, tool));
}

/** Patterns are relative to the project; one that starts with a slash is absolute. */
export function isExcludedPath(path: string, projectDir: string | null, { paths }: Exclusions): boolean {
  const within = projectDir !== null && path.startsWith(`${projectDir}/`);
  const relative = within ? path.slice(projectDir.length + 1) : path;
  return paths.some((pattern) => matchesGlob(pattern, relative) || matchesGlob(pattern, path));
}
