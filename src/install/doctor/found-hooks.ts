// Lists the hooks in the client's settings and in our plugin, and finds the program that an entry would start.
import { constants } from "node:fs";
import { access, realpath, stat } from "node:fs/promises";
import { type Environment, executablePath } from "../../config/environment.ts";
import { isRecord } from "../../text/is-record.ts";
import { readRegularFile } from "../client-files.ts";
import { BACKGROUND_ARG } from "../registration.ts";
import { hooksIn, isOwnHook } from "../settings-value.ts";
import type { SettingsSource } from "./settings-sources.ts";

export interface FoundHook {
  event: string;
  /** The settings' scope, or "plugin". */
  source: SettingsSource["name"] | "plugin";
  isOwn: boolean;
  /** The entry's group, with its other keys, such as a matcher. */
  group: Record<string, unknown>;
  entry: Record<string, unknown>;
}

/** The client starts a hook directly if it has `args`, otherwise through a shell. */
export interface HookCommand {
  command: string;
  args: string[] | null;
}

export function collectHooks(
  source: FoundHook["source"],
  settings: unknown,
  isOwn: (hook: unknown) => boolean = isOwnHook,
): FoundHook[] {
  return hooksIn(settings).map(({ event, group, hook }) => {
    return { event, source, isOwn: isOwn(hook), group: recordOf(group), entry: recordOf(hook) };
  });
}

function recordOf(value: unknown): Record<string, unknown> {
  return isRecord(value) ? value : {};
}

export async function readPluginHooks({ path }: { path: string }): Promise<FoundHook[]> {
  try {
    // The client inserts the plugin's folder before it runs the command.
    const text = (await readRegularFile(`${path}/hooks/hooks.json`)).toString("utf8");
    const escaped = JSON.stringify(path).slice(1, -1);
    // biome-ignore lint/suspicious/noTemplateCurlyInString: literally in the file
    const hooks = JSON.parse(text.replaceAll("${CLAUDE_PLUGIN_ROOT}", () => escaped));
    return collectHooks("plugin", hooks, () => true);
  } catch {
    return []; // Reported as a plugin without hooks.
  }
}

/** null when the client would not run the entry. */
export function commandOf({ entry }: Pick<FoundHook, "entry">): HookCommand | null {
  const { command, args } = entry;
  if (typeof command !== "string") return null;
  if (args === undefined) return { command, args: null };
  const isStrings = Array.isArray(args) && args.every((arg) => typeof arg === "string");
  return isStrings ? { command, args } : null;
}

/** Whether this is an event's second entry, which runs after the turn. */
export function isBackground({ entry }: Pick<FoundHook, "entry">): boolean {
  return Array.isArray(entry.args) && entry.args.includes(BACKGROUND_ARG);
}

/** Longer than any sensible hook takes. */
const MAX_SECONDS = 600;

export function looksLikeMilliseconds(timeout: unknown): boolean {
  return typeof timeout === "number" && timeout > MAX_SECONDS;
}

export function describeSource(source: FoundHook["source"]): string {
  return source === "plugin" ? "the plugin" : `${source} settings`;
}

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
  // A relative path depends on the client's folder, and without a shell `~` is not expanded.
  if (!path.startsWith("/")) return "missing";
  const file = await judgeProgramFile(path);
  if (file !== "runnable") return file;
  const ours = await realpath(executablePath(env)).catch(() => null);
  return (await realpath(path)) === ours ? "ours" : "another";
}

/** The word before `hook`, with the home folder expanded. */
function programInShell(env: Environment, command: string): string {
  const match = /(?:"([^"]*holdfast)"|'([^']*holdfast)'|(\S*holdfast))\s+hook/.exec(command);
  const word = match?.[1] ?? match?.[2] ?? match?.[3] ?? command;
  return word.replace(/^(~|\$HOME|\$\{HOME\})(?=\/)/, env.home);
}

/** One word, perhaps quoted or under the home folder, then `hook`, and nothing else that a shell would expand. */
const PLAIN = /^\s*(?:"(?:\$HOME)?[^"$`\\]+"|'[^']+'|(?:\$HOME|~)?[\w./-]+)\s+hook\s*$/;

/** Checking a cloned repository must not run its commands: from project settings only our installed program is started. */
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
