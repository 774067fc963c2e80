// A choice that was made: "we decided to use Postgres because it has JSONB".
import type { Statement } from "./match-statements.ts";

const why = "says that a choice was made";

export const DECISION_STATEMENTS: readonly Statement[] = [
  {
    id: "decision.decided",
    words: ["decided", "agreed", "chose", "opted", "settled"],
    strength: 0.6,
    why,
    pattern: () =>
      /\b(?:we|i|the team)(?:'ve| have| has)?(?: (?:now|just|finally|already|all|both|therefore))* (?:decided|agreed|chose|chosen|opted|settled)\b(?! (?:yet|nothing|whether))/,
    unless: () =>
      /\b(?:if|whether|unless|until|once|why|when|suppose|imagine|maybe|perhaps) (?:we|i|the team)\b/,
  },
  {
    id: "decision.label-said",
    words: ["decision:"],
    strength: 0.55,
    why,
    pattern: () => /^(?:final )?decision: \S/,
  },
  {
    id: "decision.de",
    words: ["entschieden", "beschlossen", "geeinigt", "festgelegt"],
    strength: 0.6,
    why,
    pattern: () =>
      /(?:^|\s)(?:(?:wir|ich) haben?|haben? (?:wir|ich)) (?:uns |mich )?[^,;:]{0,60}(?:entschieden|beschlossen|geeinigt|festgelegt)(?=[\s,.:!]|$)/,
    unless: () => /(?:^|\s)(?:nichts?|noch|keine?|wenn|falls|ob|warum|vielleicht)(?=[\s,]|$)/,
  },
  {
    id: "decision.es",
    words: ["decidi", "eleg", "acord", "opt"],
    strength: 0.6,
    why,
    pattern: () =>
      /(?:^|[\s,:])(?:hemos (?:decidido|elegido|acordado|optado)|decidimos|elegimos|acordamos|optamos)(?=[\s,.:]|$)/,
    unless: () => /(?:^|\s)(?:no|nunca|si|cuando|quizás?|tal vez|por qué)(?=[\s,]|$)/,
  },
  {
    id: "decision.zh",
    words: ["决定", "选定", "敲定", "商定"],
    strength: 0.6,
    why,
    pattern: () => /(?:我们?|团队|大家)(?:已经|已|最终|最后|都|一致)?(?:决定|选定|敲定|商定)/,
    unless: () => /没|未|不决定|如果|是否|为什么|吗/,
  },
  {
    id: "reason",
    strength: 0.32,
    why: "with its reason",
    onlySupports: true,
    pattern: () =>
      /\b(?:because|since|so that|due to|instead of|rather than|over)\b|(?:^|\s)(?:weil|denn|damit|wegen|statt)\s|(?:^|\s)(?:porque|ya que|en vez de|en lugar de)\s|因为|由于/,
  },
];
