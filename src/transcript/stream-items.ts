// A whole transcript in bounded memory: one piece of the file at a time.

import type { TranscriptItem } from "./item.ts";
import { addReport, createReport, type ReadReport } from "./parse-chunk.ts";
import type { ReadProblem } from "./read-bytes.ts";
import { type Cursor, readSince } from "./read-since.ts";

export interface StreamOutcome {
  problem: ReadProblem | null;
  report: ReadReport;
  /** In bytes; after it comes at most a line without its end. */
  readTo: number;
}

const PIECE = 1024 * 1024;

export function createOutcome(): StreamOutcome {
  return { problem: null, report: createReport(), readTo: 0 };
}

/** `outcome` is filled while reading, and complete after the last item. */
export async function* streamItems(
  path: string,
  outcome: StreamOutcome = createOutcome(),
): AsyncGenerator<TranscriptItem, void> {
  let cursor: Cursor | null = null;
  for (;;) {
    const read = await readSince(path, cursor, { maxBytes: PIECE });
    addReport(outcome.report, read.report);
    if (read.problem) {
      outcome.problem = read.problem;
      return;
    }
    if (read.restarted) {
      outcome.problem = { code: "unreadable", message: "it was rewritten while it was read" };
      return;
    }
    outcome.readTo = read.cursor.offset;
    yield* read.items;
    if (!read.more) return;
    cursor = read.cursor;
  }
}
