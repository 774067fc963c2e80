import { eitherOf } from "../phrase.ts";
import type { Signal } from "../signal.ts";
import { FALLS_SHORT, HAS_KNOWN, HAS_LATER, NOT_A_DEBT, OUGHT_OR_LATER, SAID } from "./tech-debt-words.ts";

export const TECH_DEBTS: readonly Signal[] = [
  {
    id: "tech-debt.said-later",
    category: "TECH_DEBT",
    strength: 0.52,
    why: "falls short and is left for later",
    pattern: FALLS_SHORT,
    near: OUGHT_OR_LATER,
    sameLine: true,
    unless: SAID,
    despite: ["oneOff", "negated", "embedded"],
    who: ["claude"],
  },
  {
    id: "tech-debt.said-known",
    category: "TECH_DEBT",
    strength: 0.52,
    why: "falls short, and knowingly",
    pattern: FALLS_SHORT,
    near: HAS_KNOWN,
    sameLine: true,
    unless: SAID,
    despite: ["oneOff", "negated", "embedded"],
    who: ["claude"],
  },
  {
    id: "tech-debt.short-later",
    category: "TECH_DEBT",
    strength: 0.52,
    why: "falls short and is left for later",
    who: ["user"],
    pattern: FALLS_SHORT,
    near: HAS_LATER,
    unless: NOT_A_DEBT,
    despite: ["oneOff", "negated", "embedded", "hypothetical"],
  },
  {
    id: "tech-debt.short-known",
    who: ["user"],
    category: "TECH_DEBT",
    strength: 0.42,
    why: "falls short, and knowingly",
    pattern: FALLS_SHORT,
    near: HAS_KNOWN,
    unless: NOT_A_DEBT,
    despite: ["oneOff", "negated", "embedded"],
  },
  {
    id: "tech-debt.known-later",
    category: "TECH_DEBT",
    strength: 0.46,
    why: "a stopgap, to be done properly later",
    pattern: HAS_KNOWN,
    near: HAS_LATER,
    unless: NOT_A_DEBT,
    despite: ["oneOff", "negated", "embedded", "hypothetical"],
  },
  {
    id: "tech-debt.should-later",
    category: "TECH_DEBT",
    strength: 0.46,
    why: "must be done properly later",
    pattern:
      /\b(?:should|need to|needs|ought to|have to|must|want to|badly needs)\b.{0,40}\b(?:refactor\w*|rewrit\w+|rewrite|clean\w* (?:\w+ )?up|replace\w*|revisit\w*|rework\w*|redesign\w*|overhaul\w*|untangl\w+|split up|port|migrat\w+|abstraction|proper|real)\b.{0,60}\b(?:at some point|eventually|some ?day|one day|later|not today|not now|next (?:sprint|week|release|quarter|month|pr|version)|when (?:we|i|there|time|upstream)|once (?:we|upstream|the (?:release|launch|migration))|until (?:we|the (?:release|launch))|after (?:the|we|launch|release)|in the future|soon|down the (?:road|line)|follow-?up)\b/i,
    unless: NOT_A_DEBT,
    despite: ["oneOff", "negated"],
  },
  {
    id: "tech-debt.named",
    category: "TECH_DEBT",
    strength: 0.5,
    why: "is called technical debt",
    pattern: /\b(?:tech(?:nical)?|code|design|architectur\w+|test)[- ]debt\b/i,
    unless: new RegExp(
      `${NOT_A_DEBT.source}|\\b(?:what is|define|definition|reduce|article|about|on|explain|measure|metrics?|talk about|paper|concept of|no|any|avoid\\w*|prevent\\w*) (?:\\w+ ){0,3}(?:tech(?:nical)?|code)[- ]debt`,
      "i",
    ),
  },
  {
    id: "tech-debt.todo",
    category: "TECH_DEBT",
    strength: 0.46,
    why: "leaves a mark to come back to",
    pattern: eitherOf`
      \b(?:left|leaving|added|adding|put|dropped|marked|leave) (?:it |this |that |them )?(?:a |an |some |the |as |with |in )*(?:to-?dos?|fixmes?|xxx)\b
      \b(?:opened|filed|logged|created) (?:a |an )?(?:follow-?up|ticket|issue)(?: ticket| issue)? (?:for|to) 
    `,
    unless: NOT_A_DEBT,
    despite: ["oneOff"],
  },
  {
    id: "tech-debt.noted",
    category: "TECH_DEBT",
    strength: 0.46,
    why: "is noted for later",
    pattern:
      /^(?:(?:ok(?:ay)?|so|also|and|btw|one more)[,:]? )*(?:to-?do|fixme|(?:tech(?:nical)? )?debt|for (?:the backlog|later)|backlog|follow-?up)(?: (?:for (?:later|us|next \w+|after \w+)|item|note|later))?\s*[:–—-]\s*\S+ \S+ \S+/i,
    unless: NOT_A_DEBT,
    despite: ["oneOff", "negated"],
    who: ["user"],
  },
  {
    id: "tech-debt.stopgap",
    category: "TECH_DEBT",
    strength: 0.5,
    why: "is called a stopgap",
    pattern:
      /\b(?:it's|that's|this is|that is|it is|as(?! an? work-?around,? (?:you|try|use|restart|one|people|users))|just|only|bit of|kind of|sort of|total|complete|dirty|nasty|ugly) (?:a |an |the |only |just |really |pretty |quite |currently |my |our )*(?:\w+ )?(?:hack|hacky|work-?around|band-?aid|stop-?gap|kludge|bodge|temporary (?:fix|solution|measure|patch|hack|thing|work-?around)|interim (?:fix|solution|measure))\b/i,
    unless: NOT_A_DEBT,
    despite: ["oneOff"],
  },
];
