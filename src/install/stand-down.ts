// An event is handled once. Where the user's settings already register us, the plugin's entry does nothing. A project's settings
// do not count: a clone could name any program there and so switch the plugin off. On the hook path: no node:fs.
import { type Environment, executablePath } from "../config/environment.ts";
import { readSmallFile } from "../platform/files.ts";

export async function isRegisteredInSettings(
  env: Pick<Environment, "claudeDir" | "holdfastHome">,
  eventName: string,
): Promise<boolean> {
  const program = executablePath(env);
  if (!(await registers(`${env.claudeDir}/settings.json`, eventName, program))) return false;
  // An entry whose program is gone handles nothing: to rely on it would switch the guard off.
  if (!(await Bun.file(program).exists())) return false;
  // The plugin's script hands over by exec, so our parent is the client.
  return readsUserSettings(await readCommandLine(process.ppid));
}

/** From one entry of a stop to the other; between two stops Claude has said something. */
const SAME_STOP_MS = 1_000;

/**
 * For a host that ignores `args`: both entries of a stop then come as bare `holdfast`, side by side or one after the other.
 * null for the second; the first one calls `finish` when it has its answer.
 */
export async function claimStop(
  env: Pick<Environment, "holdfastHome">,
  payload: string,
): Promise<{ finish: () => void } | null> {
  const { closeSync, mkdirSync, openSync, readdirSync, rmSync, statSync, utimesSync } = await import(
    "node:fs"
  );
  const folder = `${env.holdfastHome}/bare-stops`;
  const claim = `${folder}/${Bun.hash(payload).toString(36)}`;
  const isOld = (path: string) => {
    const { mtimeMs } = statSync(path, { throwIfNoEntry: false }) ?? {};
    return mtimeMs !== undefined && Math.abs(Date.now() - mtimeMs) > SAME_STOP_MS;
  };
  const touch = () => {
    try {
      utimesSync(claim, new Date(), new Date());
    } catch {
      // Another stop tidied up meanwhile: the answer counts more than the claim.
    }
  };
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    for (const name of readdirSync(folder)) if (isOld(`${folder}/${name}`)) rmSync(`${folder}/${name}`);
    closeSync(openSync(claim, "wx", 0o600));
    return { finish: touch };
  } catch (error) {
    // Where nothing can be written, each decides for itself.
    return (error as { code?: string }).code === "EEXIST" ? null : { finish() {} };
  }
}

async function registers(path: string, eventName: string, program: string): Promise<boolean> {
  try {
    const file = await readSmallFile(path);
    if (file.state !== "read" || !file.text.includes("holdfast")) return false;
    const { text } = file;
    const settings = JSON.parse(text.charCodeAt(0) === 0xfeff ? text.slice(1) : text);
    const groups: { hooks?: unknown }[] = settings.hooks?.[eventName] ?? [];
    return groups
      .flatMap((group) => (Array.isArray(group?.hooks) ? group.hooks : []))
      .some((hook) => hook?.command === program && Array.isArray(hook.args) && hook.args[0] === "hook");
  } catch {
    return false; // Absent, unreadable or malformed: the client takes no hook from it either.
  }
}

/** None on macOS, which has no /proc. */
async function readCommandLine(pid: number): Promise<string[]> {
  try {
    return (await Bun.file(`/proc/${pid}/cmdline`).text()).split("\0");
  } catch {
    return [];
  }
}

/** By default the client does. */
export function readsUserSettings(words: readonly string[]): boolean {
  const at = words.findLastIndex((word) => /^--setting-sources(=|$)/.test(word));
  if (at === -1) return true;
  const value = words[at]?.includes("=") ? words[at]?.split("=")[1] : words[at + 1];
  return (value ?? "").split(",").some((name) => name.trim() === "user");
}
