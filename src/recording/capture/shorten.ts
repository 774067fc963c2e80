// Long texts by their two ends: what came first and what came last says most.

const MAX_DEPTH = 24;

const MAX_ENTRIES = 2000;

/** So much more is searched for secrets than is kept: what lies across the cut is then seen whole. */
const MARGIN = 4096;
const HEAD_SHARE = 0.6;
const privateEndPattern = (): RegExp => /\/private\s*(?:>|\\u003e)/i;

export function cutMiddle(text: string, most: number): string {
  if (text.length <= most) return text;
  const head = Math.ceil(most * HEAD_SHARE);
  return joinEnds(text, head, text.length - (most - head));
}

/**
 * What of a long text can be kept, and a margin: the rest need not be searched for secrets. Cuts between lines. A
 * text whose end closes a private part stays whole: that part may begin in what would be left out.
 */
export function cutMiddleLoosely(text: string, most: number): string {
  if (text.length <= most + 4 * MARGIN) return text;
  const headEnd = Math.ceil(most * HEAD_SHARE) + MARGIN;
  const tailStart = text.length - (most - Math.ceil(most * HEAD_SHARE)) - MARGIN;
  if (privateEndPattern().test(text.slice(tailStart))) return text;
  const head = lastBreak(text.slice(headEnd - MARGIN, headEnd));
  const tail = firstBreak(text.slice(tailStart, tailStart + MARGIN));
  return joinEnds(text, headEnd - MARGIN + head, tailStart + tail);
}

/** The beginning of a long text, and a margin, for one of which no more is kept. Cuts between lines. */
export function keepBeginning(text: string, most: number): string {
  if (text.length <= most + MARGIN) return text;
  const end = most + lastBreak(text.slice(most, most + MARGIN));
  return text.slice(0, isLowSurrogate(text, end) ? end - 1 : end);
}

/** A secret has no white space in it; a name and its value are mostly on one line. */
function lastBreak(text: string): number {
  const line = text.lastIndexOf("\n");
  return Math.max(0, line === -1 ? text.lastIndexOf(" ") : line);
}

function firstBreak(text: string): number {
  const line = text.indexOf("\n");
  const space = line === -1 ? text.indexOf(" ") : line;
  return space === -1 ? text.length : space;
}

function joinEnds(text: string, head: number, tail: number): string {
  const from = isLowSurrogate(text, head) ? head - 1 : head;
  const to = isLowSurrogate(text, tail) ? tail + 1 : tail;
  return `${text.slice(0, from)}\n[… ${to - from} characters cut …]\n${text.slice(to)}`;
}

/** A cut between the halves of one character would leave bytes that are no text. */
function isLowSurrogate(text: string, at: number): boolean {
  const code = text.charCodeAt(at);
  return code >= 0xdc00 && code <= 0xdfff;
}

// Shorter texts in a tool's JSON.
/** Before it is searched for secrets: only the beginning of each text counts. */
export function keepBeginnings(value: unknown, mostCharacters: number): unknown {
  return mapTexts(value, (text) => keepBeginning(text, mostCharacters));
}

export function shortenTexts(value: unknown, mostCharacters: number): unknown {
  return mapTexts(value, (text) => cutMiddle(text, mostCharacters));
}

/** The same value with every text changed; what is deeper or longer than any tool's answer is cut. */
export function mapTexts(value: unknown, change: (text: string) => string, depth = 0): unknown {
  if (typeof value === "string") return change(value);
  if (typeof value !== "object" || value === null) return value;
  if (depth >= MAX_DEPTH) return "[cut: too deep]";
  if (Array.isArray(value)) {
    const kept = value.slice(0, MAX_ENTRIES).map((entry) => mapTexts(entry, change, depth + 1));
    return value.length > MAX_ENTRIES ? [...kept, `[cut ${value.length - MAX_ENTRIES} entries]`] : kept;
  }
  const entries = Object.entries(value).slice(0, MAX_ENTRIES);
  return Object.fromEntries(entries.map(([key, entry]) => [key, mapTexts(entry, change, depth + 1)]));
}
