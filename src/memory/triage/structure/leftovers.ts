// What Claude lists below a heading as left open when it reports on its work.
import type { Candidate } from "../candidate.ts";
import type { Utterance } from "../text/utterance.ts";
import { plainLine } from "../title.ts";
import type { Weights } from "../weights.ts";
import { structuralFinding } from "./finding.ts";

/** One of them stands in every such heading. */
const WORDS = [
  "limitation",
  "not done",
  "not cover",
  "not includ",
  "not implement",
  "not test",
  "not verif",
  "not address",
  "not yet",
  "still open",
  "still missing",
  "left out",
  "left open",
  "left undone",
  "left for",
  "known issue",
  "known gap",
  "caveat",
  "follow-up",
  "followup",
  "follow up",
  "deferred",
  "postponed",
  "out of scope",
  "debt",
  "loose end",
  "open point",
  "shortcut",
  "didn't",
  "did not",
  "skipped",
];
const headingPattern = () =>
  /^(?:what(?:'s| is| i)? )?(?:(?:some|known|remaining|current|open|other|things? (?:i|that|to)|which is|deliberately|intentionally|still|a few|two|three|items?|parts?|work|minor|important|possible|suggested|recommended) )*(?:known (?:issues?|gaps?|limitations?|bugs?|problems?)|limitations?|gaps?|caveats?|not (?:yet )?(?:done|covered|included|implemented|tested|verified|addressed|handled|supported|migrated|in scope)|still (?:open|missing|to do|to be done)|left (?:out|open|undone|for later|for a follow-?up|as is|for (?:a )?(?:later|follow-?up)\b)|follow[- ]?ups?(?: (?:work|items?|needed|tasks?))?|deferred|postponed|out of scope|tech(?:nical)? debt|loose ends|open points?|shortcuts?(?: taken| i took)?|skipped|(?:i )?(?:didn't|did not) (?:do|cover|touch|change|include|test|get to|fix))(?: (?:yet|in this (?:pr|change|round|session)|for (?:now|later)|here|and (?:caveats?|limitations?|follow-?ups?|open points)|\([^)]*\)|items?|things|work))*\W*$/i;
const bulletPattern = () => /^\s*(?:[-*+•]|\d{1,2}[.)])\s+(?=\S)/;
const nothingPattern = () => /^(?:none|nothing|n\/a|no (?:known|open|remaining|issues)|all )\b/i;
const LONGEST_HEADING = 80;
const LEAST_WORDS = 4;
const MOST_LEFT = 4;

export function readLeftovers({ who, text, weight }: Utterance, weights: Weights): Candidate[] {
  if (who !== "claude" || !text.includes("\n") || !hasWord(text)) return [];
  const found: Candidate[] = [];
  let below = false;
  for (const raw of text.split("\n")) {
    if (raw.trim() === "") continue;
    const isBullet = bulletPattern().test(raw);
    const line = plainLine(raw.replace(bulletPattern(), ""));
    if (!isBullet) below = line.length <= LONGEST_HEADING && headingPattern().test(line);
    else if (below && found.length < MOST_LEFT && isTold(line)) found.push(findingOf(line, weight, weights));
  }
  return found;
}

function hasWord(text: string): boolean {
  const lower = text.toLowerCase();
  for (const word of WORDS) if (lower.includes(word)) return true;
  return false;
}

function isTold(line: string): boolean {
  return line.split(" ").length >= LEAST_WORDS && !line.endsWith("?") && !nothingPattern().test(line);
}

function findingOf(line: string, weight: number, weights: Weights): Candidate {
  return structuralFinding(
    {
      category: "TECH_DEBT",
      title: line,
      strengths: { "tech-debt.leftover": 0.6 * weight },
      evidence: [{ line, who: "claude", why: "listed as left open in Claude's report" }],
      sameAs: line,
    },
    weights,
  );
}
