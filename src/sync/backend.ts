// A place that keeps the rows of several machines: a git remote for one's own, or PostgreSQL for a team. It stores rows and hands them out
// again; it neither merges nor trusts them, and knows nothing of memories, hosts or the store.
import type { PulledRow, Row } from "./row.ts";

export interface Backend {
  /** null: the remote is the person's alone. In a team, each pulled row names its author, and the server refuses what is not the developer's to say. */
  findTeam(): Promise<Membership | null>;
  /**
   * What was stored since the cursor, in batches of at most a few megabytes: rows of these projects, and rows of no project. `since` is the cursor
   * of the last batch of an earlier pull with the same projects, or null for everything. This machine's own rows may come back.
   */
  pull(since: string | null, projects: readonly string[]): AsyncIterable<Batch>;
  /**
   * Stores each row unless the remote has the same or a higher version of it. A deleted row also removes all rows with its kind and id
   * that the sender may remove, and none of these is stored again: another machine may not know yet that it was deleted. Can be
   * repeated: after a failure, any part of the rows may be stored.
   */
  push(rows: readonly Row[]): Promise<void>;
  close(): Promise<void>;
}

/** What a team's admin allowed this developer. */
export interface Membership {
  developer: string;
  /** Names of projects; null: all. */
  projects: string[] | null;
  mayMakeRules: boolean;
}

export interface Batch {
  rows: PulledRow[];
  /** Complete up to here, once this batch is stored. */
  cursor: string;
  /** The remote does not know the cursor: it was emptied, rewound or replaced. Everything it has follows; what is missing is not deleted. */
  isRestarted: boolean;
  /** Entries that are not rows, are too large or are foreign files. */
  ignored: number;
}

/** - offline: cannot be reached now, which is no fault
 * - refused: the remote does not let us in, or does not let us write
 * - newer: a newer holdfast made what is there
 * - unusable: anything else that somebody has to look at */
export type RemoteProblem = "offline" | "refused" | "newer" | "unusable";

export class RemoteError extends Error {
  readonly problem: RemoteProblem;

  /** `message` completes "the remote …" and names no password. */
  constructor(problem: RemoteProblem, message: string, options?: { cause?: unknown }) {
    super(message, options);
    this.name = "RemoteError";
    this.problem = problem;
  }
}
