// What the person settled through the client's dialogs: answers, approved plans, refusals with a reason.
import type { TranscriptItem } from "../../../transcript/item.ts";
import { makeLineFinding, type TriageFinding } from "../candidate.ts";
import { answerTitle, plainLine } from "../title.ts";

const MAX_LINE = 300;
const MAX_SHORT_ANSWER = 80;
/** Continues or closes the dialog without choosing. */
const noChoicePattern = () =>
  /^(?:i'll decide|let me|not sure|no preference|something else|decide later|either|both are|depends).*|^(?:continue|go on|proceed|ok(?:ay)?|yes|no|skip|cancel|stop|done|none|later|not now|n\/a|other|not sure|i don't know|you (?:decide|choose|pick)|up to you|whatever|ask (?:me )?later|let me think.*|chat about this)\W*$/i;
const undecidedPattern = () =>
  /\b(?:later|not sure|unsure|don't know|think about|neither|none of|no idea|show me|see (?:both|it|them)|explain|what do you|you (?:choose|decide|pick)|up to you|whatever|whichever|undecided|ask (?:the|my|our|around)|need to (?:ask|check|think|see|talk)|let's (?:discuss|talk|see)|discuss (?:this|it)|no (?:strong )?(?:opinion|preference|feelings)|would you (?:recommend|take|choose|suggest)|we'll see|maybe|perhaps|it depends|depends on|skip (?:this|the) question|haven't (?:decided|made)|not (?:decided|yet)|postpone|(?:numbers|data|facts) first|tbd|park (?:this|it))\b|^show (?:both|all|it|them)\W*$|\?\s*$/i;
/** The next step is not a decision, nor is a fact. */
const nextStepPattern = () =>
  /^(?:(?:is|are|was|were)\b(?!.*\b(?:ok(?:ay)?|fine|better|best|acceptable|preferable|preferred|allowed|enough|needed|required|in scope|want(?:ed)?|going to|to be|supposed)\b)|(?:can|may|could) i\b|did|do you (?:see|have|know|remember|get)|has|have you|when did|where (?:are|is|did|do|were|was) (?:you|it|the)|who(?! (?:may|can|should|shall|gets|owns))|what (?:error|os|version|do you see|happen(?:s|ed)|did|went|(?:would you like|do you want)(?: me)? to (?:work|do|see|focus|look|tackle|start))|how (?:often|many|long)(?!.*\b(?:should|shall|may|must)\b)|which (?:environment|os|browser|error|machine|page)|(?:do you want|would you like) to (?:see|read|know)|what(?:'s| is| are) (?:the|your) (?:name|url|host|path|version|e-?mail|port|error|id))\b|^(?:which|what)\b.*\b(?:(?:do|does) (?:you|it|they) (?:get|see|have|mean|run|use now)|did (?:you|it|they)|(?:are|were) (?:you|they) \w+ing|(?:looks?|seems?|is|are) (?:wrong|odd|broken|off|slow|failing))\b|\bhow (?:should|do you want|would you like|shall) (?:i|me|us|we|to)(?: to)? (?:proceed|continue|go on)\b|\bwhat (?:should|shall|do you want) .*\bnext\b|\b(?:start|begin|look at|tackle|work on)(?: with)?(?: first| next)\b|^(?:which|what) (?:file|branch|test|directory|folder|commit|ticket|issue)\b|\b(?:should i|shall i|want me to|may i|can i|ready(?: for me)? to|ok(?:ay)?(?: for me)? to)\b.*\b(?:commit|push|run|continue|proceed|stop|look|check|start|open|show|explain|read|begin|wait)\b/i;
const directivePattern = () =>
  /[^\x00-\x7f]|\b(?:please|explicitly|no \w+|nur|nie|immer|nicht|keine?|bitte|siempre|nunca|usa|use|don't|do not|dont|never|always|only|instead|no need|stop|avoid|prefer|keep|put|leave|we (?:use|don't|never|always|want)|i (?:want|prefer|don't|do not|like|hate)|should|must|not (?:allowed|here|in)|without|ask (?:me|first))\b/i;
const passingPattern = () =>
  /^(?:wait|hold on|hang on|one (?:sec|moment)|let me|stop|cancel|wrong (?:file|window|tab)|oops|sorry|actually,? (?:wait|never ?mind)|never ?mind|try again|no|nope|not (?:yet|now))\b[^,;:]{0,40}$|\?\s*$/i;
const limitPattern = () =>
  /\b(?:can't|cannot|not allowed|forbidden|production|prod|policy|compliance|legal|licen[cs]e|protected|read-only|frozen|belongs to|shared|off[- ]limits|no access|generated|vendored|customers?|breaks?|must not|isn't supported|doesn't support)\b/i;
/** About this one thing only. */
const deicticPattern = () =>
  /^(?:no[,.]? |please |ok(?:ay)?[,.]? )*(?:don't|do not|dont|let's not|stop)\b.{0,30}\b(?:this|that|it|these|those)\b(?: \w+)?\W*$/i;
const lastingPattern = () =>
  /\b(?:always|never|ever|every|from now|we (?:use|don't|never|always)|i (?:prefer|hate|like|don't like)|in this (?:repo|project)|any ?more|again|unless|without|because|ask (?:me|first)|instead)\b/i;
/** Headings that name no plan in particular. */
const namelessPattern = () =>
  /^(?:(?:\w+ )?plan|context|overview|summary|goals?|background|problem|introduction|current state|approach)\W*$/i;

export function readDialogs(item: TranscriptItem): TriageFinding[] {
  switch (item.kind) {
    case "answers":
      return item.answers.filter(isChoice).map((one) => readAnswer(one));
    case "plan-approval":
      return readPlan(item.plan);
    case "rejection":
      return readRefusal(plainLine(item.reason ?? "", MAX_LINE), item.call?.tool === "ExitPlanMode");
    default:
      return [];
  }
}

interface DialogAnswer {
  question: string;
  answer: string;
}

function isChoice({ answer }: DialogAnswer): boolean {
  if (noChoicePattern().test(answer.trim())) return false;
  return answer.length >= MAX_SHORT_ANSWER || !undecidedPattern().test(answer);
}

function readAnswer({ question, answer }: DialogAnswer): TriageFinding {
  const line = plainLine(`${question} → ${answer}`, MAX_LINE);
  return {
    category: "DECISION",
    title: answerTitle(question, answer),
    strengths: { "decision.answer": nextStepPattern().test(question) ? 0.35 : 0.7 },
    evidence: [{ line, who: "user", why: "the person's answer to a question of Claude" }],
    identity: line,
  };
}

function readPlan(plan: string): TriageFinding[] {
  const line = headingOf(plan);
  if (line === "") return [];
  return [
    {
      category: "DECISION",
      title: `Plan approved: ${line}`,
      strengths: { "decision.plan": 0.65 },
      evidence: [{ line, who: "user", why: "a plan the person approved" }],
      identity: plan,
    },
  ];
}

/** A change to a plan concerns that plan, and "this" the moment, unless the person says that it holds more widely. */
function readRefusal(line: string, ofPlan: boolean): TriageFinding[] {
  const isLimit = limitPattern().test(line);
  if (passingPattern().test(line) || !(isLimit || directivePattern().test(line))) return [];
  const isPassing = (ofPlan || deicticPattern().test(line)) && !lastingPattern().test(line);
  const kind = isLimit
    ? ({ category: "CONSTRAINT", pattern: "constraint.refusal", strength: 0.55 } as const)
    : ({ category: "PREFERENCE", pattern: "preference.refusal", strength: isPassing ? 0.35 : 0.5 } as const);
  return [makeLineFinding({ ...kind, line, who: "user", why: "said when refusing a tool call" })];
}

/** The plan's first heading that says something. */
function headingOf(plan: string): string {
  const lines = plan.split("\n").map((line) => plainLine(line.replace(/^#+\s*/, "")));
  const named = lines.find((line) => line !== "" && !namelessPattern().test(line));
  return plainLine(named ?? lines.find((line) => line !== "") ?? "", MAX_LINE).replace(/^plan:\s*/i, "");
}
