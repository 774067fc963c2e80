// Prints the numbers of `memory inbox --stats`.
import type { AnswerCounts, MemoryStats } from "../../../views/memory-stats.ts";
import type { Output } from "../../command.ts";

const MAX_SHOWN = 10;

export function printStats(out: Output, { memories, usage, categories, patterns }: MemoryStats): void {
  const { bold } = out.style;
  out.line(bold("Memories"));
  if (memories.length === 0) out.line("  none");
  for (const { category, status, n } of memories) out.line(`  ${n} ${category || "files"} ${status}`);
  out.line(bold("Used by sessions, of times given"));
  if (usage.length === 0) out.line("  none yet");
  for (const { memory_id, injected, used } of usage.slice(0, MAX_SHOWN))
    out.line(`  ${memory_id}: ${used} of ${injected}`);
  if (categories.length > 0) out.line(bold("Your answers to the inbox"));
  for (const each of categories) out.line(`  ${each.category}: ${describe(each)}, ${each.waiting} new`);
  if (patterns.length > 0) out.line(bold("Your answers by source"));
  for (const each of patterns) out.line(`  ${each.pattern}: ${describe(each)}`);
}

function describe({ accepted, edited, rejected, ignored, precision }: AnswerCounts): string {
  const share = precision === null ? "no answer yet" : `precision ${precision.toFixed(2)}`;
  return `${share} (${accepted} accepted, ${edited} edited, ${rejected} rejected, ${ignored} ignored)`;
}
