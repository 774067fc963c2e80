import type { Compaction, TranscriptItem } from "../item.ts";

/**
 * What Claude still sees: the items since the last compaction and those it preserved. The file keeps the others, and
 * the summary repeats them: whoever counts everything skips the summaries, whoever reads summaries takes these.
 */
export function liveItems(items: readonly TranscriptItem[]): TranscriptItem[] {
  const last = items.findLast((item): item is Compaction => item.kind === "compaction" && !item.sidechain);
  if (!last) return [...items];
  const preserved = new Set(last.preserved);
  return items.filter(({ offset, uuid }) => offset >= last.offset || (uuid !== null && preserved.has(uuid)));
}
