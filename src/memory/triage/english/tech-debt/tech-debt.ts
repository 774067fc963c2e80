// Three things make a debt: the work falls short, somebody knows it, and it is left for later. Two of them are enough.
import { eitherOf } from "../../phrase.ts";
import type { Signal } from "../../signal.ts";
import { HAS_KNOWN, HAS_LATER_OR_KNOWN, SAYS_FOR_NOW, SAYS_SO } from "./known.ts";
import { HAS_LATER, IS_OWED, IS_PUT_OFF, SAYS_LATER } from "./later.ts";
import { NOT_A_DEBT, SAID } from "./refused.ts";
import { FALLS_SHORT } from "./short.ts";

export const TECH_DEBTS: readonly Signal[] = [
  {
    id: "tech-debt.short-said",
    category: "TECH_DEBT",
    strength: 0.52,
    why: "falls short, knowingly or for later",
    pattern: FALLS_SHORT,
    near: SAYS_SO,
    sameLine: true,
    unless: SAID,
    despite: ["oneOff", "negated", "embedded"],
    who: ["claude"],
  },
  {
    id: "tech-debt.short",
    category: "TECH_DEBT",
    strength: 0.46,
    why: "falls short, knowingly or for later",
    pattern: FALLS_SHORT,
    near: HAS_LATER_OR_KNOWN,
    unless: NOT_A_DEBT,
    despite: ["oneOff", "negated", "embedded", "hypothetical", "question"],
    who: ["user"],
  },
  {
    id: "tech-debt.known-later",
    category: "TECH_DEBT",
    strength: 0.46,
    why: "a stopgap, to be done properly later",
    pattern: HAS_KNOWN,
    near: HAS_LATER,
    unless: NOT_A_DEBT,
    despite: ["oneOff", "negated", "embedded", "hypothetical", "question"],
    who: ["user"],
  },
  {
    // What is left for later mostly stands after what falls short, and not always right after it.
    id: "tech-debt.later",
    category: "TECH_DEBT",
    strength: 0.44,
    why: "is left for later, and falls short",
    pattern: IS_PUT_OFF,
    near: FALLS_SHORT,
    unless: NOT_A_DEBT,
    despite: ["oneOff", "negated", "embedded", "hypothetical"],
    who: ["user"],
  },
  {
    id: "tech-debt.owed-later",
    category: "TECH_DEBT",
    strength: 0.42,
    why: "is owed, at another time or for what falls short",
    pattern: IS_OWED,
    near: new RegExp(`${IS_PUT_OFF.source}|${FALLS_SHORT.source}`, "i"),
    unless: NOT_A_DEBT,
    despite: ["oneOff", "negated", "embedded", "hypothetical", "question"],
    who: ["user"],
  },
  {
    id: "tech-debt.said-for-now",
    category: "TECH_DEBT",
    strength: 0.52,
    why: "a stopgap, to be done properly later",
    pattern: SAYS_FOR_NOW,
    near: SAYS_LATER,
    sameLine: true,
    unless: SAID,
    despite: ["oneOff", "negated", "embedded"],
    who: ["claude"],
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
      \b(?:left|leaving|add|added|adding|put|dropped|marked|leave) (?:it |this |that |them )?(?:a |an |some |the |as |with |in )*(?:(?:todos?|to-dos?)|fixmes?|xxx)\b(?! (?:out|list|app|item))
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
      /^(?:(?:ok(?:ay)?|so|also|and|btw|one more)[,:]? )*(?:(?:todo|to-do)|fixme|(?:tech(?:nical)? )?debt|for (?:the backlog|later)|backlog|follow-?up)(?: (?:for (?:later|us|next \w+|after \w+)|item|note|later))?\s*[:–—-]\s*\S+ \S+ \S+/i,
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
      /\b(?:it's|that's|this is|that is|it is|as(?! an? work-?around,? (?:you|try|use|restart|one|people|users))|just|only|bit of|kind of|sort of|total|complete|dirty|nasty|ugly) (?:a |an |the |only |just |really |pretty |quite |currently |my |our )*(?:\w+ )?(?:hack|hacky|cheat|fudge|crutch|work-?around|band-?aid|stop-?gap|kludge|bodge|temporary (?:fix|solution|measure|patch|hack|thing|work-?around)|interim (?:fix|solution|measure))\b/i,
    unless: NOT_A_DEBT,
    despite: ["oneOff"],
  },
];
