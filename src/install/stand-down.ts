// Ensures that an event is handled only once: if the settings register us, the plugin's entry does nothing. A project's
// settings may come with a clone, so there only the entry that install writes counts: any other could disable the plugin
// without doing its work. On the hook path: no node:fs.
import { type Environment, executablePath } from "../config/environment.ts";
import { readSmallFile } from "../platform/files.ts";

type Scope = "user" | "project" | "local";

export async function isRegisteredInSettings(
  env: Pick<Environment, "claudeDir" | "projectDir" | "holdfastHome">,
  eventName: string,
): Promise<boolean> {
  const scopes = await findScopes(env, eventName);
  if (scopes.length === 0) return false;
  // An entry whose program is gone handles nothing.
  if (!(await Bun.file(executablePath(env)).exists())) return false;
  // The plugin's script uses exec, so our parent process is the client.
  const words = await readCommandLine(process.ppid);
  return scopes.some((scope) => readsSettings(words, scope));
}

/** The scopes whose settings register us for the event. */
async function findScopes(
  env: Pick<Environment, "claudeDir" | "projectDir" | "holdfastHome">,
  eventName: string,
): Promise<Scope[]> {
  const program = executablePath(env);
  const scopes: Scope[] = [];
  const inUser = await readGroups(`${env.claudeDir}/settings.json`, eventName);
  if (inUser.some((group) => runsProgram(group, program))) scopes.push("user");
  if (env.projectDir === null) return scopes;
  for (const [scope, name] of [
    ["project", "settings.json"],
    ["local", "settings.local.json"],
  ] as const) {
    const groups = await readGroups(`${env.projectDir}/.claude/${name}`, eventName);
    if (groups.length > 0 && (await hasInstalledGroup(groups, eventName, program))) scopes.push(scope);
  }
  return scopes;
}

async function hasInstalledGroup(groups: unknown[], eventName: string, program: string): Promise<boolean> {
  const { hookGroups } = await import("./registration.ts");
  const own = hookGroups(program, ["hook"]).find(({ event }) => event === eventName);
  return own !== undefined && groups.some((group) => Bun.deepEquals(group, own.group, true));
}

/** Whether the agent's own file of hooks calls us. */
export async function isRegisteredWithHost(
  env: Pick<Environment, "home" | "movedFolders" | "holdfastHome">,
  hostId: string,
): Promise<boolean> {
  const { folderOf, REGISTRATIONS } = await import("../protocol/registration.ts");
  const host = REGISTRATIONS.find(({ id }) => id === hostId);
  if (host === undefined) return false;
  const file = readSmallFile(`${folderOf(host, env)}/${host.file}`);
  return file.state === "read" && file.text.includes(executablePath(env));
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

/** What the settings register for the event; empty if they never mention us. */
async function readGroups(path: string, eventName: string): Promise<{ hooks?: unknown }[]> {
  try {
    const file = readSmallFile(path);
    if (file.state !== "read" || !file.text.includes("holdfast")) return [];
    const { text } = file;
    const settings = JSON.parse(text.charCodeAt(0) === 0xfeff ? text.slice(1) : text);
    const groups = settings.hooks?.[eventName];
    return Array.isArray(groups) ? groups : [];
  } catch {
    return []; // Absent, unreadable or malformed: the client ignores it too.
  }
}

function runsProgram(group: { hooks?: unknown }, program: string): boolean {
  return (
    Array.isArray(group?.hooks) &&
    group.hooks.some(
      (hook) => hook?.command === program && Array.isArray(hook.args) && hook.args[0] === "hook",
    )
  );
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
export function readsSettings(words: readonly string[], scope: Scope): boolean {
  const at = words.findLastIndex((word) => /^--setting-sources(=|$)/.test(word));
  if (at === -1) return true;
  const value = words[at]?.includes("=") ? words[at]?.split("=")[1] : words[at + 1];
  return (value ?? "").split(",").some((name) => name.trim() === scope);
}
