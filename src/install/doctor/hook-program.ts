// Which file an entry of ours would start, as far as that is clear without starting it.
import { constants } from "node:fs";
import { access, realpath, stat } from "node:fs/promises";
import { type Environment, executablePath } from "../../config/environment.ts";
import type { FoundHook, HookCommand } from "./found-hooks.ts";

type ProgramFile = "missing" | "not-executable" | "runnable";

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
  // A relative path depends on the client's folder; only a shell expands `~`, and exec form has none.
  if (!path.startsWith("/")) return "missing";
  const file = await judgeProgramFile(path);
  if (file !== "runnable") return file;
  const ours = await realpath(executablePath(env)).catch(() => null);
  return (await realpath(path)) === ours ? "ours" : "another";
}

/** The word before `hook`, with the home folder as a shell would expand it. */
function programInShell(env: Environment, command: string): string {
  const match = /(?:"([^"]*holdfast)"|'([^']*holdfast)'|(\S*holdfast))\s+hook/.exec(command);
  const word = match?.[1] ?? match?.[2] ?? match?.[3] ?? command;
  return word.replace(/^(~|\$HOME|\$\{HOME\})(?=\/)/, env.home);
}

/** One word, perhaps quoted and under the home folder, then `hook`: nothing else for a shell to expand. */
const PLAIN = /^\s*(?:"(?:\$HOME)?[^"$`\\]+"|'[^']+'|(?:\$HOME|~)?[\w./-]+)\s+hook\s*$/;

/** A cloned repository must not run commands by being checked: from project settings only our installed program is started. */
export async function mayRun(
  env: Environment,
  { source }: Pick<FoundHook, "source">,
  command: HookCommand,
): Promise<boolean> {
  if (source !== "project" && source !== "local") return true;
  if (command.args === null && !PLAIN.test(command.command)) return false;
  return (await findProgram(env, command)).state === "ours";
}

export async function judgeProgramFile(path: string): Promise<ProgramFile> {
  const found = await stat(path).catch(() => null);
  if (!found?.isFile()) return "missing";
  return access(path, constants.X_OK).then(
    () => "runnable",
    () => "not-executable",
  );
}
