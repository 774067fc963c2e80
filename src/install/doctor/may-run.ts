// A cloned repository must not run commands by being examined: from settings in the project only our own installed
// program is started, whatever else they name.
import type { Environment } from "../../config/environment.ts";
import type { FoundHook, HookCommand } from "./found-hooks.ts";
import { findProgram } from "./hook-program.ts";

/** One word, perhaps quoted and under the home folder, then `hook`: nothing a shell would expand into something else. */
const PLAIN = /^\s*(?:"(?:\$HOME)?[^"$`\\]+"|'[^']+'|(?:\$HOME|~)?[\w./-]+)\s+hook\s*$/;

export async function mayRun(
  env: Environment,
  { source }: Pick<FoundHook, "source">,
  command: HookCommand,
): Promise<boolean> {
  if (source !== "project" && source !== "local") return true;
  if (command.args === null && !PLAIN.test(command.command)) return false;
  return (await findProgram(env, command)).state === "ours";
}
