// What Claude lists below a heading as left open when it reports on its work.
import { type Candidate, makeLineCandidate } from "../candidate.ts";
import { plainLine } from "../title.ts";
import type { Weights } from "../weights.ts";

const MAX_HEADING = 80;
const MIN_WORDS = 4;
const MAX_FOUND = 4;
const headingPattern = () =>
  /^(?:what(?:'s| is| i)? )?(?:(?:some|known|remaining|current|open|other|things? (?:i|that|to)|which is|deliberately|intentionally|still|a few|two|three|items?|parts?|work|minor|important|possible|suggested|recommended) )*(?:known (?:issues?|gaps?|limitations?|bugs?|problems?)|limitations?|gaps?|caveats?|not (?:yet )?(?:done|covered|included|implemented|tested|verified|addressed|handled|supported|migrated|in scope)|still (?:open|missing|to do|to be done)|left (?:out|open|undone|for later|for a follow-?up|as is|for (?:a )?(?:later|follow-?up)\b)|follow[- ]?ups?(?: (?:work|items?|needed|tasks?))?|deferred|postponed|out of scope|tech(?:nical)? debt|loose ends|open points?|shortcuts?(?: taken| i took)?|skipped|(?:i )?(?:didn't|did not) (?:do|cover|touch|change|include|test|get to|fix))(?: (?:yet|in this (?:pr|change|round|session)|for (?:now|later)|here|and (?:caveats?|limitations?|follow-?ups?|open points)|\([^)]*\)|items?|things|work))*\W*$/i;
const bulletPattern = () => /^\s*(?:[-*+•]|\d{1,2}[.)])\s+(?=\S)/;
const nothingPattern = () => /^(?:none|nothing|n\/a|no (?:known|open|remaining|issues)|all )\b/i;

export function readLeftovers(message: string, weights: Weights): Candidate[] {
  if (!message.includes("\n")) return [];
  const found: string[] = [];
  let isBelow = false;
  for (const raw of message.split("\n").filter((line) => line.trim() !== "")) {
    const isBullet = bulletPattern().test(raw);
    const line = plainLine(raw.replace(bulletPattern(), ""));
    if (!isBullet) isBelow = line.length <= MAX_HEADING && headingPattern().test(line);
    else if (isBelow && isLeftover(line)) found.push(line);
  }
  const why = "listed as left open in Claude's report";
  const kind = { category: "TECH_DEBT", pattern: "tech-debt.leftover", strength: 0.48 } as const;
  return found
    .slice(0, MAX_FOUND)
    .map((line) => makeLineCandidate({ ...kind, line, who: "claude", why }, weights));
}

function isLeftover(line: string): boolean {
  return line.split(" ").length >= MIN_WORDS && !line.endsWith("?") && !nothingPattern().test(line);
}
