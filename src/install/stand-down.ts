// Does a settings scope already register us? Then the plugin's entry stands down. On the hook path: no node:fs.
import type { Environment } from "../config/environment.ts";
import { isOwnHook } from "./own-entry.ts";

export async function isRegisteredInSettings(
  env: Pick<Environment, "claudeDir">,
  projectDir: string | null,
  eventName: string,
): Promise<boolean> {
  const project = projectDir === null ? [] : ["settings.json", "settings.local.json"];
  const paths = [`${env.claudeDir}/settings.json`, ...project.map((name) => `${projectDir}/.claude/${name}`)];
  const answers = await Promise.all(paths.map((path) => registers(path, eventName)));
  return answers.includes(true);
}

async function registers(path: string, eventName: string): Promise<boolean> {
  try {
    const text = await Bun.file(path).text();
    if (!text.includes("holdfast")) return false;
    const settings = JSON.parse(text.charCodeAt(0) === 0xfeff ? text.slice(1) : text);
    const groups: { hooks?: unknown }[] = settings.hooks?.[eventName] ?? [];
    const own = groups.flatMap((group) => (Array.isArray(group?.hooks) ? group.hooks : [])).filter(isOwnHook);
    return (await Promise.all(own.map(isRunnable))).includes(true);
  } catch {
    return false; // Absent, unreadable or malformed: the client takes no hook from it either.
  }
}

/** An entry whose program is gone handles nothing: to stand down for it would switch the guard off. */
async function isRunnable(hook: { command: string; args?: unknown[] }): Promise<boolean> {
  return hook.args === undefined || !hook.command.startsWith("/") || (await Bun.file(hook.command).exists());
}
