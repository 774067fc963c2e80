// Finds secrets of a known shape that span several lines: Kubernetes Secrets, JSON web keys and tokens, private keys.
import type { Block } from "./rule.ts";

const QUOTE = "\\\\{0,7}[\"']";
const NEWLINE = "(?:\\r?\\n|(?:\\\\{1,7}r)?\\\\{1,7}n)";
const PAIR =
  `[\\w.-]{1,100}(?:${QUOTE})?:[ \\t]{0,5}(?:[|>][-+]?${NEWLINE}[ \\t]{1,40})?(?:${QUOTE})?` +
  "([^\\s\\x1b\"'\\\\,{}|>]{3,4000})(?=[\\\\\"'\\s\\x1b,}]|$)";

const makePatterns = () => ({
  kind: new RegExp(`kind(?:${QUOTE})?: ?(?:${QUOTE})?Secret(?=${QUOTE}|${NEWLINE}|[\\s,}]|$)`, "iy"),
  data: new RegExp(`(?:(?<![\\w-])|(?<=\\\\n))(?:data|stringData)(?:${QUOTE})?:`, "gi"),
  jsonEntry: new RegExp(`(?:${NEWLINE}|[\\s,{]){0,40}${QUOTE}${PAIR}${QUOTE}`, "y"),
  /** The private parts of a key: exponent, primes and the like, or a symmetric key. */
  part: new RegExp(
    `(?:(?<![\\w-])|(?<=\\\\n))(?:d|p|q|dp|dq|qi|k)(?:${QUOTE})?[ \\t]{0,5}:(?:\\s|\\\\{1,7}[nrt]){0,20}(?:${QUOTE})?([\\w-]{16,4000})`,
    "g",
  ),
  tokenLine: /e(?:yJ|yA|wo)[\w.-]{16,4000}/y,
  goesOn: new RegExp(`${NEWLINE}[ \\t>|+*#]{0,12}([\\w.-]{1,4000})`, "y"),
});
let patterns: ReturnType<typeof makePatterns> | undefined;

/** How far a Secret's data may be from its kind. */
const SECRET_REACH = 4000;

export function findKubernetesSecrets(text: string, at: number): Block[] {
  patterns ??= makePatterns();
  patterns.kind.lastIndex = at;
  const kind = patterns.kind.exec(text)?.[0];
  if (kind === undefined) return [];
  const ahead = text.slice(Math.max(0, at - SECRET_REACH), at);
  const after = text.slice(at, at + SECRET_REACH);
  // Another Secret in the text is found by its own kind.
  const first = Math.max(ahead.lastIndexOf("\n---"), ahead.lastIndexOf(kind)) + 1;
  const ends = [after.indexOf("\n---"), after.indexOf(kind, kind.length)].filter((end) => end >= 0);
  const document = ahead.slice(first) + after.slice(0, Math.min(after.length, ...ends));
  const offset = at - ahead.length + first;
  return findValues(document, patterns).map(({ start, end }) => ({
    start: start + offset,
    end: end + offset,
  }));
}

function findValues(document: string, { data: start, jsonEntry }: ReturnType<typeof makePatterns>): Block[] {
  const values: Block[] = [];
  for (const data of document.matchAll(start)) {
    const entry = data[0].endsWith('":') ? jsonEntry : yamlEntry(document.slice(0, data.index));
    entry.lastIndex = data.index + data[0].length;
    for (let match = entry.exec(document); match; match = entry.exec(document)) {
      const value = match[1] ?? "";
      const at = match.index + match[0].lastIndexOf(value);
      values.push({ start: at, end: at + value.length });
    }
  }
  return values;
}

/** A line that is indented deeper than the line of `data:`. */
function yamlEntry(ahead: string): RegExp {
  let line = ahead.length;
  while (ahead[line - 1] === " " && ahead.length - line < 78) line--;
  return new RegExp(
    `[ \\t]{0,40}${NEWLINE}[ \\t]{${ahead.length - line + 1},80}(?:${QUOTE})?${PAIR}(?:${QUOTE})?`,
    "y",
  );
}

/** How far the parts of a key may be from its type. */
const KEY_REACH = 6000;
const TYPE = "kty";

/** Searches between the braces around the type and not beyond another type, so that many keys take no longer than one. */
export function findJsonWebKey(text: string, at: number): Block[] {
  patterns ??= makePatterns();
  const before = text.slice(Math.max(0, at - KEY_REACH), at);
  const ahead = before.slice(before.lastIndexOf(TYPE) + 1);
  const after = text.slice(at, at + KEY_REACH);
  const next = after.indexOf(TYPE, TYPE.length);
  const behind = next < 0 ? after : after.slice(0, next);
  const close = behind.indexOf("}");
  const from = at - ahead.length + Math.max(ahead.lastIndexOf("{"), ahead.lastIndexOf("}")) + 1;
  const key = text.slice(from, at + (close < 0 ? behind.length : close));
  return [...key.matchAll(patterns.part)].map((match) => {
    const end = from + match.index + match[0].length;
    return { start: end - (match[1]?.length ?? 0), end };
  });
}

/** A shorter line does not continue on the next. */
const MIN_TOKEN_LINE = 30;
const MIN_NEXT = 20;
const MAX_LINES = 40;

/** Only tokens that continue on the next line; the rule for tokens finds the others. */
export function findWrappedToken(text: string, at: number): Block[] {
  patterns ??= makePatterns();
  const { tokenLine, goesOn } = patterns;
  if (/\w/.test(text[at - 1] ?? "") && !/\\[nrt]$/.test(text.slice(Math.max(0, at - 2), at))) return [];
  tokenLine.lastIndex = at;
  let line = tokenLine.exec(text)?.[0] ?? "";
  let end = at + line.length;
  const start = end;
  for (let lines = 0; lines < MAX_LINES && (line.length >= MIN_TOKEN_LINE || line.endsWith(".")); lines++) {
    goesOn.lastIndex = end;
    const next = goesOn.exec(text);
    const run = next?.[1] ?? "";
    const isAlone = /^(?:[\s"'`\\,]|$)/.test(text.slice(goesOn.lastIndex, goesOn.lastIndex + 1));
    if (!next || !isAlone || !(run.length >= MIN_NEXT || /\d/.test(run))) break;
    end = goesOn.lastIndex;
    line = run;
  }
  return end > start && text.slice(at, end).includes(".") ? [{ start: at, end }] : [];
}

const framePattern = (word: "BEGIN" | "END"): RegExp =>
  new RegExp(
    `-{4,5} ?${word}(?: |%20|\\+)(?:[A-Z0-9 %+]{0,50}?PRIVATE(?: |%20|\\+)KEY(?:(?: |%20|\\+)BLOCK)?|OpenVPN Static key V1) ?-{4,5}`,
    "y",
  );
const puttyPattern = (): RegExp => /Private-Lines: ?\d+/iy;

/** No key is longer, even quoted line by line. */
const MAX_KEY_LENGTH = 20_000;
/** A shorter line can only be the last of a key. */
const MIN_LINE = 16;

/** What separates the lines of a key, also in a string of a program. */
const breakPattern = (): RegExp => /(?:\\{1,4}[nrt]|[\s"'`+,;|>#*\\])*/y;
const linePattern = (): RegExp => /[A-Za-z0-9+/=]+/y;
const fieldPattern = (): RegExp =>
  /(?:Proc-Type|DEK-Info|Version|Comment|Hash|Charset|MessageID): ?[^\r\n\\"]{0,100}/y;

/** A private key with its header, perhaps cut at the end. A header alone is not a secret. */
export function findKeyBlock(text: string, at: number): Block[] {
  const body = endOf(framePattern("BEGIN"), text, at);
  if (body === undefined) return [];
  const end = endOfFooter(text, body) ?? endOfLines(text, body);
  return end === body ? [] : [{ start: at, end }];
}

/** The lines before a footer whose header was cut off. */
export function findKeyBlockEnd(text: string, at: number): Block[] {
  const end = endOf(framePattern("END"), text, at);
  const start = end === undefined ? at : startOfLines(text, at);
  return end === undefined || start === at ? [] : [{ start, end }];
}

/** A key file in base64. Certificates and public keys begin the same way and are skipped. */
export function findEncodedKey(text: string, at: number): Block[] {
  const begin = /^[A-Za-z0-9+/]{40,80}/.exec(text.slice(at, at + 80))?.[0] ?? "";
  const isPrivate = atob(begin.slice(0, begin.length & ~3)).includes("PRIVATE");
  return isPrivate ? [{ start: at, end: endOfLines(text, at) }] : [];
}

/** A key whose header was cut off, recognised by its first letters. */
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
