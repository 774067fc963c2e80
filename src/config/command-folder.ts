import { formatKey, type KeyPath } from "./config-problem.ts";
import type { LoadedConfig } from "./load-config.ts";

/** The folder that a value of the config is about: a command of a project's file runs where that file is. */
export function commandFolder(
  { sources, files }: Pick<LoadedConfig, "sources" | "files">,
  key: KeyPath,
  projectDir: string,
): string {
  const source = sources.get(formatKey(key));
  return files.find(({ path }) => path === source)?.folder ?? projectDir;
}
