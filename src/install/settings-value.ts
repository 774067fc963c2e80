// Reads values from settings.
import { isRecord } from "../text/unknown-values.ts";

const BOM = "\uFEFF";

/** Applies an edit to the JSON behind a byte order mark, which the client accepts and JSON.parse does not. */
export function onBody(text: string, edit: (body: string) => string): string {
  return text.startsWith(BOM) ? BOM + edit(text.slice(1)) : edit(text);
}

export function bodyOf(text: string): string {
  return text.startsWith(BOM) ? text.slice(1) : text;
}

/** Like the client, treats an empty file as no settings. */
export function parseBody(text: string): unknown {
  const body = bodyOf(text);
  return body.trim() === "" ? {} : JSON.parse(body);
}

export function valueAt(value: unknown, path: readonly (string | number)[]): unknown {
  let at = value;
  for (const key of path) {
    if (typeof at !== "object" || at === null || !Object.hasOwn(at, key)) return undefined;
    at = (at as Record<string | number, unknown>)[key];
  }
  return at;
}

export function allowedIn(settings: unknown): unknown[] {
  return listAt(settings, "permissions", "allow");
}

/** Every hook in the settings, with its event and its group. */
export function hooksIn(settings: unknown): { event: string; group: unknown; hook: unknown }[] {
  const events = valueAt(settings, ["hooks"]);
  return Object.keys(isRecord(events) ? events : {}).flatMap((event) =>
    listAt(events, event).flatMap((group) => listAt(group, "hooks").map((hook) => ({ event, group, hook }))),
  );
}

/** The groups that contain one of our hooks. */
export function ownGroups(settings: unknown): { event: string; group: unknown }[] {
  const own = hooksIn(settings).filter(({ hook }) => isOwnHook(hook));
  return [...new Map(own.map(({ event, group }) => [group, { event, group }])).values()];
}

function listAt(value: unknown, ...path: string[]): unknown[] {
  const list = valueAt(value, path);
  return Array.isArray(list) ? list : [];
}

/** Exec form: `…/holdfast` with args `hook …`. Shell form: one command that ends in `holdfast hook`. */
export function isOwnHook(hook: unknown): hook is { command: string; args?: unknown[] } {
  const { command, args } = isRecord(hook) ? hook : {};
  if (typeof command !== "string") return false;
  if (Array.isArray(args)) return args[0] === "hook" && /(^|\/)holdfast$/.test(command);
  return isOwnShellCommand(command);
}

/** `make && holdfast hook` and `$(make) holdfast hook` are not ours: removing them would remove `make` too. */
function isOwnShellCommand(command: string): boolean {
  return !/[;&|<>\n`]|\$\(/.test(command) && /(^|[\s/])holdfast["']?\s+hook(\s+--[\w-]+)*\s*$/.test(command);
}
