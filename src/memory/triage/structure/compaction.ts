// What the summary of a compaction lists under its headings and tells in its sentences.
import type { TranscriptItem } from "../../../transcript/item.ts";
import { type Candidate, makeLineCandidate } from "../candidate.ts";
import { plainLine } from "../title.ts";
import type { Weights } from "../weights.ts";
import { constraintSection, type Section, type Source, sections, tellings } from "./compaction-patterns.ts";

const MAX_LINES = 400;
const MAX_LINE = 300;
const entryPattern = () => /^\s*(?:[-*•]|\d+[.)]|[a-z]\))\s+/;
const nextSectionPattern = () => /^\s*(?:\d+\.|#+)\s*\**[A-Z][\w ]{3,40}\**:?\s*$/;
/** What the client itself writes below a summary. */
const clientWordsPattern = () =>
  /^(?:If you need specific details from before compaction|(?:Please )?continue the conversation from where|The messages after this summary|Recent messages are preserved)/i;

export function readCompaction(item: TranscriptItem, weights: Weights): Candidate[] {
  // A plan has its limits under a heading, too.
  if (item.kind === "plan-approval")
    return toCandidates(constraintSection(), listed(item.plan, constraintSection()), weights);
  if (item.kind !== "compaction-summary") return [];
  const sentences = item.text.split("\n", MAX_LINES).flatMap(splitLine);
  return [
    ...sections().flatMap((section) => toCandidates(section, listed(item.text, section), weights)),
    ...tellings().flatMap((telling) =>
      toCandidates(
        telling,
        sentences.filter((line) => telling.sentence.test(line)),
        weights,
      ),
    ),
  ];
}

function splitLine(raw: string): string[] {
  return plainLine(raw.replace(entryPattern(), "")).split(/(?<=[.!?])\s+(?=[A-Z])/);
}

function toCandidates(source: Source, entries: readonly string[], weights: Weights): Candidate[] {
  const { category, pattern, strength, why, needs, unless, minWords, max } = source;
  const kept = entries
    .map((entry) => plainLine(entry).slice(0, MAX_LINE))
    .filter(
      (line) => line.split(" ").length >= minWords && (needs?.test(line) ?? true) && !unless.test(line),
    );
  return [...new Set(kept)]
    .slice(0, max)
    .map((line) => makeLineCandidate({ category, pattern, strength, line, who: "claude", why }, weights));
}

/** What stands behind a heading on its line, or in the list below it. */
function listed(text: string, { heading, withHeading }: Section): string[] {
  const lines = text.split("\n", MAX_LINES);
  return lines.flatMap((line, at) => {
    const [found] = heading.exec(line) ?? [];
    if (found === undefined) return [];
    const rest = plainLine(line.slice(found.length));
    if (rest !== "") return withHeading ? [line] : rest.split(/;\s+/);
    const entries = entriesOf(lines.slice(at + 1));
    return withHeading ? entries.map((entry) => `${line} ${entry}`) : entries;
  });
}

/** The list ends with the section; an entry goes on over the deeper lines below it. */
function entriesOf(lines: readonly string[]): string[] {
  const entries: string[] = [];
  let depth = 0;
  for (const raw of lines) {
    if (raw.trim() === "") continue;
    if (nextSectionPattern().test(raw) || clientWordsPattern().test(raw)) break;
    const indent = raw.length - raw.trimStart().length;
    if (entries.length === 0) depth = indent;
    if (indent > depth) entries[entries.length - 1] += ` ${raw.replace(entryPattern(), "").trim()}`;
    else if (indent === depth && entryPattern().test(raw)) entries.push(raw.replace(entryPattern(), ""));
    else break;
  }
  return entries;
}
