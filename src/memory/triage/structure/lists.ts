// What is listed below a heading, or told in a sentence: in the summary of a compaction, in a plan, in Claude's report.
import type { TranscriptItem } from "../../../transcript/item.ts";
import { makeLineFinding, type TriageFinding } from "../candidate.ts";
import { plainLine } from "../title.ts";

interface Source extends Pick<TriageFinding, "category"> {
  pattern: string;
  strength: number;
  why: string;
  /** What an entry must say as well, and what it must not. */
  needs?: RegExp;
  unless: RegExp;
  minWords: number;
  max: number;
}

interface Section extends Source {
  heading: RegExp;
}

const MAX_LINES = 400;
const MAX_LINE = 300;
const entryPattern = () => /^\s*(?:[-*•]|\d+[.)]|[a-z]\))\s+/;
const nextSectionPattern = () => /^\s*(?:\d+\.|#+)\s*\**[A-Z][\w ]{3,40}\**:?\s*$/;
/** What the client itself writes below a summary. */
const clientWordsPattern = () =>
  /^(?:If you need specific details from before compaction|(?:Please )?continue the conversation from where|The messages after this summary|Recent messages are preserved)/i;

const constraintSection = (): Section => ({
  category: "CONSTRAINT",
  pattern: "constraint.given",
  strength: 0.6,
  why: "held as given",
  heading:
    /^\s*(?:\d+\.|#+|[-*])?\s*\**(?:(?:key|hard|known|external|technical|project|important|platform|non-functional|legal|hosting|infrastructure)\s+)*(?:constraints?|limits|limitations|restrictions|givens?|boundary conditions|environment|fixed points)(?:\s+(?:notes|facts|details|and \w+|to (?:respect|keep in mind)|from \w+|we \w+))*\**\s*(?::|$)\**/i,
  // How a machine is set up is no limit yet.
  needs:
    /\b(?:only|no|not|never|cannot|can't|must|has to|have to|may not|without|strips?|blocks?|rejects?|kills?|cuts?|above|beyond|limit\w*|max(?:imum)?|at most|up to|capped|ceiling|quota|requires?|behind|read-only|offline|frozen|stuck|old|lags|expires?|forbids?|forbidden)\b/i,
  unless: /^(?:none|n\/a|nothing|no (?:constraints|limits|limitations|restrictions))\b/i,
  minWords: 4,
  max: 6,
});

const compactionSections = (): readonly Section[] => [
  constraintSection(),
  {
    category: "RUNBOOK",
    pattern: "runbook.compaction",
    strength: 0.55,
    why: "listed as an error with its fix when the session was compacted",
    heading:
      /^\s*(?:\d+\.|#+)?\s*\**(?:errors?|problems?|issues?|bugs?|failures?)\b(?: \w+){0,2} (?:and|&|\/|with) (?:\w+ )?(?:fix(?:es)?|solutions?|resolutions?|remed\w+|workarounds?)\**:?/i,
    // Not what the session itself had written a moment before.
    unless:
      /^(?:none|no (?:errors?|pending|explicit|outstanding|remaining|major)|n\/a|nothing|all (?:tasks|work|done))\b|\b(?:lint\w*|unused|code duplication|duplicate code|merge conflict|typos?|string to replace|not been read|formatting|user (?:feedback|corrected|pointed|clarified|asked|wanted|noted)|syntax error|missing (?:import|closing|bracket|brace|semicolon))\b/i,
    minWords: 6,
    max: 6,
  },
  {
    category: "TECH_DEBT",
    pattern: "tech-debt.compaction",
    strength: 0.45,
    why: "listed as pending when the session was compacted",
    heading: /^\s*(?:\d+\.|#+)?\s*\**Pending Tasks\**:?/i,
    needs:
      /\b(?:later|defer\w*|postpon\w*|follow-?up|future|not yet|todo|revisit|eventually|out of scope|skipped|temporary|workaround|clean ?up|tech debt|next (?:pr|sprint|session)|still)\b/i,
    unless:
      /^(?:none|no (?:errors?|pending|explicit|outstanding|remaining|major)|n\/a|nothing|all (?:tasks|work|done))\b/i,
    minWords: 1,
    max: 6,
  },
];

const deferredSentence = (): Source & { sentence: RegExp } => ({
  category: "TECH_DEBT",
  pattern: "tech-debt.put-off-told",
  strength: 0.45,
  why: "told as left for later when the session was compacted",
  sentence:
    /\b(?:was|were|is|are|been) (?:\w+ )?(?:postponed|deferred|pushed|parked|shelved|punted|left|skipped)\b(?: \w+){0,4} (?:to|until|till|for|after) (?:an? |the )?(?:after|later|follow-?up|next|future|separate|another|v2|phase|q[1-4]|launch|release|second|rewrite)\b|\buser (?:has |also |then |explicitly |knowingly )*(?:accept(?:ed|s) (?:that|the|this|it as)|tolerates|postponed|deferred|put off|(?:agreed|chose|decided|asked|wants|wanted|prefers|preferred) to (?:leave|skip|postpone|defer|live with|accept|ignore)|wants? (?:this|it|that|them|the [\w ]{3,30}) (?:\w+ ){0,3}(?:later|after|once|separately|in a (?:later|separate|follow-?up)))|\b(?:deliberately|intentionally|knowingly|consciously) (?:incomplete|left (?:out|open|as|un\w+)|skipped|not (?:handled|covered|implemented|done|fixed|tested|migrated)|omitted|hard-?coded|deferred)\b|\bknown (?:limitation|gap|shortcoming|debt)s?\b|\b(?:as|is|remains|known|noted|accepted) (?:as )?tech(?:nical)? debt\b|\b(?:temporary|stop-?gap|interim) (?:work-?around|fix|solution|hack|measure)\b|\bto be (?:replaced|removed|cleaned up|re-?enabled|migrated|fixed) (?:later|after|once|when|before)\b|\b(?:currently|still) (?:does nothing|an? (?:stub|placeholder)|stubbed|hard-?coded|unhandled|not (?:handled|propagated|covered|migrated|rotated))\b/i,
  unless:
    /\b(?:no|none|without|not any|zero|all) (?:\w+ ){0,2}(?:known|open|tech(?:nical)? debt|temporary|stop-?gap)|\b(?:was|were|has been|have been|is now|are now) (?:\w+ )?(?:fixed|resolved|removed|paid|cleaned up)\b/i,
  minWords: 5,
  max: 4,
});

export function readLists(item: TranscriptItem): TriageFinding[] {
  // A plan has its limits under a heading, too.
  if (item.kind === "plan-approval") return readSection(item.plan, constraintSection());
  if (item.kind !== "compaction-summary") return [];
  const deferred = deferredSentence();
  const sentences = item.text.split("\n", MAX_LINES).flatMap(splitLine);
  return [
    ...compactionSections().flatMap((section) => readSection(item.text, section)),
    ...toFindings(
      deferred,
      sentences.filter((line) => deferred.sentence.test(line)),
    ),
  ];
}

function splitLine(raw: string): string[] {
  return plainLine(raw.replace(entryPattern(), "")).split(/(?<=[.!?])\s+(?=[A-Z])/);
}

function toFindings(source: Source, entries: readonly string[]): TriageFinding[] {
  const { category, pattern, strength, why, needs, unless, minWords, max } = source;
  const kept = entries
    .map((entry) => plainLine(entry, MAX_LINE))
    .filter(
      (line) => line.split(" ").length >= minWords && (needs?.test(line) ?? true) && !unless.test(line),
    );
  return [...new Set(kept)]
    .slice(0, max)
    .map((line) => makeLineFinding({ category, pattern, strength, line, who: "claude", why }));
}

/** What stands behind a heading on its line, or in the list below it. */
function readSection(text: string, section: Section): TriageFinding[] {
  const lines = text.split("\n", MAX_LINES);
  const entries = lines.flatMap((line, at) => {
    const [found] = section.heading.exec(line) ?? [];
    if (found === undefined) return [];
    const rest = plainLine(line.slice(found.length));
    return rest === "" ? entriesOf(lines.slice(at + 1)) : rest.split(/;\s+/);
  });
  return toFindings(section, entries);
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

const MAX_HEADING = 80;
const MIN_WORDS = 4;
const MAX_FOUND = 4;
const leftoverHeadingPattern = () =>
  /^(?:what(?:'s| is| i)? )?(?:(?:some|known|remaining|current|open|other|things? (?:i|that|to)|which is|deliberately|intentionally|still|a few|two|three|items?|parts?|work|minor|important|possible|suggested|recommended) )*(?:known (?:issues?|gaps?|limitations?|bugs?|problems?)|limitations?|gaps?|caveats?|not (?:yet )?(?:done|covered|included|implemented|tested|verified|addressed|handled|supported|migrated|in scope)|still (?:open|missing|to do|to be done)|left (?:out|open|undone|for later|for a follow-?up|as is|for (?:a )?(?:later|follow-?up)\b)|follow[- ]?ups?(?: (?:work|items?|needed|tasks?))?|deferred|postponed|out of scope|tech(?:nical)? debt|loose ends|open points?|shortcuts?(?: taken| i took)?|skipped|(?:i )?(?:didn't|did not) (?:do|cover|touch|change|include|test|get to|fix))(?: (?:yet|in this (?:pr|change|round|session)|for (?:now|later)|here|and (?:caveats?|limitations?|follow-?ups?|open points)|\([^)]*\)|items?|things|work))*\W*$/i;
const bulletPattern = () => /^\s*(?:[-*+•]|\d{1,2}[.)])\s+(?=\S)/;
const nothingPattern = () => /^(?:none|nothing|n\/a|no (?:known|open|remaining|issues)|all )\b/i;

/** What Claude lists as left open when it reports on its work. */
export function readLeftovers(message: string): TriageFinding[] {
  if (!message.includes("\n")) return [];
  const found: string[] = [];
  let isBelow = false;
  for (const raw of message.split("\n").filter((line) => line.trim() !== "")) {
    const isBullet = bulletPattern().test(raw);
    const line = plainLine(raw.replace(bulletPattern(), ""));
    if (!isBullet) isBelow = line.length <= MAX_HEADING && leftoverHeadingPattern().test(line);
    else if (isBelow && isLeftover(line)) found.push(line);
  }
  const why = "listed as left open in Claude's report";
  const kind = { category: "TECH_DEBT", pattern: "tech-debt.leftover", strength: 0.48 } as const;
  return found.slice(0, MAX_FOUND).map((line) => makeLineFinding({ ...kind, line, who: "claude", why }));
}

function isLeftover(line: string): boolean {
  return line.split(" ").length >= MIN_WORDS && !line.endsWith("?") && !nothingPattern().test(line);
}
