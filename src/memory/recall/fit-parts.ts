// Parts within a number of tokens: every part has its say before one has its second line. Pure.

/** Something that was recorded, as receipts name it. */
interface ItemRef {
  source: "observation" | "session" | "memory";
  id: string;
}

export interface Part {
  id: string;
  heading: string;
  /** The most important first: what does not fit is left out from the end. */
  lines: string[];
  /** What each line tells of, where that is one thing: it is then not recalled a second time. */
  items?: readonly (ItemRef | null)[];
}

const BYTES_A_TOKEN = 3;

export interface FittedParts {
  text: string;
  tokens: number;
  /** Ids of the parts that are in it. */
  parts: string[];
  /** What the lines in it tell of. */
  items: ItemRef[];
}

/** A line shorter than this tells nothing. */
const MIN_TOKENS = 12;
/** One line must not take what others need: of so many lines at least. */
const SHARED_BY = 4;

/** `frame` comes first. null when nothing fits, or there is nothing. */
export function fitParts(frame: string, parts: readonly Part[], tokens: number): FittedParts | null {
  const kept: string[][] = parts.map(() => []);
  const lines = parts.reduce((sum, part) => sum + part.lines.length, 0);
  const longest = Math.max(MIN_TOKENS, Math.floor(tokens / Math.min(SHARED_BY, Math.max(1, lines))));
  // Rounding up piece by piece, with each line's end, is never less than the whole.
  let left = tokens - costOf(frame);
  const rounds = Math.max(0, ...parts.map((part) => part.lines.length));
  for (let round = 0; round < rounds; round++) {
    for (const [n, part] of parts.entries()) {
      const line = part.lines[round];
      if (line === undefined || kept[n]?.length !== round) continue;
      const heading = round === 0 && part.heading !== "" ? costOf(part.heading) : 0;
      const room = Math.min(longest, left - heading - 1);
      const text = clipLine(`- ${line}`, room);
      if (room < MIN_TOKENS || text === "") continue;
      kept[n]?.push(text);
      left -= heading + costOf(text);
    }
  }
  return assemble(frame, parts, kept);
}

/** A quotation that is cut is closed: what follows is not part of it. */
function clipLine(line: string, tokens: number): string {
  const whole = clipToTokens(line, tokens);
  if (whole === line || whole === "") return whole;
  const shorter = clipToTokens(line, tokens - 1);
  return (shorter.split('"').length - 1) % 2 === 1 ? `${shorter}"` : shorter;
}

function assemble(frame: string, parts: readonly Part[], kept: readonly string[][]): FittedParts | null {
  const shown = parts.flatMap((part, n) => {
    const lines = kept[n] ?? [];
    return lines.length > 0 ? [{ part, lines }] : [];
  });
  if (shown.length === 0) return null;
  const said = shown.flatMap(({ part, lines }) => [...(part.heading === "" ? [] : [part.heading]), ...lines]);
  const text = [frame, ...said].join("\n");
  const items = shown.flatMap(({ part, lines }) => (part.items ?? []).slice(0, lines.length));
  return {
    text,
    tokens: estimateTokens(text),
    parts: shown.map(({ part }) => part.id),
    items: items.filter((item) => item !== null),
  };
}

function costOf(text: string): number {
  return estimateTokens(`${text}\n`);
}

// How much of the model's context a text takes. A tokenizer is large and differs from model to model; three bytes a
// token errs on the side of too many: English has about four, code and paths three to four, other scripts three.
export function estimateTokens(text: string): number {
  return Math.ceil(Buffer.byteLength(text) / BYTES_A_TOKEN);
}

/** The beginning that fits, its cut marked; empty when not even the mark does. */
export function clipToTokens(text: string, tokens: number): string {
  if (estimateTokens(text) <= tokens) return text;
  const most = tokens * BYTES_A_TOKEN - Buffer.byteLength("…");
  if (most < 0) return "";
  let kept = text.slice(0, most);
  while (Buffer.byteLength(kept) > most) kept = kept.slice(0, Math.min(kept.length - 1, longest(kept, most)));
  return `${kept.replace(/[\ud800-\udbff]$/, "").trimEnd()}…`;
}

/** How much of it can fit if all its characters are like the average one. */
function longest(text: string, bytes: number): number {
  return Math.floor((text.length * bytes) / Buffer.byteLength(text));
}

// What a session's context is made of.
