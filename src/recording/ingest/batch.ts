// What a reader hands to the writer: plain data, without secrets, one piece of a file at a time.

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
  /** What the session is about, if these words can say it. */
  request: string | null;
}

/** A prompt and what was done for it. */
export interface Turn {
  sessionId: string;
  /** The prompt's record; null before the first. */
  uuid: string | null;
  calls: number;
  from: number;
  to: number;
}

export interface SessionProject {
  projectDir: string | null;
  projectKey: string | null;
}

/** How a session ends, as far as what was read now tells. */
export interface SessionEnd {
  lastMessage: string;
  openTasks: string[];
}

export interface Batch {
  /** The file's key and path. */
  file: string;
  path: string;
  agent: boolean;
  project: SessionProject;
  prompts: NewPrompt[];
  calls: IngestedCall[];
  turns: Turn[];
  /** null when nothing is to be remembered of this reading. */
  cursor: Cursor | null;
  /** The file was read to its end, as it was then. */
  size: number | null;
  /** It is not the file that was read before. */
  restarted: boolean;
  bytes: number;
  damagedLines: number;
  /** Why it was not read, or left out. */
  problem: string | null;
  leftOut: "excluded" | "project" | "foreign" | null;
  /** By session, at the end of its file. */
  ends: Record<string, SessionEnd>;
}
