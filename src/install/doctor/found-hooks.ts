// The hooks in the client's settings and in our plugin, one by one.
import { readFile } from "node:fs/promises";
import { isOwnHook } from "../own-entry.ts";
import { BACKGROUND_ARG } from "../registration.ts";
import { valueAt } from "../settings-value.ts";
import type { SettingsSource } from "./settings-sources.ts";

export interface FoundHook {
  event: string;
  /** The settings' scope, or "plugin". */
  source: SettingsSource["name"] | "plugin";
  isOwn: boolean;
  /** With everything beside `hooks`, such as a matcher. */
  group: Record<string, unknown>;
  entry: Record<string, unknown>;
}

/** How the client starts a hook: with `args` directly, without through a shell. */
export interface HookCommand {
  command: string;
  args: string[] | null;
}

export function hooksIn({ name, value }: Pick<SettingsSource, "name" | "value">): FoundHook[] {
  return collect(name, value, isOwnHook);
}

export async function pluginHooksIn({ path }: { path: string }): Promise<FoundHook[]> {
  try {
    // The client inserts the plugin's folder before it runs the command.
    const text = await readFile(`${path}/hooks/hooks.json`, "utf8");
    const escaped = JSON.stringify(path).slice(1, -1);
    // biome-ignore lint/suspicious/noTemplateCurlyInString: literally in the file
    return collect("plugin", JSON.parse(text.replaceAll("${CLAUDE_PLUGIN_ROOT}", () => escaped)), () => true);
  } catch {
    return []; // Without readable hooks the plugin registers nothing, and that is reported.
  }
}

/** null when the client would not run the entry. */
export function commandOf({ entry }: Pick<FoundHook, "entry">): HookCommand | null {
  const { command, args } = entry;
  if (typeof command !== "string") return null;
  if (args === undefined) return { command, args: null };
  return isStrings(args) ? { command, args } : null;
}

/** The second entry of an event, for what runs after the turn. */
export function isBackground({ entry }: Pick<FoundHook, "entry">): boolean {
  return Array.isArray(entry.args) && entry.args.includes(BACKGROUND_ARG);
}

/** Longer than any sensible hook, in the client's unit of seconds. */
const MAX_SECONDS = 600;

export function looksLikeMilliseconds(timeout: unknown): boolean {
  return typeof timeout === "number" && timeout > MAX_SECONDS;
}

export function describeSource(source: FoundHook["source"]): string {
  return source === "plugin" ? "the plugin" : `${source} settings`;
}

function collect(
  source: FoundHook["source"],
  settings: unknown,
  isOwn: (hook: unknown) => boolean,
): FoundHook[] {
  const events = Object.entries(recordOf(valueAt(settings, ["hooks"])));
  return events.flatMap(([event, groups]) =>
    listOf(groups).flatMap((group) =>
      listOf(valueAt(group, ["hooks"])).map((hook) => ({
        event,
        source,
        isOwn: isOwn(hook),
        group: recordOf(group),
        entry: recordOf(hook),
      })),
    ),
  );
}

function listOf(value: unknown): unknown[] {
  return Array.isArray(value) ? value : [];
}

function recordOf(value: unknown): Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value) ? { ...value } : {};
}

function isStrings(value: unknown): value is string[] {
  return Array.isArray(value) && value.every((item) => typeof item === "string");
}
