import { countSettled, type SettledCount } from "../../../memory/inbox/candidates.ts";
import { listFeedback, resetFeedback, weighFeedback } from "../../../memory/inbox/pattern-feedback.ts";
import { countMemories } from "../../../memory/index/memories.ts";
import { listUsage } from "../../../memory/index/memory-usage.ts";
import type { Store } from "../../../store/open.ts";
import { countNoun } from "../../../text/count-noun.ts";
import { UserError } from "../../../text/user-error.ts";
import { defineCommand, type Output, option, PROJECT_OPTIONS } from "../../command.ts";
import { withMemories } from "./memories.ts";

const MAX_SHOWN = 10;

export const command = defineCommand({
  details:
    "Precision is the share of what you accepted, as it was or edited, in what you answered, for each category and each\n" +
    "pattern. A pattern that is rejected again and again loses weight; --reset PATTERN (or --reset all) restores it.",
  examples: ["holdfast memory stats", "holdfast memory stats --reset all"],
  options: {
    reset: option("PATTERN", "forget the answers to a pattern, or to all"),
    ...PROJECT_OPTIONS,
  },
  async run(invocation) {
    const { options, out } = invocation;
    await withMemories(invocation, (store, { projectKey }) => {
      const reset = options.reset === undefined ? null : resetPatterns(store, options.reset);
      const stats = gatherStats(store, projectKey);
      if (options.json) out.json(reset === null ? stats : { ...stats, reset });
      else {
        if (reset !== null) out.line(`${countNoun(reset, "pattern")} reset.`);
        print(out, stats);
      }
    });
  },
});

function resetPatterns(store: Store, pattern: string): number {
  const count = resetFeedback(store, pattern === "all" ? null : pattern);
  if (count > 0 || pattern === "all") return count;
  throw new UserError(
    "no-pattern",
    `there is no pattern ${pattern}`,
    "`holdfast memory stats` lists them; --reset all resets all.",
  );
}

function gatherStats(store: Store, projectKey: string) {
  const feedback = listFeedback(store);
  const weights = weighFeedback(feedback);
  return {
    memories: countMemories(store, projectKey),
    usage: listUsage(store, projectKey),
    categories: countSettled(store, projectKey).map((count) => ({ ...count, precision: precisionOf(count) })),
    patterns: feedback.map((each) => ({
      ...each,
      precision: precisionOf(each),
      weight: weights[each.pattern] ?? 1,
    })),
  };
}

type Stats = ReturnType<typeof gatherStats>;

function print(out: Output, { memories, usage, categories, patterns }: Stats): void {
  const { bold } = out.style;
  out.line(bold("Memories"));
  if (memories.length === 0) out.line("  none");
  for (const { category, status, n } of memories) out.line(`  ${n} ${category || "files"} ${status}`);
  out.line(bold("Given to sessions, and used there"));
  if (usage.length === 0) out.line("  none so far");
  for (const { memory_id, injected, used } of usage.slice(0, MAX_SHOWN))
    out.line(`  ${memory_id}: ${used} of ${injected}`);
  if (categories.length > 0) out.line(bold("Your answers to the inbox"));
  for (const each of categories) out.line(`  ${each.category}: ${describe(each)}, ${each.waiting} new`);
  if (patterns.length > 0) out.line(bold("Patterns"));
  for (const each of patterns)
    out.line(`  ${each.pattern}: ${describe(each)}, weight ${each.weight.toFixed(2)}`);
}

type Answers = Pick<SettledCount, "accepted" | "edited" | "rejected" | "ignored">;

function describe({
  accepted,
  edited,
  rejected,
  ignored,
  precision,
}: Answers & { precision: number | null }): string {
  const share = precision === null ? "no answer yet" : `precision ${precision.toFixed(2)}`;
  return `${share} (${accepted} accepted, ${edited} edited, ${rejected} rejected, ${ignored} ignored)`;
}

/** null without an answer; ignoring is none. */
function precisionOf({ accepted, edited, rejected }: Answers): number | null {
  const answered = accepted + edited + rejected;
  return answered === 0 ? null : (accepted + edited) / answered;
}
