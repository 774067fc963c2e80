// Finds the lines of a key whose header and footer were cut off: two or more adjacent lines that end in as many base64 characters
// as a line of PEM or OpenSSH, after any prefix (a quotation mark, a number, a time). Without regular expressions, because every
// text is searched, also on the hook path.
import type { Block } from "./rule.ts";

const WIDTHS = [64, 70];
const MIN_WIDTH = 64;
/** Characters between two lines: a line end, perhaps escaped, and the next line's prefix. */
const MAX_GAP = 90;
/** The minimum length of the key's last, shorter line. */
const MIN_REST = 4;

export function findKeyLines(text: string): Block[] {
  const blocks: Block[] = [];
  let first: Block | undefined;
  let last: Block | undefined;
  const close = () => {
    if (first && last && first !== last && !isPublic(text, first.start))
      blocks.push({ start: first.start, end: endOfRest(text, last.end) });
  };
  for (let line = nextLine(text, 0); line; line = nextLine(text, line.end)) {
    if (last && follows(text, last, line)) last = line;
    else {
      close();
      first = line;
      last = line;
    }
  }
  close();
  return blocks;
}

/** Every run of at least MIN_WIDTH characters covers a multiple of it, so only these positions are tested. */
function nextLine(text: string, from: number): Block | undefined {
  const { length } = text;
  for (let at = from + MIN_WIDTH - 1; at < length; at += MIN_WIDTH) {
    if (!isBase64(text.charCodeAt(at))) continue;
    let start = at;
    while (start > from && isBase64(text.charCodeAt(start - 1))) start--;
    let end = at + 1;
    while (end < length && isBase64(text.charCodeAt(end))) end++;
    const line = end - start < MIN_WIDTH ? undefined : trimLine(text, start, end);
    if (line) return line;
    // No line begins within this run.
    at = end;
  }
  return undefined;
}

function trimLine(text: string, from: number, end: number): Block | undefined {
  let start = from;
  // The letter of an escaped line end or tab, and the sign of a diff, are not part of the line.
  if (text[start - 1] === "\\" && "nrt".includes(text.charAt(start))) start++;
  if (text[start] === "+" && !WIDTHS.includes(end - start)) start++;
  return WIDTHS.includes(end - start) && isMixed(text, start, end) ? { start, end } : undefined;
}

function follows(text: string, before: Block, line: Block): boolean {
  const gap = line.start - before.end;
  return (
    gap <= MAX_GAP &&
    line.end - line.start === before.end - before.start &&
    /\n|\\[rn]|\\\\n/.test(text.slice(before.end, line.start))
  );
}

/** Random base64 of this length has upper-case and lower-case letters and digits, unlike a hash in hex. */
function isMixed(text: string, start: number, end: number): boolean {
  let kinds = 0;
  for (let at = start; at < end && kinds !== 7; at++) {
    const code = text.charCodeAt(at);
    kinds |= code >= 97 ? 1 : code >= 65 ? 2 : code >= 48 ? 4 : 0;
  }
  return kinds === 7;
}

/** Whether the header says that it is a certificate or a public key. */
function isPublic(text: string, start: number): boolean {
  const ahead = text.slice(Math.max(0, start - 200), start);
  const header = ahead.lastIndexOf("-BEGIN ");
  return header >= 0 && !ahead.includes("PRIVATE", header);
}

function endOfRest(text: string, from: number): number {
  const rest = /^[^\w]{0,20}(?:\\{0,7}[rn])?[^\r\n]{0,60}?([A-Za-z0-9+/]{4,69}={0,2})(?=["'`,\s\\]|$)/.exec(
    text.slice(from, from + 160),
  );
  const run = rest?.[1] ?? "";
  const end = from + (rest?.[0].length ?? 0);
  const isEnd = run.endsWith("=") || /^[\s"'`+,\\rn>|#]*(?:$|-{4,5} ?END)/.test(text.slice(end, end + 40));
  return run.length >= MIN_REST && isEnd ? end : from;
}

function isBase64(code: number): boolean {
  const lower = code | 32;
  return (lower >= 97 && lower <= 122) || (code >= 47 && code <= 57) || code === 43;
}
