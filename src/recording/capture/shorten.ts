// Shortens long texts, keeping the beginning and the end.

/** Characters beyond each side of a cut that are searched for secrets too, so that a secret across the cut is recognised. */
const MARGIN = 4096;
/** Characters per event that are searched for secrets. */
const MAX_SEARCHED = 1_000_000;
const HEAD_SHARE = 0.6;
const MAX_DEPTH = 24;
const MAX_ENTRIES = 2000;
/** The same tags as findPrivateTag in redaction. */
const privateTagPattern = (): RegExp => /(?:<|\\u003c|&lt;|%3c)\s{0,5}(?:\\{0,7}\/|%2f)?\s{0,5}private/i;

export function cutMiddle(text: string, max: number): string {
  if (text.length <= max) return text;
  const head = Math.ceil(max * HEAD_SHARE);
  return joinEnds(text, head, text.length - (max - head));
}

/**
 * For use before redaction: cuts with a margin, between lines. A text with a private tag in the part to be cut stays whole,
 * because the private passage may reach into what is kept; of a very long text only the beginning is kept.
 */
export function cutMiddleLoosely(text: string, max: number): string {
  if (text.length <= max + 4 * MARGIN) return text;
  const headEnd = Math.ceil(max * HEAD_SHARE) + MARGIN;
  const tailStart = text.length - (max - Math.ceil(max * HEAD_SHARE)) - MARGIN;
  if (privateTagPattern().test(text.slice(headEnd - MARGIN)))
    return text.length <= MAX_SEARCHED ? text : keepBeginning(text, max);
  const head = lastBreak(text.slice(headEnd - MARGIN, headEnd));
  const tail = firstBreak(text.slice(tailStart, tailStart + MARGIN));
  return joinEnds(text, headEnd - MARGIN + head, tailStart + tail);
}

/** Cuts all texts of a value, and drops those beyond what can be searched in time. */
export function cutTextsLoosely(value: unknown, max: number): unknown {
  let left = MAX_SEARCHED;
  return mapTexts(value, (text) => {
    if (left <= 0 && text !== "") return "[cut: too much]";
    const cut = cutMiddleLoosely(text, max);
    left -= cut.length;
    return cut;
  });
}

/** For use before redaction: keeps the beginning with a margin, cut between lines. */
export function keepBeginning(text: string, max: number): string {
  if (text.length <= max + MARGIN) return text;
  const end = max + lastBreak(text.slice(max, max + MARGIN));
  return text.slice(0, isLowSurrogate(text, end) ? end - 1 : end);
}

/**
 * Applies `change` to every text of a value, which is returned itself if nothing changed. Cuts values that are nested deeper or
 * longer than any tool's response.
 */
export function mapTexts(value: unknown, change: (text: string) => string, depth = 0): unknown {
  if (typeof value === "string") return change(value);
  if (typeof value !== "object" || value === null) return value;
  if (depth >= MAX_DEPTH) return "[cut: too deep]";
  if (Array.isArray(value)) {
    const kept = value.slice(0, MAX_ENTRIES).map((entry) => mapTexts(entry, change, depth + 1));
    if (value.length > MAX_ENTRIES) return [...kept, `[cut ${value.length - MAX_ENTRIES} entries]`];
    return kept.every((entry, at) => entry === value[at]) ? value : kept;
  }
  const entries = Object.entries(value).slice(0, MAX_ENTRIES);
  let isSame = entries.length < MAX_ENTRIES;
  for (const entry of entries) {
    const changed = mapTexts(entry[1], change, depth + 1);
    isSame &&= changed === entry[1];
    entry[1] = changed;
  }
  return isSame ? value : Object.fromEntries(entries);
}

/** Secrets contain no white space and are usually on the same line as their name. */
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

/** A cut between the two halves of a character would leave invalid text. */
function isLowSurrogate(text: string, at: number): boolean {
  const code = text.charCodeAt(at);
  return code >= 0xdc00 && code <= 0xdfff;
}
