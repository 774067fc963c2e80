// The lines that a session leaves in MEMORY.md.
import type { PlanState } from "./weigh-plan.ts";

export interface SessionNote {
  sessionId: string;
  /** Milliseconds since 1970. */
  at: number;
  state: PlanState;
  /** Items ticked in this session. */
  finished: readonly string[];
  /** Such as "`npm test` passed". */
  checks: readonly string[];
}

const SHOWN = 6;
const LONGEST = 120;

export function describeSession({ sessionId, at, state, finished, checks }: SessionNote): string[] {
  const day = new Date(at).toISOString().slice(0, 10);
  return [
    `Last session: ${sessionId} (${day})`,
    `Plan: ${state.open.length === 0 ? "complete" : `in progress, ${state.open.length} of ${state.total} open`}`,
    ...list("Finished in it", finished),
    ...list(
      "Open",
      state.open.map(({ text, disproof }) => (disproof ? `${text} (ticked, but its proof fails)` : text)),
    ),
    ...list("Checks", checks),
  ];
}

/** The same news, on whatever day it was written. */
export function saysTheSame(before: readonly string[] | null, now: readonly string[]): boolean {
  const undated = (lines: readonly string[]) => lines.join("\n").replace(/ \(\d{4}-\d\d-\d\d\)/, "");
  return before !== null && undated(before) === undated(now);
}

function list(title: string, entries: readonly string[]): string[] {
  if (entries.length === 0) return [];
  const shown = entries.slice(0, SHOWN).map((entry) => `- ${clip(entry)}`);
  const more = entries.length - SHOWN;
  return [`${title}:`, ...shown, ...(more > 0 ? [`- and ${more} more`] : [])];
}

/** Nothing in it may end the block or start another. */
function clip(text: string): string {
  const line = text.replaceAll(/\s+/g, " ").replaceAll(/<!--|-->/g, "");
  return line.length <= LONGEST ? line : `${line.slice(0, LONGEST - 1)}…`.toWellFormed();
}
