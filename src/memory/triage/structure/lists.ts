// Reads lists below certain headings: in compaction summaries, in approved plans, at the end of Claude's turn.
import type { TranscriptItem } from "../../../transcript/item.ts";
import type { Category } from "../../memory.ts";
import type { TriageFinding } from "../candidate.ts";
import type { Source } from "../sources.ts";
import { makeTitle, plainLine, runbookTitle } from "../title.ts";

const MAX_LINES = 2000;
const MAX_LINE = 400;
const MAX_HEADING = 80;
const MIN_WORDS = 4;
/** Of one list: more is no list of what matters. */
const MAX_FOUND = 12;

const bulletPattern = () => /^\s*(?:[-*+•]|\d{1,2}[.)]|[a-z]\))\s+(?=\S)/;
const headingPattern = () =>
  /^\s*(?:#{1,6}\s+\S|\d{1,2}\.\s+\**[A-Z][^.]{2,60}\**:?\s*$|\*\*[^*]{2,70}\*\*:?\s*$|[A-Z][^.!?]{2,70}:\s*$)/;
const errorsHeading = () =>
  /^(?:errors?|problems?|issues?|bugs?|failures?)\b(?: \w+){0,2} (?:and|&|\/|with) (?:\w+ )?(?:fix(?:es)?|solutions?|resolutions?|workarounds?)/i;
const decisionsHeading = () =>
  /^(?:(?:key|design|technical|user|architecture|architectural|important|main) )*decisions?\b(?: \w+){0,3}$/i;
const leftoverHeading = () =>
  /^(?:what(?:'s| is| i)? )?(?:(?:some|known|current|other|deliberately|intentionally|still|a few|minor) )*(?:limitations?|(?:known|remaining|open|pre-?existing) (?:issues?|bugs?|gaps?)|caveats?|skipped|not (?:yet )?(?:done|covered|included|implemented|tested|verified|fixed|addressed|handled|supported|in scope)|left (?:out|open|undone|for later|as is|alone)|deferred|postponed|out of scope|tech(?:nical)? debt|loose ends|(?:i )?(?:didn't|did not) (?:do|cover|touch|change|include|test|get to|fix))(?:,? (?:yet|here|with reasons?|on purpose|deliberately|worth knowing|for (?:now|later)|in this (?:pr|change|session)|and (?:caveats?|limitations?|follow-?ups?)|\([^)]*\)))*$/i;

const pendingHeading = () => /^(?:pending|remaining|outstanding|deferred)\b(?: \w+){0,5}$/i;

const fixPattern = () =>
  /\b(?:fix(?:ed)?|resolved|solved|solution|recovered|worked around|workaround|had to)\b/i;
const causePattern = () =>
  /\b(?:root cause|cause[ds]?|because|due to|since|was(?:n't| not)|were(?:n't| not)|had no|stale|missing|instead of|pointed|pointing|returns?|with no|needs?|requires?|doesn't|does not|only)\b/i;
/** The fix is outside of the code: a command, a setting, a version, a machine. A fix in the code can be read there. */
const outsidePattern = () =>
  /\b(?:git (?:stash|add|clean|reset|lfs|config|submodule|worktree)|docker|compose|npm|pnpm|yarn|bun|pip|uv|cargo|gradle|mvn|brew|apt|make|systemctl|ssh|env(?:ironment)?(?: variables?)?|ports?|localhost|hosts?|proxy|firewall|cache[sd]?|caching|stale|lock ?file|dist|node_modules|permissions?|token|credentials?|certificate|version|upgrade|downgrade|install(?:ed)?|restart(?:ed)?|macos|windows|linux|arm64|wsl|symlinks?|ci|github actions|sandbox|network|dns|timeout|quota|rate limit|api key|scope)\b|\.env\b|\b[A-Z][A-Z0-9]+_[A-Z0-9_]+\b|\b\d{1,3}(?:\.\d{1,3}){3}\b/;
const openPattern = () =>
  /\b(?:not yet|unfixed|unresolved|still (?:failing|open|broken)|in progress|current(?:ly)?\)|hypothesi[sz]ed|investigating|user (?:feedback|corrected|pointed|clarified|rejected|asked|said)|wrong branch|push rejected|merge conflict|transient)\b/i;
/** The summary quotes the user, whose messages are read anyway. */
const feedbackPattern = () =>
  /(?<=[.;:)\]"'\w] )user (?:feedback|explicitly|corrected|said|asked|pointed|noted)\b.*$/i;
/** A mistake in Claude's own draft, plan or claim, which nobody will meet again. */
const slipPattern = () =>
  /^(?:i |my |wrong|incorrect|claimed|missed|made up|phantom|correction|phase \d|plan\b|spec\b|typo|(?:inline|missing|unused)\b.*\bimports?)|^[^:.]*\b(?:lint|linter|errcheck|nilerr|formatting|import|self-contradiction)\b/i;
const processPattern = () =>
  /\b(?:say the word|not pushed|no pr\b|let me know|uncommitted|committing|want me to|your call)\b|\?\s*$/i;
const taskPattern = () =>
  /^(?:add|analy[sz]e|check|commit|complete|consider|consolidate|continue|create|extract|filter|fix|implement|install|integrate|investigate|need to|none|potentially|push|re-?run|refactor|remove|review|run|task|test|update|verify|write)\b/i;
const nothingPattern = () => /^(?:none|nothing|n\/a|no (?:known|open|remaining|issues)|all )\b/i;

/** Reads decisions, and errors whose fix is outside of the code. The other errors with a fix are only stored. */
export function readSummary(item: TranscriptItem): TriageFinding[] {
  if (item.kind !== "compaction-summary") return [];
  const errors = listBelow(item.text, errorsHeading()).map((entry) => entry.replace(feedbackPattern(), ""));
  const solved = errors.filter(
    (entry) => fixPattern().test(entry) && !openPattern().test(entry) && !slipPattern().test(entry),
  );
  const outside = solved.filter(
    (entry) => outsidePattern().test(entry) && (causePattern().test(entry) || /^[^:.]{4,80}: \S/.test(entry)),
  );
  const inCode = solved.filter((entry) => !outside.includes(entry));
  const decisions = listBelow(item.text, decisionsHeading()).filter((entry) => !taskPattern().test(entry));
  const left = listBelow(item.text, pendingHeading()).filter(
    (entry) => !taskPattern().test(entry) && !processPattern().test(entry),
  );
  return [
    ...toFindings(
      outside,
      "compaction",
      "RUNBOOK",
      "an error with its cause and fix, in the summary of a compaction",
    ),
    ...toFindings(decisions, "compaction", "DECISION", "listed as decided in the summary of a compaction"),
    ...toFindings(inCode, "summary", "RUNBOOK", "an error with its fix, in the summary of a compaction"),
    ...toFindings(left, "left", "TECH_DEBT", "listed as left open in the summary of a compaction"),
  ];
}

/** Reads what Claude lists as left open at the end of a turn. The first of a list is the one that matters. */
export function readLeftovers(message: string): TriageFinding[] {
  return listsBelow(message, leftoverHeading()).flatMap((list) => {
    const left = list.filter((entry) => !processPattern().test(entry));
    const why = "listed as left open when the turn ended";
    return toFindings(left, "leftover", "TECH_DEBT", why).map((one, at) =>
      at === 0 ? one : { ...one, source: "left" as const },
    );
  });
}

export function toFindings(
  entries: readonly string[],
  source: Source,
  category: Category,
  why: string,
): TriageFinding[] {
  return [...new Set(entries)]
    .filter((entry) => entry.split(" ").length >= MIN_WORDS && !nothingPattern().test(entry))
    .slice(0, MAX_FOUND)
    .map((entry) => ({
      source,
      category,
      title: category === "RUNBOOK" ? runbookTitle(entry) : makeTitle(entry),
      evidence: [{ line: plainLine(entry, MAX_LINE), who: "claude", why }],
      identity: entry,
    }));
}

/** The entries of all lists below a matching heading. */
export function listBelow(text: string, heading: RegExp): string[] {
  return listsBelow(text, heading).flat();
}

/** The lists below matching headings; where there is no list, the paragraph. Indented lines belong to the entry above them. */
function listsBelow(text: string, heading: RegExp): string[][] {
  const lists: string[][] = [];
  let entries: string[] = [];
  let isBelow = false;
  let depth = 0;
  let paragraph = "";
  const endSection = () => {
    if (isBelow && depth === -1 && paragraph !== "") entries.push(paragraph);
    if (entries.length > 0) lists.push(entries);
    entries = [];
    paragraph = "";
  };
  for (const raw of text.split("\n", MAX_LINES)) {
    if (raw.trim() === "") continue;
    const indent = raw.length - raw.trimStart().length;
    const name = plainLine(raw.replace(bulletPattern(), "")).replace(/[:.]$/, "");
    const isHeading = headingPattern().test(raw) || (raw.length <= MAX_HEADING && heading.test(name));
    if (isHeading && (!isBelow || indent <= depth || !bulletPattern().test(raw))) {
      endSection();
      isBelow = name.length <= MAX_HEADING && heading.test(name);
      depth = -1;
    } else if (isBelow && bulletPattern().test(raw)) {
      if (depth === -1) depth = indent;
      const entry = plainLine(raw.replace(bulletPattern(), ""));
      if (indent > depth && entries.length > 0) entries.push(joinLines(entries.pop() ?? "", entry));
      else entries.push(entry);
    } else if (isBelow && depth === -1 && paragraph === "" && /^\w|^`/.test(raw)) paragraph = plainLine(raw);
    else if (isBelow && indent > depth && depth !== -1 && entries.length > 0)
      entries.push(joinLines(entries.pop() ?? "", plainLine(raw)));
    else {
      endSection();
      isBelow = false;
    }
  }
  endSection();
  return lists;
}

/** Joins two lines with a full stop if the first has no punctuation. */
function joinLines(above: string, below: string): string {
  return /^[a-z(]/.test(below) || /[.:;!?,]$/.test(above) ? `${above} ${below}` : `${above}. ${below}`;
}
