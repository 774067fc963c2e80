// What a compaction's summary lists as errors with their fixes, and as left to do.
import type { TranscriptItem } from "../../../transcript/item.ts";
import type { Category } from "../../category.ts";
import type { Candidate } from "../candidate.ts";
import { scoreText } from "../text/score-text.ts";
import { plainLine } from "../title.ts";
import type { Weights } from "../weights.ts";
import { structuralFinding } from "./finding.ts";

interface Section {
  heading: RegExp;
  category: Category;
  pattern: string;
  strength: number;
  why: string;
  /** Only entries with such words. */
  of: RegExp;
  /** Not those of what the session itself had written a moment before. */
  unless?: RegExp;
}

const sections = (): readonly Section[] => [
  {
    heading:
      /^\s*(?:\d+\.|#+)?\s*\**(?:errors?|problems?|issues?|bugs?|failures?)\b(?: \w+){0,2} (?:and|&|\/|with) (?:\w+ )?(?:fix(?:es)?|solutions?|resolutions?|remed\w+|workarounds?)\**:?/i,
    category: "RUNBOOK",
    pattern: "runbook.compaction",
    strength: 0.55,
    why: "listed as an error with its fix when the session was compacted",
    of: /(?:\S+\s+){5}/,
    unless:
      /\b(?:lint\w*|unused|code duplication|duplicate code|merge conflict|typos?|string to replace|not been read|formatting|user (?:feedback|corrected|pointed|clarified|asked|wanted|noted)|syntax error|missing (?:import|closing|bracket|brace|semicolon))\b/i,
  },
  {
    heading: /^\s*(?:\d+\.|#+)?\s*\**Pending Tasks\**:?/i,
    category: "TECH_DEBT",
    pattern: "tech-debt.compaction",
    strength: 0.45,
    why: "listed as pending when the session was compacted",
    of: /\b(?:later|defer\w*|postpon\w*|follow-?up|future|not yet|todo|revisit|eventually|out of scope|skipped|temporary|workaround|clean ?up|tech debt|next (?:pr|sprint|session)|still)\b/i,
  },
];
const nextSectionPattern = () => /^\s*(?:\d+\.|#+)\s*\**[A-Z][\w ]{3,40}\**:?\s*$/;
/** What the client itself writes below a summary. */
const clientWordsPattern = () =>
  /^(?:If you need specific details from before compaction|(?:Please )?continue the conversation from where|The messages after this summary|Recent messages are preserved)/i;
const entryPattern = () => /^\s*(?:[-*•]|\d+\.|[a-z]\))\s+/;
const nothingPattern = () =>
  /^(?:none|no (?:errors?|pending|explicit|outstanding|remaining|major)|n\/a|nothing|all (?:tasks|work|done))\b/i;
const MOST_ENTRIES = 6;
const MOST_LINE = 300;
const MOST_TOLD = 20_000;
const TOLD = 0.95;

export function readCompaction(item: TranscriptItem, weights: Weights): Candidate[] {
  if (item.kind !== "compaction-summary") return [];
  const listed = readSummary(item.text, weights);
  return listed.some(({ category }) => category === "RUNBOOK")
    ? listed
    : [...listed, ...readTold(item.text, weights)];
}

/** Where errors have no list of their own, they are told among the rest, as one who looks back tells them. */
function readTold(text: string, weights: Weights): Candidate[] {
  const told = { who: "user", text: text.slice(0, MOST_TOLD), weight: TOLD, refusal: false } as const;
  const errors = scoreText(told, weights).filter(({ category }) => category === "RUNBOOK");
  return errors.slice(0, MOST_ENTRIES).map((one) => ({
    ...one,
    evidence: one.evidence.map((line) => ({ ...line, who: "claude" })),
  }));
}

function readSummary(text: string, weights: Weights): Candidate[] {
  const lines = text.split("\n");
  return sections().flatMap((section) => {
    const start = lines.findIndex((line) => section.heading.test(line));
    if (start === -1) return [];
    const rest = lines.slice(start + 1);
    const end = rest.findIndex((line) => nextSectionPattern().test(line) || clientWordsPattern().test(line));
    const entries = readEntries(end === -1 ? rest.slice(0, 80) : rest.slice(0, end));
    return entries
      .filter(
        (entry) => !nothingPattern().test(entry) && section.of.test(entry) && !section.unless?.test(entry),
      )
      .slice(0, MOST_ENTRIES)
      .map((line) =>
        structuralFinding(
          {
            category: section.category,
            title: line,
            strengths: { [section.pattern]: section.strength },
            evidence: [{ line, who: "claude", why: section.why }],
            sameAs: line,
          },
          weights,
        ),
      );
  });
}

/** An entry goes on over the deeper lines below it. */
function readEntries(lines: readonly string[]): string[] {
  const entries: { depth: number; text: string }[] = [];
  for (const raw of lines) {
    const depth = raw.length - raw.trimStart().length;
    const text = plainLine(raw.replace(entryPattern(), ""));
    if (text === "") continue;
    const last = entries.at(-1);
    if (last && depth > last.depth) last.text += ` ${text}`;
    else entries.push({ depth, text });
  }
  return entries.map(({ text }) => text.slice(0, MOST_LINE));
}
