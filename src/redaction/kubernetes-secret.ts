// The values of a Kubernetes Secret are base64 under names that say nothing.
import type { Block } from "./rule.ts";

const KIND = /kind\\?["']?:\s{0,5}\\?["']?Secret\\?["']?(?=[\s,}\\]|$)/iy;
const DATA = /(?<![\w-])(?:data|stringData)\\?["']?:/gi;
const VALUE =
  "[\\w.-]{1,100}\\\\?[\"']?:[ \\t]{0,5}(?:[|>][-+]?\\s{1,40})?\\\\?[\"']?([A-Za-z0-9+/]{4,}={0,2})(?=[\\\\\"'\\s,}]|$)";
const JSON_ENTRY = new RegExp(`[\\s,{]{0,40}\\\\?["']${VALUE}\\\\?["']`, "y");

/** How far from its kind a Secret's data may stand. */
const REACH = 4000;

export function findKubernetesSecrets(text: string, at: number): Block[] {
  KIND.lastIndex = at;
  const kind = KIND.exec(text)?.[0];
  if (kind === undefined) return [];
  const ahead = text.slice(Math.max(0, at - REACH), at);
  const after = text.slice(at, at + REACH);
  // Another Secret beside this one has its own turn.
  const first = Math.max(ahead.lastIndexOf("\n---"), ahead.lastIndexOf(kind)) + 1;
  const ends = [after.indexOf("\n---"), after.indexOf(kind, kind.length)].filter((end) => end >= 0);
  const document = ahead.slice(first) + after.slice(0, Math.min(after.length, ...ends));
  const offset = at - ahead.length + first;
  return findValues(document).map(({ start, end }) => ({ start: start + offset, end: end + offset }));
}

function findValues(document: string): Block[] {
  const values: Block[] = [];
  for (const data of document.matchAll(DATA)) {
    const entry = data[0].endsWith('":') ? JSON_ENTRY : yamlEntry(document, data.index);
    entry.lastIndex = data.index + data[0].length;
    for (let match = entry.exec(document); match; match = entry.exec(document)) {
      const value = match[1] ?? "";
      const start = match.index + match[0].lastIndexOf(value);
      values.push({ start, end: start + value.length });
    }
  }
  return values;
}

/** A line that is indented deeper than the line of `data:`. */
function yamlEntry(document: string, dataAt: number): RegExp {
  const indent = dataAt - 1 - document.lastIndexOf("\n", dataAt);
  return new RegExp(`[ \\t]*(?:\\r?\\n|\\\\n)[ \\t]{${indent + 1},}["']?${VALUE}["']?`, "y");
}
