// What the person settled through the client's dialogs: answers, approved plans, refusals with a reason.
import type { TranscriptItem } from "../../../transcript/item.ts";
import type { TriageFinding } from "../candidate.ts";
import { guessCategory, isAssent, isWish, statementsIn, toFinding } from "../messages.ts";
import { wordsIn } from "../sentences.ts";
import { matchStatements } from "../statements/match-statements.ts";
import { answerTitle, plainLine } from "../title.ts";
import { readPlanScope } from "./lists.ts";

const MAX_LINE = 400;
const MAX_CHOICE = 80;
const MIN_REASON_WORDS = 4;
/** Continues or closes the dialog without choosing. */
const noChoicePattern = () =>
  /^(?:(?:continue|go on|proceed|ok(?:ay)?|yes|no|skip|cancel|stop|done|none|later|not now|n\/a|other|either|whatever|depends|ask (?:me )?later|chat about this)\W*$|(?:i'll decide|let me|not sure|unsure|no (?:strong )?(?:preference|opinion|idea)|something else|decide later|i don't know|you (?:decide|choose|pick)|up to you|we'll see|let's (?:discuss|see)|show me|explain)\b)|\?\s*$/i;
/** What happens next, or how something is: neither was decided. */
const nextStepPattern = () =>
  /\b(?:how (?:would you like|do you want|should (?:i|we)|shall (?:i|we))(?: me)?(?: to)? (?:proceed|continue|go on)|what (?:would you like|do you want|should (?:i|we))(?: me)? (?:to )?(?:do|work on|focus on|tackle|start|see)|(?:start|begin|tackle|work on|do)(?: with)? (?:first|next)|(?:ready|shall i|should i|want me to|may i|can i) .*\b(?:commit|push|run|continue|proceed|start|begin|open|show)|(?:can|could|did|do|does|have|are) you .*\b(?:reproduce|see|get|know|remember|run)|which (?:file|branch|test|folder|commit|ticket|issue|error|browser|os)\b)/i;
/** Of the moment. */
const passingPattern = () =>
  /^(?:wait|hold on|hang on|one (?:sec|moment)|let me|stop|cancel|oops|sorry|never ?mind|try again|not (?:yet|now)|have a look|look at|we have more|first\b)|\bhttps?:\/\/|\bcut a branch\b/i;
/** Headings that name no plan in particular. */
const namelessPattern = () =>
  /^(?:(?:\w+ )?plan|context|overview|summary|goals?|background|problem|introduction|current state|approach)\W*$/i;

export function readDialogs(item: TranscriptItem): TriageFinding[] {
  switch (item.kind) {
    case "answers":
      return item.answers.flatMap(readAnswer);
    case "plan-approval":
      return readPlan(item.plan);
    case "rejection":
      return readRefusal(item.reason ?? "");
    default:
      return [];
  }
}

interface DialogAnswer {
  question: string;
  answer: string;
}

/** An answer in one's own words may say anything, whatever was asked. */
function readAnswer({ question, answer }: DialogAnswer): TriageFinding[] {
  const isOwnWords = answer.length > MAX_CHOICE;
  if (!isOwnWords && (noChoicePattern().test(answer.trim()) || nextStepPattern().test(question))) return [];
  const line = plainLine(`${plainLine(question)} → ${plainLine(answer)}`, MAX_LINE);
  return [
    {
      source: "answer",
      category: isOwnWords ? guessCategory(answer, "CONSTRAINT") : "DECISION",
      title: answerTitle(question, answer),
      evidence: [{ line, who: "user", why: "your answer to a question of Claude" }],
      identity: line,
    },
  ];
}

function readPlan(plan: string): TriageFinding[] {
  const line = headingOf(plan);
  if (line === "") return [];
  return [
    {
      source: "plan",
      category: "DECISION",
      title: `Approved plan: ${line}`,
      evidence: [{ line, who: "user", why: "a plan you approved" }],
      identity: plan,
    },
    ...readPlanScope(plan),
  ];
}

function readRefusal(reason: string): TriageFinding[] {
  const line = plainLine(reason);
  if (wordsIn(line).length < MIN_REASON_WORDS || passingPattern().test(line) || isAssent(line)) return [];
  const [said] = [
    ...statementsIn(reason).filter(isWish),
    ...matchStatements({ who: "user", text: reason, isPasted: false }),
  ];
  if (said === undefined) return [];
  const category = "category" in said ? said.category : guessCategory(said.plain);
  return [toFinding("refusal", category, line, line, "said when refusing a tool call")];
}

/** The plan's first heading that says something. */
function headingOf(plan: string): string {
  const lines = plan.split("\n").map((line) => plainLine(line.replace(/^#+\s*/, "")));
  const named = lines.find((line) => line !== "" && !namelessPattern().test(line));
  return plainLine(named ?? lines.find((line) => line !== "") ?? "", 100).replace(/^plan:\s*/i, "");
}
