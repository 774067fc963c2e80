// What a reader hands to the writer for one piece of a file: plain data, redacted.
import type { Cursor } from "../../transcript/cursor.ts";
import type { Observation } from "../observations/observations.ts";
import type { IngestedPrompt } from "./ingest-rows.ts";

interface IngestedCall {
  sessionId: string;
  toolUseId: string;
  at: number;
  observation: Observation;
}

export interface NewPrompt extends IngestedPrompt {
  /** What the session is about, if the prompt can say it. */
  request: string | null;
}

/** A prompt and what was done for it. */
export interface Turn {
  sessionId: string;
  /** The prompt's record id; null before the first prompt. */
  uuid: string | null;
  calls: number;
  from: number;
  to: number;
}

export interface SessionProject {
  projectDir: string | null;
  projectKey: string | null;
}

/** How a session ends, as far as it was read now. */
export interface SessionEnd {
  lastMessage: string;
  openTasks: string[];
}

export interface Batch {
  /** The file's key. */
  file: string;
  path: string;
  agent: boolean;
  project: SessionProject;
  prompts: NewPrompt[];
  calls: IngestedCall[];
  turns: Turn[];
  /** null when the file is to be read again next time. */
  cursor: Cursor | null;
  /** The file's size when it was read to its end; else null. */
  size: number | null;
  /** The file is not the one that was read before. */
  restarted: boolean;
  bytes: number;
  damagedLines: number;
  /** Why it could not be read. */
  problem: string | null;
  leftOut: "excluded" | "project" | "foreign" | null;
  /** By session, with the last piece of its file. */
  ends: Record<string, SessionEnd>;
}
