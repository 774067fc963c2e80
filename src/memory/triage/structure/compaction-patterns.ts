// What is looked for in the summary of a compaction: headings with lists below them, and sentences.
import type { Candidate } from "../candidate.ts";

export interface Source extends Pick<Candidate, "category"> {
  pattern: string;
  strength: number;
  why: string;
  /** What an entry must say as well, and what it must not. */
  needs?: RegExp;
  unless: RegExp;
  minWords: number;
  max: number;
}

export interface Section extends Source {
  heading: RegExp;
  /** An entry is shown with its heading: alone it says too little. */
  withHeading?: true;
}

export interface Telling extends Source {
  sentence: RegExp;
}

const undecidedPattern = () =>
  /\b(?:pending|undecided|still open|not (?:yet )?(?:decided|chosen)|no (?:selection|decision)|to be decided|tbd|needed|none)\b/i;
const noPreferencePattern = () =>
  /\bpreferences? (?:screen|page|panel|dialog|pane|tab|file|store|table|api|menu|settings|window)\b|\b(?:no (?:selection|decision|preference)|did not|didn't|not yet|undecided|asked (?:about|whether|for an? )|end users?|users (?:prefer|want|like))\b/i;
const nothingPattern = () =>
  /^(?:none|no (?:errors?|pending|explicit|outstanding|remaining|major)|n\/a|nothing|all (?:tasks|work|done))\b/i;
const lastingPattern = () =>
  /\b(?:always|never|prefer\w*|every|all|each|any|no|not|only|should be|stays?|themsel\w+|myself|rather than|instead of|without|unless|from now on|(?:further|later|future) \w+|going forward|in future|stop|insists|dislikes|hates|likes)\b/i;

export const constraintSection = (): Section => ({
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

export const sections = (): readonly Section[] => [
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
    unless: nothingPattern(),
    minWords: 1,
    max: 6,
  },
  {
    category: "DECISION",
    pattern: "decision.compaction",
    strength: 0.5,
    why: "said to be decided when the session was compacted",
    heading:
      /^\s*(?:\d+\.|#+|[-*])?\s*\**(?:(?:key|design|technical|main|architecture|architectural|important|user|agreed|project|product)\s+)*(?:decisions|choices)(?:\s+(?:made|so far|taken|and rationale|by the user))*\**\s*(?::|$)\**/i,
    unless: undecidedPattern(),
    minWords: 3,
    max: 8,
  },
  {
    category: "PREFERENCE",
    pattern: "preference.compaction",
    strength: 0.5,
    why: "kept when the session was compacted",
    heading:
      /^\W*(?:\d+\.\s*)?(?:(?:the )?(?:user(?:'s)?|stated|working|standing|team|known|person(?:'s)?|coding|communication) (?:\w+ ){0,2})?(?:preferences?|conventions|house rules|working agreements?|standing instructions|ground rules|manners?|wishes|working style|way of working|style rules|house style|habits|how (?:the user|they|we) (?:likes?|wants?|works?|prefers?))\b[^:.]{0,60}:/i,
    withHeading: true,
    unless: noPreferencePattern(),
    minWords: 1,
    max: 6,
  },
];

export const tellings = (): readonly Telling[] => [
  {
    category: "DECISION",
    pattern: "decision.compaction",
    strength: 0.5,
    why: "said to be decided when the session was compacted",
    sentence:
      /\b(?:the )?user (?:has |then |finally |explicitly |also )*(?:chose|decided|opted|picked|settled on|rejected (?!the tool|the edit|the command|this)|agreed (?:to|on|that|with)|went with|selected|approved (?:the (?:plan|approach|design)|using|moving)) .{10}|.{4}\b(?:was|were) (?:taken|chosen|picked|selected|adopted|rejected|preferred|dropped in favou?r)\b.{5}|\b(?:settled|decided|agreed)(?: [a-z]+){0,3}: .{10}/i,
    unless: undecidedPattern(),
    minWords: 3,
    max: 8,
  },
  {
    category: "PREFERENCE",
    pattern: "preference.compaction",
    strength: 0.5,
    why: "kept when the session was compacted",
    sentence:
      /\b(?:user|person|developer|they)(?:'s)?\b[^.]{0,60}\b(?:prefers?|preference|wants? (?:all|every|each|any|claude|me|no|only|to be|to (?:see|review|approve|decide|commit|push|merge|read)\b|(?!to\b|the\b|an?\b|this\b|that\b|it\b)\S+|\S+ (?:\S+ ){0,3}(?:used|done|written|kept|shown|run|started|named|formatted|placed|left|asked))|expects?|reads|reviews|speaks|commits|pushes|merges|deploys|decides|does not want|doesn't want|objected|complained|cares|is particular|(?:gave|set|repeated) (?:\S+ ){0,3}(?:rules?|instructions?|wish(?:es)?)|likes|dislikes|hates|insists|corrected|instructed|(?:asked|told|requested|reminded)(?: claude| me| that)? (?:to (?:always|never|stop|keep|avoid|only)|not to|never|always|that)|made (?:it )?clear|stated that)\b|\bper (?:the )?user(?:'s)? preference\b|^(?=[^:]{0,80}\b(?:user|person|agreed|standing|still hold|hold)\b)[^:.]{0,60}\b(?:instructions?|rules?|style|requests?|feedback|agreements?|format|guidelines?)\b[^:.]{0,60}: \S/i,
    needs: lastingPattern(),
    unless: noPreferencePattern(),
    minWords: 1,
    max: 6,
  },
  {
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
  },
];
