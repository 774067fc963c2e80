// The transcripts to read, grouped by session, and how much of the past is unread.
import { closeSync, existsSync, openSync, readSync } from "node:fs";
import type { Environment } from "../../config/environment.ts";
import { isSessionId } from "../../protocol/claude-code/parse-event.ts";
import { isAttached } from "../../store/attach-memory.ts";
import type { Store } from "../../store/open.ts";
import { findTranscripts, type TranscriptFile } from "./find-transcripts.ts";
import { type CursorRow, capturedSessions, fileKey, listCursors } from "./ingest-rows.ts";

export interface SessionFile extends TranscriptFile {
  key: string;
  /** A subagent's file: the session's own is another one. */
  agent: boolean;
  cursor: CursorRow | null;
}

/** Read one after the other by one reader: the session's own file, then those of its subagents. */
export interface SessionFiles {
  /** From the name of the file or folder; records may say otherwise. Empty when neither is a valid id. */
  sessionId: string;
  files: SessionFile[];
}

const HEAD_BYTES = 16 * 1024;

/** Only files that have grown. Oldest first: a copied record then belongs to the session it comes from. */
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
  /** Sessions that hooks recorded: nothing of them is missing. */
  captured: ReadonlySet<string>;
}

export const NOTHING_INGESTED: IngestedHistory = { cursors: new Map(), captured: new Set() };

/** Where the client keeps its transcripts. */
export function historyDir({ claudeDir }: Pick<Environment, "claudeDir">): string {
  return `${claudeDir}/projects`;
}

export function readIngestedHistory(store: Store): IngestedHistory {
  const cursors = isAttached(store) ? listCursors(store) : new Map<string, CursorRow>();
  return { cursors, captured: capturedSessions(store) };
}

/** In the client's own folder, by names and sizes: no transcript is read. */
export function unreadHistory(env: Pick<Environment, "claudeDir">, known: IngestedHistory): UnreadHistory {
  const folder = historyDir(env);
  return measureUnread(existsSync(folder) ? findTranscripts([folder]).files : [], known);
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

/** Newer clients keep subagents in a folder of the session, older ones beside it. */
function sessionOf(path: string): { folder: string; sessionId: string; agent: boolean } {
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

/** A subagent's records carry the id of the session they work for. */
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
    return ""; // The reader will say what is wrong with it.
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
