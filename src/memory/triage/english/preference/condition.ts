// Rules that hold whenever something is done or is so.
import { eitherOf, oneOf } from "../../phrase.ts";
import type { Signal } from "../../signal.ts";
import { ASKED, PLURAL, SINGULAR, START, TROUBLE } from "./craft.ts";
import { ORDER } from "./words.ts";

const WHO: Signal["who"] = ["user"];
const WHEN =
  "(?:when(?:ever)?|if|any ?time|every time|each time|wherever|before|after|as soon as|while|once|where)";
const DEED =
  "(?:add|change|touch|edit|write|create|rename|remove|delete|introduce|open|modify|update|review|report(?: back)?|explain|summari[sz]e|reply|answer|commit|push|merge|deploy|refactor|bump|import|name|generate|give|suggest|propose|make|compare|quote|cite|mention|refer|log|fix|search|install|upgrade|code|finish|claim|disagree|move|mock|estimate|plan|draw|show|say|leave|notice|spot|come across|run into|get stuck|hand|introduce)";
const DOING =
  "(?:committing|pushing|merging|adding|changing|editing|touching|writing|creating|opening|renaming|deleting|removing|naming|reviewing|giving|explaining|answering|reporting|refactoring|comparing|importing|deploying|releasing|declaring|claiming|saying|fixing|debugging|introducing|modifying|updating|summari[sz]ing|installing|upgrading|bumping|reading|estimating|handing|calling it|starting(?: on| work)?|telling me|asking|coding|guessing|inventing|implementing|building|optimi[sz]ing)";
/** Nothing that is on the table right now. */
const NOT_THIS =
  "(?! (?:this|that|it|these|those|them|everything|the (?!schema|api|public|db|database|proto\\w*|config|docs|ui|css|types|models?|interface|lockfile|version|changelog|api)\\w+)\\b)";
const THEN_MARKED =
  "(?:,|:|\\s+-+)\\s+(?:(?:please|also|then|always|first|just|at least|you should|make sure(?: you| to)?|i want you to|(?:could|can|would) you)\\s+)*";

/** Verbs that are hardly nouns. */
const DO = oneOf(`
  use, run, keep, add, make, ask, tell, give, explain, avoid, skip, leave, stick, follow, create, prefer, treat, put,
  split, wrap, stop, don't, dont, do not, never, always, read, mention, pick, choose, wait, write, say, take, point, flag,
  update, regenerate, bump, include, remove, tell, show, prefix, push back, shout, extract, inline, move, rewrite, simplify, delete,
  sort, grep, regenerate, group, round, rename, report, mark, check, reply, answer,\n  open an issue, file, note, paste, i'll take, i'd take, go for, go with, let me
`);

export const CONDITIONAL_PREFERENCES: readonly Signal[] = [
  {
    id: "preference.when-you",
    category: "PREFERENCE",
    strength: 0.46,
    why: "says what goes with what",
    who: WHO,
    pattern: new RegExp(
      `\\b${WHEN} you (?:ever |have to |need to |want to |must |do )?${DEED}${NOT_THIS}\\b[^?]{0,70}?(?:${THEN_MARKED}(?:${ORDER}|three|one|two|no|i want|i'd like|i need)|\\s+(?:please |also |then |always |just )*${DO})\\b|\\b${WHEN} ${DOING}${NOT_THIS}\\b[^?]{0,60}?(?:${THEN_MARKED}(?:${ORDER}|three|one|two|no|i want|i need)|\\s+(?:please |also |then |always |just )*${DO})\\b|(?:${START}|\\b(?:needs?|should|must|to) )(?:${ORDER}|regenerate|format|lint|build|rebase|pull|mark|label|paste|cite|squash|number|bold|pause|copy|reuse|look|mirror|group|search)\\b[^?]{1,70}\\b(?:when(?:ever)?|if|before|after|every time) (?:you ${DEED}|${DOING})${NOT_THIS}(?=\\W|$)(?! (?:on|to) (?:this|that|the))`,
      "i",
    ),
    unless: eitherOf`
      ${ASKED.source}
      \b(?:button|page|modal|the (?:app|site|game) (?:should|must)|users?|it (?:should|crashes|fails|throws|works|breaks)|anything here|make sure (?:the|this|it)|done|a (?:minute|sec|second|moment|chance)|tomorrow|this (?:branch|pr|one|commit|file|feature))\b
    `,
    despite: ["hypothetical", "negated", "embedded", "question"],
  },
  {
    id: "preference.if-so",
    category: "PREFERENCE",
    strength: 0.42,
    why: "says what to do in such a case",
    who: WHO,
    pattern: new RegExp(
      `(?<!\\b(?:check\\w*|see|know|sure|wonder\\w*|ask|asking|tell me|even|as|what|verify|test|only|find out|than|but) )\\b(?:if|when(?:ever)?) (?:(?:an?|any|two|some) (?:[\\w-]+ )?(?:${SINGULAR}|${PLURAL}|options|ways|approaches|solutions|designs|name|value|rule|requirement|spec|task|command|line|comment|idea|request)\\b|(?:something|anything|things) (?:is|isn't|are|can|can't|could|takes?|needs?|looks?|seems?|feels?|doesn't|has|gets?|fails?|breaks?|goes|costs?|would)|it can be (?:\\w+ed|simpler|shorter)|it(?:'s|s| is) (?:bad|wrong|stupid|unclear|ugly|too (?:long|big|complex)|ambiguous|obvious|trivial|longer|more than|not (?:clear|obvious|worth))|my (?:\\w+ )?(?:idea|code|plan|request|question|spec|approach|wording|prompt)\\b|i(?:'m| am) (?:wrong|being|unclear|asking|vague|about to)|there(?:'s| is| are) (?:a choice|two ways|more than one|several|multiple|a simpler|an? (?:easier|existing|built-?in|stdlib|native)|any doubt|ambiguity|a risk|a trade-?off|any (?:risk|ambiguity)))[^?]{0,80}?(?:${THEN_MARKED}(?:${ORDER}|${DO})|\\s+(?:please |also |then |always |just )*${DO})\\b`,
      "i",
    ),
    unless: eitherOf`
      ${ASKED.source}
      \b(?:button|page|modal|users?|customers?|players?|(?:should|must) (?:be|show|return|display)|the (?:app|server|api|client) (?:should|must)|tomorrow|today|now|return (?:null|404|an error)|show (?:an?|the) (?:error|warning|toast|message|spinner))\b
    `,
    despite: ["hypothetical", "negated", "embedded", "question"],
  },
  {
    id: "preference.only-such",
    category: "PREFERENCE",
    strength: 0.44,
    why: "says where to stop",
    who: WHO,
    pattern: new RegExp(
      `${START}only (?:touch|change|edit|format|mock|comment|commit|add|document|test|run|use|refactor|write|abstract|extract|log|catch|stage|import|push|reformat|fix|read|explain|ask)\\b[^?]{1,60}\\b(?:you (?:actually |really )?(?:touch|change|edit|wrote|modif|need)\\w*|that (?:belong|are part|matter|need)|when|if|unless|where|what (?:is|was|i|the task)|the why|i (?:asked|ask|tell|say)|after|belong\\w*)\\b|\\b(?:nothing|don't touch anything|no changes?) (?:else )?(?:outside|beyond|other than|unless) (?:of )?(?:what|the task|your|i)\\b|\\b(?:i|that i) (?:didn't|did not|haven't) ask(?:ed)?(?: you)? (?:to|for)\\b`,
      "i",
    ),
    unless: TROUBLE,
    despite: ["hypothetical", "negated", "embedded"],
  },
];
