import type { GatedEvent } from "../../protocol/hook-event.ts";
import { readTail } from "../../transcript/read-tail.ts";
import { readWholeTurn } from "../../transcript/turn-end.ts";
import { type RecentWork, SessionWork, type WorkEntry } from "./session-work.ts";

const FIRST_BYTES = 24 * 1024;
const MAX_BYTES = 6 * 1024 * 1024;

/** Reads a transcript back only until the last run, and a change before it, are known; in a long one no further than that. */
export async function readRecentWork(event: GatedEvent): Promise<RecentWork> {
  const path = event.transcriptPath;
  if (path === null) return { entries: [], isWhole: false };
  for (let maxBytes = FIRST_BYTES; ; maxBytes *= 4) {
    // The client may be a little behind with the turn's end.
    const isFirst = maxBytes === FIRST_BYTES;
    const { items, from, problem } = isFirst
      ? await readWholeTurn(event, path, maxBytes)
      : await readTail(path, { maxBytes });
    const work = new SessionWork();
    for (const item of items) work.follow(item);
    const { entries } = work;
    const isWhole = from === 0 && problem === null;
    if (isWhole || problem !== null || maxBytes * 4 > MAX_BYTES || isEnough(entries))
      return { entries, isWhole };
  }
}

function isEnough(entries: readonly WorkEntry[]): boolean {
  const run = entries.findLastIndex(({ kind }) => kind === "run");
  return run !== -1 && entries.slice(0, run).some(({ kind }) => kind === "edit" || kind === "unseen");
}
