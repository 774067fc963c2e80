// The values of a Kubernetes Secret stand under names that say nothing.
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
});
let patterns: ReturnType<typeof makePatterns> | undefined;

/** How far from its kind a Secret's data may stand. */
const REACH = 4000;

export function findKubernetesSecrets(text: string, at: number): Block[] {
  patterns ??= makePatterns();
  patterns.kind.lastIndex = at;
  const kind = patterns.kind.exec(text)?.[0];
  if (kind === undefined) return [];
  const ahead = text.slice(Math.max(0, at - REACH), at);
  const after = text.slice(at, at + REACH);
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
