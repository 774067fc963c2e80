// What is to be read, session by session: a session's own file first, then those of its subagents.
import { closeSync, existsSync, openSync, readSync } from "node:fs";
import type { Environment } from "../../config/environment.ts";
import { isSessionId } from "../../protocol/hook-event.ts";
import { isAttached } from "../../store/attach-memory.ts";
import type { Store } from "../../store/open.ts";
import { findTranscripts, type TranscriptFile } from "./find-transcripts.ts";
import { type CursorRow, capturedSessions, fileKey, listCursors } from "./ingest-rows.ts";

export interface UnreadHistory {
  sessions: number;
  files: number;
  bytes: number;
}

interface IngestedHistory {
  cursors: ReadonlyMap<string, CursorRow>;
  /** Sessions that the hooks recorded: nothing is missing of them. */
  captured: ReadonlySet<string>;
}

export const NOTHING_INGESTED: IngestedHistory = { cursors: new Map(), captured: new Set() };

export interface SessionFile extends TranscriptFile {
  key: string;
  /** A subagent's: its session is another file's. */
  agent: boolean;
  cursor: CursorRow | null;
}

/** Files that are read one after the other, by one reader. */
export interface SessionFiles {
  /** By its file's or folder's name; records may say otherwise. Empty when neither can be one. */
  sessionId: string;
  files: SessionFile[];
}

const HEAD_BYTES = 16 * 1024;

/** Only files that gained something. Oldest first: a copied record then belongs to the session it comes from. */
export function groupBySession(
  files: readonly TranscriptFile[],
  cursors: ReadonlyMap<string, CursorRow>,
): SessionFiles[] {
  const units = new Map<string, SessionFiles>();
  for (const file of files) {
    const key = fileKey(file.path);
    const cursor = cursors.get(key) ?? null;
    if (cursor?.size === file.size || file.size === 0) continue;
    const { place, sessionId, agent } = sessionOf(file.path);
    const unit = units.get(place) ?? { sessionId, files: [] };
    units.set(place, unit);
    unit.files.push({ ...file, key, agent, cursor });
  }
  for (const unit of units.values()) unit.files.sort(mainFirst);
  return [...units.values()].toSorted((a, b) => ageOf(a) - ageOf(b) || compare(pathOf(a), pathOf(b)));
}

export function unreadBytes({ files }: SessionFiles): number {
  return files.reduce((sum, { size, cursor }) => sum + Math.max(0, size - (cursor?.offset ?? 0)), 0);
}

/** Newer clients keep subagents in a folder of the session, older ones beside it. */
function sessionOf(path: string): { place: string; sessionId: string; agent: boolean } {
  const [, folder = "", session = ""] = /^(.*)\/([^/]+)\/subagents\//.exec(path) ?? [];
  if (session !== "") return { place: `${folder}/${session}`, sessionId: validId(session), agent: true };
  const slash = path.lastIndexOf("/");
  const name = path.slice(slash + 1, -".jsonl".length);
  if (!name.startsWith("agent-"))
    return { place: path.slice(0, -".jsonl".length), sessionId: validId(name), agent: false };
  const parent = parentIn(path);
  return { place: `${path.slice(0, slash)}/${parent || name}`, sessionId: parent, agent: true };
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

// How much past work was not read so far. Looks at names, sizes and the store; reads no transcript.
/** Where the client keeps its transcripts. */
export function historyDir({ claudeDir }: Pick<Environment, "claudeDir">): string {
  return `${claudeDir}/projects`;
}

export function readIngestedHistory(store: Store): IngestedHistory {
  const cursors = isAttached(store) ? listCursors(store) : new Map<string, CursorRow>();
  return { cursors, captured: capturedSessions(store) };
}

/** In the client's own folder. */
export function unreadHistory(env: Pick<Environment, "claudeDir">, known: IngestedHistory): UnreadHistory {
  const folder = historyDir(env);
  return measureUnread(existsSync(folder) ? findTranscripts([folder]).files : [], known);
}

export function measureUnread(
  files: readonly TranscriptFile[],
  { cursors, captured }: IngestedHistory,
): UnreadHistory {
  const units = groupBySession(files, cursors).filter(({ sessionId }) => !captured.has(sessionId));
  return {
    sessions: units.length,
    files: units.reduce((sum, unit) => sum + unit.files.length, 0),
    bytes: units.reduce((sum, unit) => sum + unreadBytes(unit), 0),
  };
}
