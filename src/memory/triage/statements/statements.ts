// Patterns for plain statements: a decision, an error with its fix, an external limit, postponed work, a standing order.
import type { Category } from "../../memory.ts";

export interface Statement {
  /** Shown to the user with the evidence. */
  why: string;
  /** Every match contains one of these words. Without one, the pattern is not compiled. */
  words: readonly string[];
  /** Matched against a sentence in lower case, without code, quotations and an opening such as "ok, please". */
  pattern: () => RegExp;
  /** The sentence must not match this. */
  unless?: () => RegExp;
  /** The sentence or one shortly before it must match this, also in code or quotations. */
  after?: () => RegExp;
  /** May be a question: "could you always …?" */
  mayAsk?: true;
}

/** The order holds only once. */
const oncePattern = () =>
  /\b(?:this (?:one )?time|just (?:this )?once|for this (?:one|commit|pr|change|file|task|run)|for now|today|kidding)\b/;

export const STATEMENTS: Partial<Record<Category, readonly Statement[]>> = {
  /** "we decided to use Postgres because it has JSONB" */
  DECISION: [
    {
      words: ["decided", "agreed", "chose", "opted", "settled"],
      why: "says that a choice was made",
      pattern: () =>
        /\b(?:we|i|the team)(?:'ve| have| has)?(?: (?:now|just|finally|already|all|both|therefore))* (?:decided|agreed|chose|chosen|opted|settled)\b(?! (?:yet|nothing|whether))/,
      unless: () =>
        /\b(?:if|whether|unless|until|once|why|when|suppose|imagine|maybe|perhaps) (?:we|i|the team)\b/,
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
  ],
  /** "the build failed with ENOENT; fixed by deleting the stale lockfile" */
  RUNBOOK: [
    {
      words: ["fix", "solved", "resolved", "solution"],
      why: "an error, and what put it right",
      pattern: () =>
        /\b(?:fixed|solved|resolved) (?:it |this |that )?by \w+|\b(?:fix|solution) (?:was|is) to \w+|\broot cause (?:was|is)\b.*\bfix\w*/,
      after: () =>
        /\b(?:fail(?:ed|s|ing|ure)?|errors?|crash(?:ed|es|ing)?|broken?|exception|traceback|segfault|timed? out)\b/i,
      unless: () => /\b(?:can|could|should|must|needs? to|has to) be (?:fixed|solved|resolved)\b/,
    },
  ],
  /** "the API has a hard rate limit of 10 requests a minute" */
  CONSTRAINT: [
    {
      words: ["limit", "quota", "cap", "only allow"],
      why: "names a limit with its amount",
      pattern: () =>
        /\b(?:has|have|there's|there is|enforces?) (?:an? )?(?:[\w-]+ ){0,3}(?:limit|quota|cap) of \d|\b(?:is|are) (?:limited|capped) (?:to|at) \d|\bonly allows? (?:up to |at most )?\d/,
    },
  ],
  /** "skipping retries for now, we'll add them later" */
  TECH_DEBT: [
    {
      words: ["for now"],
      why: "is left for later, knowingly",
      pattern: () =>
        /(?:^|[,;] |\b(?:i|i'm|i'll|we|we're|we'll|let's|just) )(?:skip(?:ping|ped)?|leav(?:e|ing)|left|hard-?cod(?:e|ed|ing)|ignor(?:e|ed|ing)|disabl(?:e|ed|ing)|stub(?:bed|bing)?)\b.*\bfor now\b.*\b(?:later|afterwards|follow-?up|after the)\b/,
    },
  ],
  /** Standing orders: how the user wants things done from now on, always or never. */
  PREFERENCE: [
    {
      words: ["from now on", "from here on", "going forward", "henceforth", "future"],
      why: "says how it should be from now on",
      pattern: () =>
        /\b(?:from now on|from here on(?: out)?|going forward|henceforth|in (?:the )?future,? (?:please|always|never|don't|dont|do not|use|ask|make sure))\b/,
      unless: () => /\b(?:should|shall|do|can|could) we\b|\b(?:might|maybe|perhaps|what|why|how)\b/,
      mayAsk: true,
    },
    {
      words: ["always", "never"],
      why: "a standing instruction",
      pattern: () =>
        /^(?:from now on,? )?(?:please )?(?:always|never) (?!mind\b|again\b|been\b|had\b|got\b|seen\b|knew\b|thought\b|is\b|was\b|the\b|an?\b|\w+(?:ed|[^s]s)\b)[a-z]/,
      unless: oncePattern,
      mayAsk: true,
    },
    {
      words: ["prefer"],
      why: "says what is preferred",
      pattern: () =>
        /\b(?:i|we)(?: (?:really|strongly|generally|usually|always|much|also))* prefer\b(?! not)/,
      unless: oncePattern,
    },
    {
      words: ["stop", "do not", "don't", "dont"],
      why: "an order against a habit",
      pattern: () =>
        /^stop \w+ing\b|(?:^|, )(?:do not|don'?t) .*\b(?:ever|every time|any ?more|without asking|unless i (?:ask|say|tell))\b/,
      unless: oncePattern,
      mayAsk: true,
    },
    {
      words: ["do not", "don't", "dont"],
      why: "an order not to do something",
      pattern: () =>
        /^(?:do not|don'?t) (?!know|think|worry|forget|mind|bother|care|see|get|have|want|need|like|understand|remember|just)[a-z]+ \w/,
      // About something at hand, or only for the moment.
      unless: () => /\b(?:this|that|it|these|those|them|yet|now|here|today|if|until)\b/,
    },
    {
      words: ["every", "each", "whenever", "any"],
      why: "a standing instruction",
      pattern: () =>
        /^(?:keep|make|leave|write|run|test|use|give|put) (?:each|every|all) \w|^(?:whenever|every time|each time|any ?time) you [^,]{3,80}, \w|^(?:before|after) (?:each|every|any) [^,]{3,60}, \w|^(?:ask|run|use|write|add|update|check|keep|commit|show|tell|test)\b.*\b(?:every time|each time|before (?:each|every)|after (?:each|every)|whenever you)\b/,
      unless: oncePattern,
      mayAsk: true,
    },
    {
      words: ["ab sofort", "ab jetzt", "ab heute", " an", "künftig", "zukunft"],
      why: "says how it should be from now on",
      pattern: () =>
        /(?:^|\s)(?:ab (?:sofort|jetzt|heute)|von (?:jetzt|nun) an|künftig|zukünftig|in zukunft)(?=[\s,:])/,
      unless: () => /(?:^|\s)(?:könnte|vielleicht|sollen wir|wird (?:künftig|in zukunft))(?=\s)/,
    },
    {
      words: ["ahora", "hoy", "adelante"],
      why: "says how it should be from now on",
      pattern: () =>
        /(?:^|[\s,])(?:de ahora en (?:adelante|más)|a partir de (?:ahora|hoy)|desde ahora|de aquí en adelante)(?=[\s,:])/,
      unless: () => /(?:^|\s)(?:quizás?|tal vez|podríamos|deberíamos)(?=\s)/,
    },
    {
      words: ["从现在", "从今", "今后", "以后", "一律"],
      why: "says how it should be from now on",
      pattern: () =>
        /从现在(?:开始|起)|从今以后|今后|以后(?:都|一律|请|每次|不要|别|必须)|一律(?:使用|用|不)/,
      unless: () => /这一?次|暂时|可能|也许/,
    },
  ],
};
