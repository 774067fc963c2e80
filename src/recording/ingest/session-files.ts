// Finds the transcripts to read, grouped by session, and how much of the past is unread.
import {
  closeSync,
  existsSync,
  lstatSync,
  openSync,
  readdirSync,
  readSync,
  realpathSync,
  type Stats,
  statSync,
} from "node:fs";
import type { Environment } from "../../config/environment.ts";
import { findAgentLog, logFolders } from "../../protocol/agent-log.ts";
import { isSessionId } from "../../protocol/claude-code/parse-event.ts";
import { isAttached } from "../../store/attach-memory.ts";
import type { Store } from "../../store/open.ts";
import { UserError } from "../../text/user-error.ts";
import { type CursorRow, fileKey, listCapturedSessions, listCursors } from "./ingest-rows.ts";

export interface SessionFile extends TranscriptFile {
  key: string;
  /** A subagent's file rather than the session's own. */
  agent: boolean;
  cursor: CursorRow | null;
}

/** One reader reads all files of a session: its own first, then those of its subagents. */
export interface SessionFiles {
  /** From the name of the file or folder; records may have another id. Empty when neither name is a valid id. */
  sessionId: string;
  files: SessionFile[];
}

const HEAD_BYTES = 16 * 1024;

/** Only files that have grown. Oldest first, so that a record that was copied belongs to the session it comes from. */
export function groupBySession(
  files: readonly TranscriptFile[],
  cursors: ReadonlyMap<string, CursorRow>,
): SessionFiles[] {
  const sessions = new Map<string, SessionFiles>();
  for (const file of files) {
    const key = fileKey(file.path);
    const cursor = cursors.get(key) ?? null;
    if (cursor?.size === file.size || file.size === 0) continue;
    const { folder, sessionId, agent } = sessionOf(file.path);
    const session = sessions.get(folder) ?? { sessionId, files: [] };
    sessions.set(folder, session);
    session.files.push({ ...file, key, agent, cursor });
  }
  for (const { files: ofSession } of sessions.values()) ofSession.sort(mainFirst);
  return [...sessions.values()].toSorted((a, b) => ageOf(a) - ageOf(b) || compare(pathOf(a), pathOf(b)));
}

/** Whether another agent wrote it. */
export function isAgentSession({ files: [first] }: SessionFiles): boolean {
  return first !== undefined && findAgentLog(first.path) !== null;
}

export function unreadBytes({ files }: SessionFiles): number {
  return files.reduce((sum, { size, cursor }) => sum + Math.max(0, size - (cursor?.offset ?? 0)), 0);
}

export interface UnreadHistory {
  sessions: number;
  files: number;
  bytes: number;
}

interface IngestedHistory {
  cursors: ReadonlyMap<string, CursorRow>;
  /** Sessions that hooks recorded, which need no ingest. */
  captured: ReadonlySet<string>;
}

export const NOTHING_INGESTED: IngestedHistory = { cursors: new Map(), captured: new Set() };

/** Where Claude Code keeps its transcripts. */
export function historyDir({ claudeDir }: Pick<Environment, "claudeDir">): string {
  return `${claudeDir}/projects`;
}

type Folders = Pick<Environment, "claudeDir" | "home" | "movedFolders">;

/** The past sessions of all agents on this machine. */
export function findHistory(env: Folders): FoundTranscripts {
  const transcripts = findTranscriptsIn([historyDir(env)]);
  const logs = findTranscriptsIn(logFolders(env));
  return {
    files: [...transcripts.files, ...logs.files.filter(({ path }) => findAgentLog(path) !== null)],
    links: transcripts.links + logs.links,
    unreadable: [...transcripts.unreadable, ...logs.unreadable],
  };
}

export function readIngestedHistory(store: Store): IngestedHistory {
  const cursors = isAttached(store) ? listCursors(store) : new Map<string, CursorRow>();
  return { cursors, captured: listCapturedSessions(store) };
}

/** Measures by names and sizes, without reading transcripts. */
export function measureUnreadHistory(env: Folders, known: IngestedHistory): UnreadHistory {
  return measureUnread(findHistory(env).files, known);
}

export function measureUnread(
  files: readonly TranscriptFile[],
  { cursors, captured }: IngestedHistory,
): UnreadHistory {
  const sessions = groupBySession(files, cursors).filter(({ sessionId }) => !captured.has(sessionId));
  return {
    sessions: sessions.length,
    files: sessions.reduce((sum, session) => sum + session.files.length, 0),
    bytes: sessions.reduce((sum, session) => sum + unreadBytes(session), 0),
  };
}

/** Newer clients keep subagents' files in the session's folder, older ones beside the session's file. */
function sessionOf(path: string): { folder: string; sessionId: string; agent: boolean } {
  const logged = findAgentLog(path)?.sessionOf(path) ?? null;
  if (logged !== null) return { folder: path, sessionId: validId(logged), agent: false };
  const [, parentFolder = "", session = ""] = /^(.*)\/([^/]+)\/subagents\//.exec(path) ?? [];
  if (session !== "")
    return { folder: `${parentFolder}/${session}`, sessionId: validId(session), agent: true };
  const slash = path.lastIndexOf("/");
  const name = path.slice(slash + 1, -".jsonl".length);
  if (!name.startsWith("agent-"))
    return { folder: path.slice(0, -".jsonl".length), sessionId: validId(name), agent: false };
  const parent = parentIn(path);
  return { folder: `${path.slice(0, slash)}/${parent || name}`, sessionId: parent, agent: true };
}

/** A subagent's records contain the id of its session. */
function parentIn(path: string): string {
  try {
    const file = openSync(path, "r");
    try {
      const head = Buffer.alloc(HEAD_BYTES);
      const length = readSync(file, head, 0, HEAD_BYTES, 0);
      return validId(/"sessionId":"([^"]+)"/.exec(head.toString("latin1", 0, length))?.[1] ?? "");
    } finally {
      closeSync(file);
    }
  } catch {
    return ""; // The reader reports the error.
  }
}

function validId(text: string): string {
  return isSessionId(text) ? text : "";
}

function mainFirst(a: SessionFile, b: SessionFile): number {
  return Number(a.agent) - Number(b.agent) || a.bornAt - b.bornAt || compare(a.path, b.path);
}

function ageOf({ files }: SessionFiles): number {
  return Math.min(...files.map(({ bornAt }) => bornAt));
}

function pathOf({ files }: SessionFiles): string {
  return files[0]?.path ?? "";
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

export interface TranscriptFile {
  path: string;
  size: number;
  modifiedAt: number;
  /** A forked session is created after the one whose records it repeats. */
  bornAt: number;
}

export interface FoundTranscripts {
  files: TranscriptFile[];
  /** Links that were not followed. */
  links: number;
  /** Folders that could not be read. */
  unreadable: string[];
}

/** Those in the folders that exist. */
export function findTranscriptsIn(folders: readonly string[]): FoundTranscripts {
  return findTranscripts(folders.filter((folder) => existsSync(folder)));
}

const MAX_DEPTH = 12;

/** Follows links only in `places`, and takes only plain files: a pipe would block the reader. */
export function findTranscripts(places: readonly string[]): FoundTranscripts {
  const found = new Map<string, TranscriptFile>();
  const links = new Set<string>();
  const closed: string[] = [];
  for (const place of places) {
    const path = resolvePlace(place);
    if (statSync(path).isDirectory()) walk(path, 0);
    else addFile(path);
  }
  return { files: [...found.values()], links: links.size, unreadable: closed };

  function walk(folder: string, depth: number): void {
    for (const entry of entriesOf(folder)) {
      const path = `${folder === "/" ? "" : folder}/${entry.name}`;
      if (entry.isSymbolicLink()) links.add(path);
      else if (entry.isDirectory()) {
        if (depth < MAX_DEPTH) walk(path, depth + 1);
      } else if (entry.isFile() && entry.name.endsWith(".jsonl")) addFile(path);
    }
  }

  function entriesOf(folder: string) {
    try {
      return readdirSync(folder, { withFileTypes: true });
    } catch {
      closed.push(folder);
      return [];
    }
  }

  function addFile(path: string): void {
    const stats = lstatSync(path, { throwIfNoEntry: false });
    if (stats?.isFile()) found.set(path, describe(path, stats));
  }
}

function resolvePlace(place: string): string {
  try {
    const path = realpathSync(place);
    const stats = statSync(path);
    if (stats.isDirectory() || stats.isFile()) return path;
    throw new UserError("no-transcript", `${place} is neither a folder nor a file`, "Name a transcript.");
  } catch (error) {
    if (error instanceof UserError) throw error;
    throw new UserError(
      "no-transcript",
      `${place} does not exist or cannot be read`,
      "Name a folder of transcripts (such as ~/.claude/projects) or a .jsonl file.",
      { cause: error },
    );
  }
}

function describe(path: string, { size, mtimeMs, birthtimeMs }: Stats): TranscriptFile {
  return { path, size, modifiedAt: mtimeMs, bornAt: Math.min(birthtimeMs || mtimeMs, mtimeMs) };
}
