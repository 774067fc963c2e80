// Whether settings in force already register us: then the plugin's entry does nothing. On the hook path: no node:fs.
import type { Environment } from "../config/environment.ts";
import { readSmallFile } from "../platform/files.ts";
import { isOwnHook } from "./own-entry.ts";
import type { Scope } from "./scope.ts";

export async function isRegisteredInSettings(
  env: Pick<Environment, "claudeDir">,
  projectDir: string | null,
  eventName: string,
): Promise<boolean> {
  const paths: [Scope, string][] = [["user", `${env.claudeDir}/settings.json`]];
  if (projectDir !== null) {
    paths.push(["project", `${projectDir}/.claude/settings.json`]);
    paths.push(["local", `${projectDir}/.claude/settings.local.json`]);
  }
  const found = await Promise.all(
    paths.map(async ([scope, path]) => ({ scope, own: await registers(path, eventName) })),
  );
  const scopes = found.filter(({ own }) => own).map(({ scope }) => scope);
  if (scopes.length === 0) return false;
  // The plugin's script hands over by exec, so our parent is the client.
  const read = await readSettingSources(process.ppid);
  return read === null || scopes.some((scope) => read.has(scope));
}

async function registers(path: string, eventName: string): Promise<boolean> {
  try {
    const file = await readSmallFile(path);
    if (file.state !== "read" || !file.text.includes("holdfast")) return false;
    const { text } = file;
    const settings = JSON.parse(text.charCodeAt(0) === 0xfeff ? text.slice(1) : text);
    const groups: { hooks?: unknown }[] = settings.hooks?.[eventName] ?? [];
    const own = groups.flatMap((group) => (Array.isArray(group?.hooks) ? group.hooks : [])).filter(isOwnHook);
    return (await Promise.all(own.map(isRunnable))).includes(true);
  } catch {
    return false; // Absent, unreadable or malformed: the client takes no hook from it either.
  }
}

/** An entry whose program is gone handles nothing: to rely on it would switch the guard off. */
async function isRunnable(hook: { command: string; args?: unknown[] }): Promise<boolean> {
  return hook.args === undefined || !hook.command.startsWith("/") || (await Bun.file(hook.command).exists());
}

/** null: the client reads all scopes, or this system does not show its command line. */
async function readSettingSources(clientPid: number): Promise<Set<Scope> | null> {
  try {
    return parseSettingSources((await Bun.file(`/proc/${clientPid}/cmdline`).text()).split("\0"));
  } catch {
    return null; // No /proc on macOS: then every scope counts as read.
  }
}

export function parseSettingSources(words: string[]): Set<Scope> | null {
  const at = words.findLastIndex((word) => /^--setting-sources(=|$)/.test(word));
  if (at === -1) return null;
  const value = words[at]?.includes("=") ? words[at]?.split("=")[1] : words[at + 1];
  const named = (value ?? "").split(",").map((name) => name.trim());
  return new Set((["user", "project", "local"] as const).filter((scope) => named.includes(scope)));
}
