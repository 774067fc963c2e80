// Private keys in PEM and the like: whole, cut at either end, or with their line breaks escaped in a string.
import type { Block } from "./rule.ts";

const framePattern = (word: "BEGIN" | "END"): RegExp =>
  new RegExp(
    `-{4,5} ?${word}(?: |%20|\\+)(?:[A-Z0-9 %+]{0,50}?PRIVATE(?: |%20|\\+)KEY(?:(?: |%20|\\+)BLOCK)?|OpenVPN Static key V1) ?-{4,5}`,
    "y",
  );
const puttyPattern = (): RegExp => /Private-Lines: ?\d+/iy;

/** No key is longer, even in quotes line by line. */
const MAX_KEY_LENGTH = 20_000;
/** A line of a key; a shorter one only counts as the last. */
const MIN_LINE = 16;

/** What separates the lines of a key, also inside a string of a program. */
const breakPattern = (): RegExp => /(?:\\{1,4}[nrt]|[\s"'`+,;|>#*\\])*/y;
const linePattern = (): RegExp => /[A-Za-z0-9+/=]+/y;
const fieldPattern = (): RegExp =>
  /(?:Proc-Type|DEK-Info|Version|Comment|Hash|Charset|MessageID): ?[^\r\n\\"]{0,100}/y;

/** A header with nothing below it is no secret. */
export function findKeyBlock(text: string, at: number): Block[] {
  const body = endOf(framePattern("BEGIN"), text, at);
  if (body === undefined) return [];
  const end = endOfFooter(text, body) ?? endOfLines(text, body);
  return end === body ? [] : [{ start: at, end }];
}

/** The lines ahead of a footer whose header was cut off. */
export function findKeyBlockEnd(text: string, at: number): Block[] {
  const end = endOf(framePattern("END"), text, at);
  const start = end === undefined ? at : startOfLines(text, at);
  return end === undefined || start === at ? [] : [{ start, end }];
}

/** A key's file in base64; a certificate or a public key begins the same way. */
export function findEncodedKey(text: string, at: number): Block[] {
  const begin = /^[A-Za-z0-9+/]{40,80}/.exec(text.slice(at, at + 80))?.[0] ?? "";
  const isPrivate = atob(begin.slice(0, begin.length & ~3)).includes("PRIVATE");
  return isPrivate ? [{ start: at, end: endOfLines(text, at) }] : [];
}

/** A key whose header was cut off; its first letters say what it is. */
export function findKeyBody(text: string, at: number): Block[] {
  const end = endOfLines(text, at);
  return end - at < 2 * MIN_LINE ? [] : [{ start: at, end }];
}

export function findPuttyKey(text: string, at: number): Block[] {
  const body = endOf(puttyPattern(), text, at);
  return body === undefined ? [] : [{ start: body, end: endOfLines(text, body) }];
}

function endOfFooter(text: string, body: number): number | undefined {
  const near = text.slice(body, body + MAX_KEY_LENGTH);
  for (let word = near.indexOf("END"); word >= 0; word = near.indexOf("END", word + 1)) {
    const dashes = /-{4,5} ?$/.exec(near.slice(Math.max(0, word - 6), word))?.[0].length ?? 0;
    const end = dashes === 0 ? undefined : endOf(framePattern("END"), text, body + word - dashes);
    if (end !== undefined) return end;
  }
  return undefined;
}

function endOfLines(text: string, from: number): number {
  let end = from;
  while (end < from + MAX_KEY_LENGTH) {
    const start = endOf(breakPattern(), text, end) ?? end;
    const line = endOf(fieldPattern(), text, start) ?? endOf(linePattern(), text, start);
    if (line === undefined) break;
    const isLast = /^(?:\s*$|\\{0,4}["'`])/.test(text.slice(line, line + 8));
    if (line - start < MIN_LINE && !isLast) break;
    end = line;
  }
  return end;
}

function startOfLines(text: string, footer: number): number {
  let start = footer;
  for (let lines = 0; start > footer - MAX_KEY_LENGTH; lines++) {
    const end = startOfBreak(text, start);
    const line = startOfLine(text, end);
    if (line === end || (lines > 0 && end - line < MIN_LINE)) break;
    start = line;
  }
  return start;
}

function startOfBreak(text: string, from: number): number {
  let at = from;
  for (;;) {
    if (/[\s"'`+,;|>#*\\]/.test(text[at - 1] ?? "")) at--;
    else if (isEscapedBreak(text, at - 2)) at -= 2;
    else return at;
  }
}

function startOfLine(text: string, from: number): number {
  let at = from;
  while (from - at < MAX_KEY_LENGTH && /[A-Za-z0-9+/=]/.test(text[at - 1] ?? "")) at--;
  return isEscapedBreak(text, at - 1) ? Math.min(at + 1, from) : at;
}

function isEscapedBreak(text: string, at: number): boolean {
  return text[at] === "\\" && /[nrt]/.test(text[at + 1] ?? "");
}

function endOf(sticky: RegExp, text: string, at: number): number | undefined {
  sticky.lastIndex = at;
  return sticky.test(text) ? sticky.lastIndex : undefined;
}
