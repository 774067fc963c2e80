// Which file an entry of ours would start, as far as that can be told without starting it.
import { realpath } from "node:fs/promises";
import type { Environment } from "../../config/environment.ts";
import { executablePath } from "../../config/paths.ts";
import type { HookCommand } from "./found-hooks.ts";
import { judgeProgramFile, type ProgramFile } from "./program-file.ts";

export type ProgramState = Exclude<ProgramFile, "runnable"> | "ours" | "another" | "unclear";

export async function findProgram(
  env: Environment,
  hook: HookCommand,
): Promise<{ name: string; state: ProgramState }> {
  const name = hook.args === null ? programInShell(env, hook.command) : hook.command;
  if (hook.args === null && name.includes("$")) return { name, state: "unclear" };
  const path = name.includes("/") ? name : Bun.which(name, { PATH: env.path });
  return { name, state: path === null ? "missing" : await judgeFile(env, path) };
}

async function judgeFile(env: Environment, path: string): Promise<ProgramState> {
  // A relative path depends on where the client stands; `~` is the shell's, and exec form has no shell.
  if (!path.startsWith("/")) return "missing";
  const file = await judgeProgramFile(path);
  if (file !== "runnable") return file;
  const ours = await realpath(executablePath(env)).catch(() => null);
  return (await realpath(path)) === ours ? "ours" : "another";
}

/** The word before `hook`, with what a shell would put in for the home folder. */
function programInShell(env: Environment, command: string): string {
  const match = /(?:"([^"]*holdfast)"|'([^']*holdfast)'|(\S*holdfast))\s+hook/.exec(command);
  const word = match?.[1] ?? match?.[2] ?? match?.[3] ?? command;
  return word.replace(/^(~|\$HOME|\$\{HOME\})(?=\/)/, env.home);
}
