// Patterns for standing orders: how the user wants things done from now on, always or never.
import type { Statement } from "./match-statements.ts";

/** The order holds only once. */
const oncePattern = () =>
  /\b(?:this (?:one )?time|just (?:this )?once|for this (?:one|commit|pr|change|file|task|run)|for now|today|kidding)\b/;

export const PREFERENCE_STATEMENTS: readonly Statement[] = [
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
    why: "an order that holds always",
    pattern: () =>
      /^(?:from now on,? )?(?:please )?(?:always|never) (?!mind\b|again\b|been\b|had\b|got\b|seen\b|knew\b|thought\b|is\b|was\b|the\b|an?\b|\w+(?:ed|[^s]s)\b)[a-z]/,
    unless: oncePattern,
    mayAsk: true,
  },
  {
    words: ["prefer"],
    why: "says what is preferred",
    pattern: () => /\b(?:i|we)(?: (?:really|strongly|generally|usually|always|much|also))* prefer\b(?! not)/,
    unless: oncePattern,
  },
  {
    words: ["we use", "we only use", "we always use"],
    why: "says what is used, and what is not",
    pattern: () => /(?:^|, )we (?:only |always )?use [^.?!]{2,60}, (?:never|not) \S/,
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
    why: "an order that holds every time",
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
    words: ["immer", "nie", "stets"],
    why: "an order that holds always",
    pattern: () =>
      /^(?:ab (?:jetzt|sofort) )?(?:immer|nie|niemals|stets) (?!wenn|wieder|mehr)|^du (?:sollst|musst|darfst) (?:immer|nie|niemals|stets) /,
    unless: () => /diesmal|ausnahmsweise/,
  },
  {
    words: ["ahora", "hoy", "adelante"],
    why: "says how it should be from now on",
    pattern: () =>
      /(?:^|[\s,])(?:de ahora en (?:adelante|más)|a partir de (?:ahora|hoy)|desde ahora|de aquí en adelante)(?=[\s,:])/,
    unless: () => /(?:^|\s)(?:quizás?|tal vez|podríamos|deberíamos)(?=\s)/,
  },
  {
    words: ["siempre", "nunca"],
    why: "an order that holds always",
    pattern: () =>
      /^(?:siempre|nunca) (?!hay|es|está|se|ha|fue)\S|^(?:usa|haz|pon|escribe|ejecuta|pregunta|responde) siempre/,
    unless: () => /(?:^|\s)(?:esta vez|por ahora)(?=[\s,.]|$)/,
  },
  {
    words: ["从现在", "从今", "今后", "以后", "一律"],
    why: "says how it should be from now on",
    pattern: () => /从现在(?:开始|起)|从今以后|今后|以后(?:都|一律|请|每次|不要|别|必须)|一律(?:使用|用|不)/,
    unless: () => /这一?次|暂时|可能|也许/,
  },
];
