import { realpath } from "node:fs/promises";

/** The one name a project has in trust.json; the given path when it cannot be resolved. */
export function realProjectPath(projectDir: string): Promise<string> {
  return realpath(projectDir).catch(() => projectDir);
}
