// How much past work was not read so far. Looks at names, sizes and the store; reads no transcript.
import { existsSync } from "node:fs";
import type { Environment } from "../../config/environment.ts";
import { isAttached } from "../../store/attach-memory.ts";
import type { Store } from "../../store/open.ts";
import { findTranscripts, type TranscriptFile } from "./find-transcripts.ts";
import { type CursorRow, listCursors } from "./ingest-cursors.ts";
import { capturedSessions } from "./ingest-rows.ts";
import { bytesToRead, planUnits } from "./session-files.ts";

export interface History {
  sessions: number;
  files: number;
  bytes: number;
}

export interface KnownHistory {
  cursors: ReadonlyMap<string, CursorRow>;
  /** Sessions that the hooks recorded: nothing is missing of them. */
  captured: ReadonlySet<string>;
}

export const NOTHING_KNOWN: KnownHistory = { cursors: new Map(), captured: new Set() };

/** Where the client keeps its transcripts. */
export function historyDir({ claudeDir }: Pick<Environment, "claudeDir">): string {
  return `${claudeDir}/projects`;
}

export function readKnownHistory(store: Store): KnownHistory {
  const cursors = isAttached(store) ? listCursors(store) : new Map<string, CursorRow>();
  return { cursors, captured: capturedSessions(store) };
}

/** In the client's own folder. */
export function unreadHistory(env: Pick<Environment, "claudeDir">, known: KnownHistory): History {
  const folder = historyDir(env);
  return measureUnread(existsSync(folder) ? findTranscripts([folder]).files : [], known);
}

export function measureUnread(
  files: readonly TranscriptFile[],
  { cursors, captured }: KnownHistory,
): History {
  const units = planUnits(files, cursors).filter(({ sessionId }) => !captured.has(sessionId));
  return {
    sessions: units.length,
    files: units.reduce((sum, unit) => sum + unit.files.length, 0),
    bytes: units.reduce((sum, unit) => sum + bytesToRead(unit), 0),
  };
}
