// The secret parts of a JSON web key, and JSON web tokens that are wrapped over several lines.
import type { Block } from "./rule.ts";

const QUOTE = "\\\\{0,7}[\"']";
const NEWLINE = "(?:\\r?\\n|(?:\\\\{1,7}r)?\\\\{1,7}n)";

const makePatterns = () => ({
  /** The private exponent, the primes and their kin, or a symmetric key. */
  part: new RegExp(
    `(?:(?<![\\w-])|(?<=\\\\n))(?:d|p|q|dp|dq|qi|k)(?:${QUOTE})?[ \\t]{0,5}:(?:\\s|\\\\{1,7}[nrt]){0,20}(?:${QUOTE})?([\\w-]{16,4000})`,
    "g",
  ),
  tokenLine: /e(?:yJ|yA|wo)[\w.-]{16,4000}/y,
  goesOn: new RegExp(`${NEWLINE}[ \\t>|+*#]{0,12}([\\w.-]{1,4000})`, "y"),
});
let patterns: ReturnType<typeof makePatterns> | undefined;

/** How far from its type the parts of a key may stand. */
const REACH = 6000;
const TYPE = "kty";

/** Between the braces around its type, and not beyond another type: many of them take no longer than one. */
export function findJsonWebKey(text: string, at: number): Block[] {
  patterns ??= makePatterns();
  const before = text.slice(Math.max(0, at - REACH), at);
  const ahead = before.slice(before.lastIndexOf(TYPE) + 1);
  const after = text.slice(at, at + REACH);
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

/** A line must be long for the next to belong to it. */
const MIN_LINE = 30;
const MIN_NEXT = 20;
const MAX_LINES = 40;

/** Only where it goes on in the next line: the rule for tokens finds the others. */
export function findWrappedToken(text: string, at: number): Block[] {
  patterns ??= makePatterns();
  const { tokenLine, goesOn } = patterns;
  if (/\w/.test(text[at - 1] ?? "") && !/\\[nrt]$/.test(text.slice(Math.max(0, at - 2), at))) return [];
  tokenLine.lastIndex = at;
  let line = tokenLine.exec(text)?.[0] ?? "";
  let end = at + line.length;
  const start = end;
  for (let lines = 0; lines < MAX_LINES && (line.length >= MIN_LINE || line.endsWith(".")); lines++) {
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
