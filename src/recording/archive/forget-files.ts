// Finds the files to change when a session, a project or a text is forgotten. Searches everything below our folders, so
// that kinds of files added later are included. Files named after a session are removed; logs lose the lines that match;
// other files are removed when they match.
import { lstatSync, readFileSync, rmdirSync, rmSync } from "node:fs";
import { type Environment, runtimeDir } from "../../config/environment.ts";
import { namesIn, writeWhole } from "../../platform/atomic-file.ts";
import { isSessionId } from "../../protocol/claude-code/parse-event.ts";
import { fallbackLogDir } from "../../store/fault-log.ts";
import { allFolders, type DeleteTarget, foldersOfSessions } from "../../store/forget.ts";
import type { Store } from "../../store/open.ts";
import { archiveContains } from "./archive-files.ts";

export interface FilesToForget {
  removed: string[];
  /** Logs, with the text that remains. */
  shortened: { path: string; text: string }[];
}

/** Files in holdfast's folder that belong to the person: settings, grants, memories, backups of settings. */
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
/** Our files in a session's state folder, which other tools may share. Earlier versions also wrote `receipt.json`. */
const STATE_NAMES = ["loop.json", "orchestrator.json", "quality-gate.json", "receipt.json", "tasks", "start"];
const SHARED_NAMES = [".gitignore", "reflection"];
/** Not attributable to a session. Checks can be run again. */
const SHARED_LOGS = ["logs/checks", "logs/debug.log"];
/** Larger files are removed unread. Ours are far smaller. */
const MAX_BYTES = 64 * 1024 * 1024;

/** Must be called before the rows are deleted, which name the folders to search. `stateRoot`: the folder of all sessions' state files. */
export async function findFilesToForget(
  store: Store,
  env: Pick<Environment, "holdfastHome" | "tempDir">,
  stateRoot: string,
  target: DeleteTarget,
): Promise<FilesToForget> {
  const found: FilesToForget = { removed: [], shortened: [] };
  const matches =
    "text" in target ? textMatcher(target.text) : nameMatcher(target.sessions, target.project?.dirs ?? []);
  const ids = new Set("text" in target ? [] : target.sessions.filter(isSessionId));
  for (const name of namesIn(env.holdfastHome))
    if (!KEPT_NAMES.includes(name) && !DATABASE.test(name)) await look(`${env.holdfastHome}/${name}`);
  await look(fallbackLogDir(env));
  for (const dir of projectFolders(store, target))
    if (hasPlainRuntimeFolder(dir))
      for (const name of namesIn(runtimeDir(dir))) await lookInProject(dir, name);
  if (stateRoot !== `${env.holdfastHome}/state`)
    for (const id of "text" in target ? namesIn(stateRoot).filter(isSessionId) : ids)
      for (const name of STATE_NAMES) await lookInState(`${stateRoot}/${id}/${name}`);
  return found;

  /** A forgotten project loses everything except shared folders, where a person may keep files of their own. */
  async function lookInProject(dir: string, name: string): Promise<void> {
    const isWhole = "project" in target && target.project?.dirs.includes(dir) && !SHARED_NAMES.includes(name);
    if (isWhole) found.removed.push(`${runtimeDir(dir)}/${name}`);
    else await look(`${runtimeDir(dir)}/${name}`);
  }

  async function lookInState(path: string): Promise<void> {
    if ("text" in target) await look(path);
    else if (lstatSync(path, { throwIfNoEntry: false })) found.removed.push(path);
  }

  async function look(path: string): Promise<void> {
    const stat = lstatSync(path, { throwIfNoEntry: false });
    if (ids.has(path.slice(path.lastIndexOf("/") + 1)) && stat) found.removed.push(path);
    // Links are not followed: they may lead out of our folders.
    else if (stat?.isDirectory()) for (const name of namesIn(path)) await look(`${path}/${name}`);
    else if (stat?.isFile()) await lookInto(path, stat.size);
  }

  async function lookInto(path: string, size: number): Promise<void> {
    if (path.endsWith(".gz")) {
      if ("text" in target && (await archiveContains(path, matches))) found.removed.push(path);
      return;
    }
    const text = size > MAX_BYTES ? null : readFileSync(path, "utf8");
    if (text !== null && !matches(text) && !("sessions" in target && isDraft(path, text))) return;
    // Archived transcripts are removed whole: a conversation with missing lines is useless.
    const isLog = /\.jsonl(?:\.1)?$/.test(path) && !path.endsWith("/transcript.jsonl");
    if (text === null || !isLog) found.removed.push(path);
    else {
      const lines = text.split("\n").filter((line) => !matches(line));
      found.shortened.push({ path, text: lines.join("\n") });
    }
  }
}

/** A script or an issue that holdfast 0.2.0 drafted. It does not name its session. */
function isDraft(path: string, text: string): boolean {
  if (!path.includes("/.claude/runtime/reflection/")) return false;
  return text.startsWith("#!/usr/bin/env bash\n# Draft by holdfast: ") || text.includes("<!-- holdfast:");
}

export function removeSharedLogs({ holdfastHome }: Pick<Environment, "holdfastHome">): void {
  for (const name of SHARED_LOGS) rmSync(`${holdfastHome}/${name}`, { recursive: true, force: true });
}

export function removeForgottenFiles({ removed, shortened }: FilesToForget): void {
  for (const path of removed) {
    rmSync(path, { recursive: true, force: true });
    removeIfEmpty(path.slice(0, path.lastIndexOf("/")));
  }
  for (const { path, text } of shortened) writeWhole(path, text);
}

function projectFolders(store: Store, target: DeleteTarget): string[] {
  if ("text" in target) return allFolders(store);
  return [...new Set([...foldersOfSessions(store, target.sessions), ...(target.project?.dirs ?? [])])];
}

/** False when a link would lead out of the project. */
function hasPlainRuntimeFolder(projectDir: string): boolean {
  return [`${projectDir}/.claude`, runtimeDir(projectDir)].every((dir) =>
    lstatSync(dir, { throwIfNoEntry: false })?.isDirectory(),
  );
}

function removeIfEmpty(folder: string): void {
  try {
    rmdirSync(folder);
  } catch {
    // Not empty.
  }
}

/** Matches also in JSON, where quotes and newlines are escaped. */
function textMatcher(text: string): (content: string) => boolean {
  const forms = [text, JSON.stringify(text).slice(1, -1)].map((form) => form.toLowerCase());
  return (content) => {
    const lower = content.toLowerCase();
    return forms.some((form) => lower.includes(form));
  };
}

function nameMatcher(sessions: readonly string[], dirs: readonly string[]): (content: string) => boolean {
  const ids = sessions.map((id) => JSON.stringify(id));
  return (content) => ids.some((id) => content.includes(id)) || dirs.some((dir) => namesFolder(content, dir));
}

/** False for a folder whose name only starts with `dir`. */
function namesFolder(content: string, dir: string): boolean {
  for (let at = content.indexOf(dir); at >= 0; at = content.indexOf(dir, at + 1))
    if (!/[\w.-]/.test(content.charAt(at + dir.length))) return true;
  return false;
}
