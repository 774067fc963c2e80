// Ensures that an event is handled only once: if the user's settings register us, the plugin's entry does nothing. A project's
// settings do not count, because a clone could name any program there and so disable the plugin. On the hook path: no node:fs.
import { type Environment, executablePath } from "../config/environment.ts";
import { readSmallFile } from "../platform/files.ts";

export async function isRegisteredInSettings(
  env: Pick<Environment, "claudeDir" | "holdfastHome">,
  eventName: string,
): Promise<boolean> {
  const program = executablePath(env);
  if (!(await registersProgram(`${env.claudeDir}/settings.json`, eventName, program))) return false;
  // An entry whose program is gone handles nothing.
  if (!(await Bun.file(program).exists())) return false;
  // The plugin's script uses exec, so our parent process is the client.
  return readsUserSettings(await readCommandLine(process.ppid));
}

/** The longest time between the two entries of one stop. Two stops are further apart. */
const SAME_STOP_MS = 1_000;

/**
 * For a host that ignores `args`, and so runs both entries of a stop as bare `holdfast`, in parallel or one after the other.
 * Returns null for the second entry; the first calls `finish` when it has its answer.
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
      // Another stop has removed the claim. The answer is given anyway.
    }
  };
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    for (const name of readdirSync(folder)) if (isOld(`${folder}/${name}`)) rmSync(`${folder}/${name}`);
    closeSync(openSync(claim, "wx", 0o600));
    return { finish: touch };
  } catch (error) {
    // If nothing can be written, both entries answer.
    return (error as { code?: string }).code === "EEXIST" ? null : { finish() {} };
  }
}

async function registersProgram(path: string, eventName: string, program: string): Promise<boolean> {
  try {
    const file = readSmallFile(path);
    if (file.state !== "read" || !file.text.includes("holdfast")) return false;
    const { text } = file;
    const settings = JSON.parse(text.charCodeAt(0) === 0xfeff ? text.slice(1) : text);
    const groups: { hooks?: unknown }[] = settings.hooks?.[eventName] ?? [];
    return groups
      .flatMap((group) => (Array.isArray(group?.hooks) ? group.hooks : []))
      .some((hook) => hook?.command === program && Array.isArray(hook.args) && hook.args[0] === "hook");
  } catch {
    return false; // Absent, unreadable or malformed: the client ignores it too.
  }
}

/** Empty on macOS, which has no /proc. */
async function readCommandLine(pid: number): Promise<string[]> {
  try {
    return (await Bun.file(`/proc/${pid}/cmdline`).text()).split("\0");
  } catch {
    return [];
  }
}

/** True by default. */
export function readsUserSettings(words: readonly string[]): boolean {
  const at = words.findLastIndex((word) => /^--setting-sources(=|$)/.test(word));
  if (at === -1) return true;
  const value = words[at]?.includes("=") ? words[at]?.split("=")[1] : words[at + 1];
  return (value ?? "").split(",").some((name) => name.trim() === "user");
}
