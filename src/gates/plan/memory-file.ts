// The MEMORY.md of a plan: its status, and our own block in it, which says what a session did.
import { bulletList, clip, oneLine } from "../../text/clip.ts";
import type { PlanState } from "./plan-state.ts";

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

const MAX_SHOWN = 6;
const MAX_ENTRY_LENGTH = 120;
const BEGIN = "<!-- holdfast:begin -->";
const END = "<!-- holdfast:end -->";
const STATUS_LINE = /^\s*(?:[-*+]\s+)?[*_`]*status[*_`]*\s*[:：=]\s*[*_`"']*\s*(.+?)\s*[*_`"']*\s*$/im;
const STATUS_HEADING = /^#{1,6}\s+(?:current\s+)?status\s*:?\s*$\s*^(.+)$/im;

export function isInProgress(memory: string): boolean {
  return /^in[-_ ]?progress\b/i.test(statusOf(memory));
}

/** The status outside of our block; empty when there is none. */
function statusOf(memory: string): string {
  const text = withoutBlock(memory);
  const status = STATUS_LINE.exec(text)?.[1] ?? STATUS_HEADING.exec(text)?.[1] ?? "";
  return status.replace(/^[\s>*_`#🟡🚧⏳-]+/u, "");
}

export function withoutBlock(memory: string): string {
  const span = findBlock(memory);
  return span ? memory.slice(0, span.start) + memory.slice(span.end) : memory;
}

/** Replaces our block, or adds it at the end. Everything else stays unchanged. */
export function putBlock(memory: string, lines: readonly string[]): string {
  const end = memory.includes("\r\n") ? "\r\n" : "\n";
  const block = [BEGIN, ...lines, END].join(end);
  const span = findBlock(memory);
  if (span) return `${memory.slice(0, span.start)}${block}${memory.slice(span.end)}`;
  const gap = memory === "" ? "" : memory.endsWith(end) ? end : end + end;
  return `${memory}${gap}${block}${end}`;
}

/** The lines of our block; null when there is none. */
export function readBlock(memory: string): string[] | null {
  const span = findBlock(memory);
  if (!span) return null;
  return memory
    .slice(span.start + BEGIN.length, span.end - END.length)
    .split(/\r?\n/)
    .filter((line) => line !== "");
}

function findBlock(memory: string): { start: number; end: number } | null {
  const start = memory.indexOf(BEGIN);
  const end = start === -1 ? -1 : memory.indexOf(END, start);
  return end === -1 ? null : { start, end: end + END.length };
}

/** The lines of our block. */
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

/** Ignores the date. */
export function isSameNote(before: readonly string[] | null, now: readonly string[]): boolean {
  const undated = (lines: readonly string[]) => lines.join("\n").replace(/ \(\d{4}-\d\d-\d\d\)/, "");
  return before !== null && undated(before) === undated(now);
}

function list(title: string, entries: readonly string[]): string[] {
  return entries.length === 0 ? [] : [`${title}:`, ...bulletList(entries.map(safeEntry), MAX_SHOWN)];
}

/** Without comment markers, which could end the block or start another. */
function safeEntry(text: string): string {
  return clip(oneLine(text).replaceAll(/<!--|-->/g, ""), MAX_ENTRY_LENGTH);
}
