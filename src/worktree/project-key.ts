// One name for a project: all work trees of a repository share it, and every folder in it.
import { realpath } from "node:fs/promises";
import { commonDir } from "./common-dir.ts";

export async function projectKey(dir: string): Promise<string> {
  const shared = await commonDir(dir);
  if (shared !== null) return shared.replace(/\/\.git$/, "") || "/";
  return realpath(dir).catch(() => dir);
}
