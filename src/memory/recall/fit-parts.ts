// Fits the parts of a context into a token limit: every part gets its first line before any gets a second. Pure.
import { byteLength } from "../../text/clip.ts";
import { EMPTY_QUOTE } from "../../text/quote-text.ts";

/** A recorded item, as receipts name it. */
interface ItemRef {
  /** "title": a session was named without its summary. */
  source: "observation" | "session" | "title" | "prompt" | "memory";
  id: string;
}

/** The row that a statement is from: "work" is declared work and "inbox" what waits there, both by a session or a project. */
export interface SourceRef {
  source: ItemRef["source"] | "task" | "decision" | "work" | "inbox";
  id: string;
}

export interface ContextPart {
  id: string;
  heading: string;
  /** The most important first: what does not fit is left out from the end. */
  lines: string[];
  /** Printed before the frame, which does not apply to it; may use up to half of the tokens first. */
  leads?: boolean;
  /** Gets the tokens that other parts leave over. */
  isFiller?: boolean;
  /** The item that each line is about, if it is one: it is then not recalled again. */
  items?: readonly (ItemRef | null)[];
  /** The sources of each line, if not just its item: every line must have a source that can be shown. */
  sources?: readonly (readonly SourceRef[])[];
}

export interface FittedParts {
  text: string;
  tokens: number;
  /** The items in it. */
  items: ItemRef[];
  lines: RecalledLine[];
}

/** A line of the text: its part and its sources. */
export interface RecalledLine {
  part: string;
  from: readonly SourceRef[];
}

/**
 * A tokenizer is large and differs from model to model. Three bytes per token err on the side of too many: English has
 * about four, code and paths three to four, other scripts three.
 */
const BYTES_PER_TOKEN = 3;
/** A shorter line would say too little. */
const MIN_TOKENS = 12;
/** There is room for at least this many lines: one line gets at most a quarter of the tokens. */
const MIN_LINES = 4;

/** `frame` is the first line. null when nothing fits. */
export function fitParts(frame: string, given: readonly ContextPart[], tokens: number): FittedParts | null {
  const parts = given.map(withoutEmptyQuotes);
  const kept: string[][] = parts.map(() => []);
  const lines = parts.reduce((sum, part) => sum + (part.isFiller ? 0 : part.lines.length), 0);
  const maxLine = Math.max(MIN_TOKENS, Math.floor(tokens / Math.min(MIN_LINES, Math.max(1, lines))));
  // Rounding up line by line never estimates less than the whole text.
  let left = tokens - costOf(frame);
  const keepLine = (n: number, minLeft: number) => {
    const line = parts[n]?.lines[kept[n]?.length ?? 0];
    if (line === undefined) return false;
    const heading = parts[n]?.heading ?? "";
    const headingCost = kept[n]?.length === 0 && heading !== "" ? costOf(heading) : 0;
    const room = Math.min(maxLine, left - minLeft - headingCost - 1);
    const text = clipQuotedLine(`- ${line}`, room);
    // The first line of a part is cut when it must be; of a later one, the beginning alone says too little.
    const isCut = kept[n]?.length !== 0 && text !== `- ${line}` && room < maxLine;
    if (room < MIN_TOKENS || text === "" || isCut) return false;
    kept[n]?.push(text);
    left -= headingCost + costOf(text);
    return true;
  };
  const half = Math.floor(left / 2);
  for (const [n, { leads }] of parts.entries()) while (leads === true && keepLine(n, half));
  for (const isFiller of [false, true]) {
    const open = new Set([...parts.keys()].filter((n) => (parts[n]?.isFiller ?? false) === isFiller));
    while (open.size > 0) for (const n of [...open]) if (!keepLine(n, 0)) open.delete(n);
  }
  return assemble(frame, parts, kept);
}

/** Without the lines whose quotation is empty. */
function withoutEmptyQuotes(part: ContextPart): ContextPart {
  const isSaid = part.lines.map((line) => !line.includes(EMPTY_QUOTE));
  const { items, sources } = part;
  return {
    ...part,
    lines: part.lines.filter((_, n) => isSaid[n]),
    ...(items && { items: items.filter((_, n) => isSaid[n]) }),
    ...(sources && { sources: sources.filter((_, n) => isSaid[n]) }),
  };
}

export function estimateTokens(text: string): number {
  return Math.ceil(byteLength(text) / BYTES_PER_TOKEN);
}

/** The beginning that fits, with "…"; empty when not even that fits. */
export function clipToTokens(text: string, tokens: number): string {
  if (estimateTokens(text) <= tokens) return text;
  const maxBytes = tokens * BYTES_PER_TOKEN - byteLength("…");
  if (maxBytes < 0) return "";
  let kept = text.slice(0, maxBytes);
  while (byteLength(kept) > maxBytes) kept = kept.slice(0, -1);
  return `${kept.replace(/[\ud800-\udbff]$/, "").trimEnd()}…`;
}

/** Closes a quotation that is cut, so that what follows is not part of it. */
function clipQuotedLine(line: string, tokens: number): string {
  const whole = clipToTokens(line, tokens);
  if (whole === line || whole === "") return whole;
  const shorter = clipToTokens(line, tokens - 1);
  return (shorter.split('"').length - 1) % 2 === 1 ? `${shorter}"` : shorter;
}

function assemble(
  frame: string,
  parts: readonly ContextPart[],
  kept: readonly string[][],
): FittedParts | null {
  const shown = parts.flatMap((part, n) => {
    const lines = kept[n] ?? [];
    return lines.length > 0 ? [{ part, lines }] : [];
  });
  if (shown.length === 0) return null;
  const first = shown.filter(({ part }) => part.leads);
  const rest = shown.filter(({ part }) => !part.leads);
  const linesOf = (some: typeof shown) =>
    some.flatMap(({ part, lines }) => [...(part.heading === "" ? [] : [part.heading]), ...lines]);
  const text = [...linesOf(first), ...(rest.length > 0 ? [frame] : []), ...linesOf(rest)].join("\n");
  const items = shown.flatMap(({ part, lines }) => (part.items ?? []).slice(0, lines.length));
  return {
    text,
    tokens: estimateTokens(text),
    items: items.filter((item) => item !== null),
    lines: shown.flatMap(({ part, lines: ofPart }) =>
      ofPart.map((_, n) => ({ part: part.id, from: part.sources?.[n] ?? [part.items?.[n] ?? []].flat() })),
    ),
  };
}

function costOf(text: string): number {
  return estimateTokens(`${text}\n`);
}
