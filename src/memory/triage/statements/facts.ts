// Patterns for plain statements of a decision, an error with its fix, an external limit, or postponed work.
import type { Statement } from "./match-statements.ts";

/** "we decided to use Postgres because it has JSONB" */
export const DECISION_STATEMENTS: readonly Statement[] = [
  {
    words: ["decided", "agreed", "chose", "opted", "settled"],
    why: "says that a choice was made",
    pattern: () =>
      /\b(?:we|i|the team)(?:'ve| have| has)?(?: (?:now|just|finally|already|all|both|therefore))* (?:decided|agreed|chose|chosen|opted|settled)\b(?! (?:yet|nothing|whether))/,
    unless: () =>
      /\b(?:if|whether|unless|until|once|why|when|suppose|imagine|maybe|perhaps) (?:we|i|the team)\b/,
  },
  {
    words: ["decision:"],
    why: "says that a choice was made",
    pattern: () => /^(?:final )?decision: \S/,
  },
  {
    words: ["entschieden", "beschlossen", "geeinigt", "festgelegt"],
    why: "says that a choice was made",
    pattern: () =>
      /(?:^|\s)(?:(?:wir|ich) haben?|haben? (?:wir|ich)) (?:uns |mich )?[^,;:]{0,60}(?:entschieden|beschlossen|geeinigt|festgelegt)(?=[\s,.:!]|$)/,
    unless: () => /(?:^|\s)(?:nichts?|noch|keine?|wenn|falls|ob|warum|vielleicht)(?=[\s,]|$)/,
  },
  {
    words: ["decidi", "eleg", "acord", "opt"],
    why: "says that a choice was made",
    pattern: () =>
      /(?:^|[\s,:])(?:hemos (?:decidido|elegido|acordado|optado)|decidimos|elegimos|acordamos|optamos)(?=[\s,.:]|$)/,
    unless: () => /(?:^|\s)(?:no|nunca|si|cuando|quizás?|tal vez|por qué)(?=[\s,]|$)/,
  },
  {
    words: ["决定", "选定", "敲定", "商定"],
    why: "says that a choice was made",
    pattern: () => /(?:我们?|团队|大家)(?:已经|已|最终|最后|都|一致)?(?:决定|选定|敲定|商定)/,
    unless: () => /没|未|不决定|如果|是否|为什么|吗/,
  },
];

/** "the build failed with ENOENT; fixed by deleting the stale lockfile" */
export const RUNBOOK_STATEMENTS: readonly Statement[] = [
  {
    words: ["fix", "solved", "resolved", "solution"],
    why: "an error, and what put it right",
    pattern: () =>
      /\b(?:fixed|solved|resolved) (?:it |this |that )?by \w+|\b(?:fix|solution) (?:was|is) to \w+|\broot cause (?:was|is)\b.*\bfix\w*/,
    after: () =>
      /\b(?:fail(?:ed|s|ing|ure)?|errors?|crash(?:ed|es|ing)?|broken?|exception|traceback|segfault|timed? out)\b/i,
    unless: () => /\b(?:can|could|should|must|needs? to|has to) be (?:fixed|solved|resolved)\b/,
  },
];

/** "the API has a hard rate limit of 10 requests a minute" */
export const CONSTRAINT_STATEMENTS: readonly Statement[] = [
  {
    words: ["limit", "quota", "cap", "only allow"],
    why: "names a limit with its amount",
    pattern: () =>
      /\b(?:has|have|there's|there is|enforces?) (?:an? )?(?:[\w-]+ ){0,3}(?:limit|quota|cap) of \d|\b(?:is|are) (?:limited|capped) (?:to|at) \d|\bonly allows? (?:up to |at most )?\d/,
  },
  {
    words: ["not allowed", "forbid", "prohibit", "allow", "require"],
    why: "names a rule from outside",
    pattern: () =>
      /\b(?:we|i)(?:'re|'m| are| am) not allowed to\b|\b(?:policy|compliance|legal|security team|the (?:client|customer|vendor))\b[^,;]{0,40}\b(?:forbids?|prohibits?|does not allow|doesn't allow|won't allow|requires?)\b/,
    unless: () => /\b(?:if|unless|whether|maybe)\b/,
  },
];

/** "skipping retries for now, we'll add them later" */
export const TECH_DEBT_STATEMENTS: readonly Statement[] = [
  {
    words: ["for now"],
    why: "is left for later, knowingly",
    pattern: () =>
      /(?:^|[,;] |\b(?:i|i'm|i'll|we|we're|we'll|let's|just) )(?:skip(?:ping|ped)?|leav(?:e|ing)|left|hard-?cod(?:e|ed|ing)|ignor(?:e|ed|ing)|disabl(?:e|ed|ing)|stub(?:bed|bing)?)\b.*\bfor now\b.*\b(?:later|afterwards|follow-?up|after the)\b/,
  },
];
