// Lists the hooks in the client's settings and in our plugin, and finds the program that an entry starts.
import { realpathSync } from "node:fs";
import { type Environment, executablePath } from "../../config/environment.ts";
import { isRecord } from "../../text/unknown-values.ts";
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

/** Whether this is an event's second entry, which runs after the turn. */
export function isBackground({ entry }: Pick<FoundHook, "entry">): boolean {
  return Array.isArray(entry.args) && entry.args.includes(BACKGROUND_ARG);
}

export function describeSource(source: FoundHook["source"]): string {
  return source === "plugin" ? "the plugin" : `the ${source} settings`;
}

/** Also through a link, or by its name on PATH. False for a shell's command. */
export function startsOurProgram({ entry }: Pick<FoundHook, "entry">, env: Environment): boolean {
  const program = Array.isArray(entry.args) ? findProgram(entry.command, env) : null;
  return program !== null && program === findProgram(executablePath(env), env);
}

/** The file that the client starts for a command without a shell, links resolved; null if it cannot. */
export function findProgram(command: unknown, env: Environment): string | null {
  const path = typeof command === "string" ? Bun.which(command, { PATH: env.path }) : null;
  return path === null ? null : realpathSync(path);
}
