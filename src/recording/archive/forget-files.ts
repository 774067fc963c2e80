// Files that hold what is forgotten. Everything below our folders is looked at, so that a kind of file added later is
// included: what is named after a session goes whole, of logs the lines that tell, of other files those that tell.
import { lstatSync, readdirSync, readFileSync, rmdirSync, rmSync } from "node:fs";
import { type Environment, runtimeDir } from "../../config/environment.ts";
import { writeWhole } from "../../platform/atomic-file.ts";
import { isSessionId } from "../../protocol/claude-code/parse-event.ts";
import { fallbackLogDir } from "../../store/fault-log.ts";
import { allFolders, type DeleteTarget, foldersOfSessions } from "../../store/forget.ts";
import type { Store } from "../../store/open.ts";
import { archiveContains } from "./archive-files.ts";

export interface FilesToForget {
  /** Files and folders that go whole. */
  removed: string[];
  /** Logs with lines to drop. */
  shortened: { path: string; text: string }[];
}

/** In holdfast's own folder, but the person's: settings, grants, memories, copies of settings. The databases are rows. */
export const KEPT_NAMES: readonly string[] = [
  "bin",
  "backups",
  "config.json",
  "install.json",
  "memory",
  "paused.json",
  "trust.json",
];
const DATABASE = /^holdfast(?:-memory)?\.db/;
/** What a session's folder has of ours where another tool's files lie beside them. */
const STATE_NAMES = ["loop.json", "orchestrator.json", "quality-gate.json", "receipt.json", "tasks", "start"];
const SHARED_NAMES = [".gitignore", "reflection"];
/** Nobody can tell which session wrote into them; checks are run again. */
const OF_ANY_SESSION = ["logs/checks", "logs/debug.log"];
/** Ours are far smaller: a larger one goes whole. */
const MAX_BYTES = 64 * 1024 * 1024;

/** To be called before the rows are removed: they say where to look. `stateRoot`: where state files of sessions lie. */
export async function filesToForget(
  store: Store,
  env: Pick<Environment, "holdfastHome" | "tempDir">,
  stateRoot: string,
  what: DeleteTarget,
): Promise<FilesToForget> {
  const found: FilesToForget = { removed: [], shortened: [] };
  const tells = "text" in what ? textTest(what.text) : nameTest(what.sessions, what.project?.dirs ?? []);
  const ids = new Set("text" in what ? [] : what.sessions.filter(isSessionId));
  for (const name of namesIn(env.holdfastHome))
    if (!KEPT_NAMES.includes(name) && !DATABASE.test(name)) await look(`${env.holdfastHome}/${name}`);
  await look(fallbackLogDir(env));
  for (const dir of projectFolders(store, what))
    if (isPlain(dir)) for (const name of namesIn(runtimeDir(dir))) await lookInProject(dir, name);
  if (stateRoot !== `${env.holdfastHome}/state`)
    for (const id of "text" in what ? namesIn(stateRoot).filter(isSessionId) : ids)
      for (const name of STATE_NAMES) await lookInState(`${stateRoot}/${id}/${name}`);
  return found;

  /** Of a project that is forgotten all goes, but a person may keep scripts beside our drafts. */
  async function lookInProject(dir: string, name: string): Promise<void> {
    const isWhole = "project" in what && what.project?.dirs.includes(dir) && !SHARED_NAMES.includes(name);
    if (isWhole) found.removed.push(`${runtimeDir(dir)}/${name}`);
    else await look(`${runtimeDir(dir)}/${name}`);
  }

  async function lookInState(path: string): Promise<void> {
    if ("text" in what) await look(path);
    else if (lstatSync(path, { throwIfNoEntry: false })) found.removed.push(path);
  }

  async function look(path: string): Promise<void> {
    const stat = lstatSync(path, { throwIfNoEntry: false });
    if (ids.has(path.slice(path.lastIndexOf("/") + 1)) && stat) found.removed.push(path);
    // A link may lead out of our folders.
    else if (stat?.isDirectory()) for (const name of namesIn(path)) await look(`${path}/${name}`);
    else if (stat?.isFile()) await lookInto(path, stat.size);
  }

  async function lookInto(path: string, size: number): Promise<void> {
    if (path.endsWith(".gz")) {
      if ("text" in what && (await archiveContains(path, tells))) found.removed.push(path);
      return;
    }
    const text = size > MAX_BYTES ? null : readFileSync(path, "utf8");
    if (text !== null && !tells(text)) return;
    if (text === null || !/\.jsonl(?:\.1)?$/.test(path) || isTranscript(path)) found.removed.push(path);
    else {
      const lines = text.split("\n").filter((line) => !tells(line));
      found.shortened.push({ path, text: lines.join("\n") });
    }
  }
}

export function removeSharedLogs({ holdfastHome }: Pick<Environment, "holdfastHome">): void {
  for (const name of OF_ANY_SESSION) rmSync(`${holdfastHome}/${name}`, { recursive: true, force: true });
}

export function removeForgottenFiles({ removed, shortened }: FilesToForget): void {
  for (const path of removed) {
    rmSync(path, { recursive: true, force: true });
    removeIfEmpty(path.slice(0, path.lastIndexOf("/")));
  }
  for (const { path, text } of shortened) writeWhole(path, text);
}

/** A conversation without some of its lines is none: the export goes whole. */
function isTranscript(path: string): boolean {
  return path.endsWith("/transcript.jsonl");
}

function projectFolders(store: Store, what: DeleteTarget): string[] {
  if ("text" in what) return allFolders(store);
  return [...new Set([...foldersOfSessions(store, what.sessions), ...(what.project?.dirs ?? [])])];
}

/** Nothing where a link would lead out of the project. */
function isPlain(projectDir: string): boolean {
  return [`${projectDir}/.claude`, runtimeDir(projectDir)].every((dir) =>
    lstatSync(dir, { throwIfNoEntry: false })?.isDirectory(),
  );
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return []; // Missing, or not readable and so not written by us.
  }
}

function removeIfEmpty(folder: string): void {
  try {
    rmdirSync(folder);
  } catch {
    // It holds something else.
  }
}

/** In a file quotes and newlines may be escaped. */
function textTest(text: string): (content: string) => boolean {
  const forms = [text, JSON.stringify(text).slice(1, -1)].map((form) => form.toLowerCase());
  return (content) => {
    const lower = content.toLowerCase();
    return forms.some((form) => lower.includes(form));
  };
}

function nameTest(sessions: readonly string[], dirs: readonly string[]): (content: string) => boolean {
  const ids = sessions.map((id) => JSON.stringify(id));
  return (content) => ids.some((id) => content.includes(id)) || dirs.some((dir) => namesFolder(content, dir));
}

/** Not one whose name only begins the same. */
function namesFolder(content: string, dir: string): boolean {
  for (let at = content.indexOf(dir); at >= 0; at = content.indexOf(dir, at + 1))
    if (!/[\w.-]/.test(content.charAt(at + dir.length))) return true;
  return false;
}
