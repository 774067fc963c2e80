// Secrets in documents of a known shape, under names that say nothing: Kubernetes Secrets, JSON web keys, and JSON web
// tokens that are wrapped over several lines.
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
  /** The private exponent, the primes and their kin, or a symmetric key. */
  part: new RegExp(
    `(?:(?<![\\w-])|(?<=\\\\n))(?:d|p|q|dp|dq|qi|k)(?:${QUOTE})?[ \\t]{0,5}:(?:\\s|\\\\{1,7}[nrt]){0,20}(?:${QUOTE})?([\\w-]{16,4000})`,
    "g",
  ),
  tokenLine: /e(?:yJ|yA|wo)[\w.-]{16,4000}/y,
  goesOn: new RegExp(`${NEWLINE}[ \\t>|+*#]{0,12}([\\w.-]{1,4000})`, "y"),
});
let patterns: ReturnType<typeof makePatterns> | undefined;

/** How far from its kind a Secret's data may stand. */
const SECRET_REACH = 4000;

export function findKubernetesSecrets(text: string, at: number): Block[] {
  patterns ??= makePatterns();
  patterns.kind.lastIndex = at;
  const kind = patterns.kind.exec(text)?.[0];
  if (kind === undefined) return [];
  const ahead = text.slice(Math.max(0, at - SECRET_REACH), at);
  const after = text.slice(at, at + SECRET_REACH);
  // Another Secret beside this one has its own turn.
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

/** How far from its type the parts of a key may stand. */
const KEY_REACH = 6000;
const TYPE = "kty";

/** Between the braces around its type, and not beyond another type: many of them take no longer than one. */
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
