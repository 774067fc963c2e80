// Reads the user's answers in dialogs of the client and gives them titles that can be understood without the dialog.
import type { QuestionAnswer } from "../../../transcript/tool-item.ts";
import { stemsOf } from "../../index/find-similar.ts";
import { MAX_TITLE } from "../../memory.ts";
import { type CandidateEvidence, DIALOG, type TriageFinding } from "../candidate.ts";
import { guessCategory, isCorrection, toFinding } from "../messages.ts";
import { lowerFirst, MAX_READ, makeTitle, plainLine, quoteAround } from "../title.ts";
import { contentWords, needsContext } from "../topic.ts";

const MAX_LINE = 400;
const MIN_QUOTE = 200;
const MAX_CHOICE = 80;
/** A description with fewer content words explains nothing. */
const MIN_RULE = 2;
/** An answer that chooses nothing. */
const noChoicePattern = () =>
  /^(?:(?:continue|go on|proceed|ok(?:ay)?|yes|no|skip|cancel|stop|done|none|later|not now|n\/a|other|either|whatever|depends|ask (?:me )?later|chat about this)\W*$|(?:i'll decide|let me|not sure|unsure|no (?:strong )?(?:preference|opinion|idea)|something else|decide later|i don't know|you (?:decide|choose|pick)|up to you|we'll see|let's (?:discuss|see)|show me|explain)\b)|\?\s*$/i;
/** A question about the next step or about a fact: its answer is no decision. */
const nextStepPattern = () =>
  /\b(?:how (?:would you like|do you want|should (?:i|we)|shall (?:i|we))(?: me)?(?: to)? (?:proceed|continue|go on)|what (?:would you like|do you want|should (?:i|we))(?: me)? (?:to )?(?:do|work on|focus on|tackle|start|see)|(?:first|next)\?|(?:ready|shall i|should i|want me to|may i|can i) .*\b(?:commit|push|run|continue|proceed|start|begin|open|show)|(?<!\b(?:how|what|which|where|when) )(?:can|could|did|do|does|have|are) you .*\b(?:reproduce|see|get|know|remember|run)|which (?:file|branch|test|folder|commit|ticket|issue|error|browser|os)\b)/i;

const permissionPattern = () =>
  /\b(?:should|shall|may|can|could) i\b|\b(?:want|like) me to\b|\b(?:ok(?:ay)?|fine|allowed) to\b|\bgo ahead\b|\bproceed\b|\bapprove\b|\bpermission to\b/i;
const assentPattern = () =>
  /^(?:yes|yeah|yep|no|nope|ok(?:ay)?|sure|approved?|allow(?:ed)?|accept(?:ed)?|confirm(?:ed)?|proceed|continue|go ahead|looks good|do it)\b[\s,.:;!–—-]*/i;

/** The answers of one dialog. One that cannot be understood alone joins the answer before it. */
export function readAnswers(answers: readonly QuestionAnswer[]): TriageFinding[] {
  const found: TriageFinding[] = [];
  for (const one of answers) {
    const isOwnWords = one.answer.length > MAX_CHOICE;
    const isSpent =
      noChoicePattern().test(one.answer.trim()) || asksNextStep(one.question) || isPermission(one);
    if (!isOwnWords && isSpent) continue;
    const asked = plainLine(one.question);
    const identity = plainLine(`${asked} → ${plainLine(one.answer)}`, MAX_LINE);
    const line = `${asked} → ${quoteAround(one.answer, "", Math.max(MIN_QUOTE, MAX_LINE - asked.length))}`;
    const evidence = { line, who: "user" as const, why: "your answer to the agent's question" };
    const title = isOwnWords ? ownWordsTitle(one) : answerTitle(one);
    const last = found.at(-1);
    if (title !== null)
      found.push({
        source: "answer",
        category: categoryOf(one.answer),
        title,
        evidence: [evidence, ...describeChoice(one)],
        identity,
      });
    else if (last === undefined) found.push(toFinding("said", "DECISION", one.answer, line, evidence.why));
    else {
      const both = `${last.title.replace(/[.;]$/, "")}; ${nameOf(one.answer)}`;
      if (!isOwnWords && both.length <= MAX_TITLE) last.title = both;
      last.evidence.push(evidence);
    }
  }
  return found;
}

export function asksPermission(question: string): boolean {
  return permissionPattern().test(question);
}

export function asksNextStep(question: string): boolean {
  return nextStepPattern().test(question);
}

/** "May I …? Yes, do it" is spent when given. Words that the question does not have make it an answer. */
function isPermission({ question, answer }: QuestionAnswer): boolean {
  if (!asksPermission(question)) return false;
  const rest = nameOf(answer).replace(assentPattern(), "");
  return rest !== nameOf(answer) && stemsOf(rest).difference(stemsOf(question)).size < MIN_RULE;
}

function describeChoice({ about = "" }: QuestionAnswer): CandidateEvidence[] {
  const line = plainLine(about, MAX_LINE);
  return line === "" ? [] : [{ line, who: "claude", why: DIALOG }];
}

function categoryOf(answer: string): TriageFinding["category"] {
  if (answer.length <= MAX_CHOICE) return "DECISION";
  return isCorrection(answer) ? "CONSTRAINT" : guessCategory(answer, "CONSTRAINT");
}

/** An answer in the user's own words need not be about the question, so the title leaves the question out. */
function ownWordsTitle({ answer }: QuestionAnswer): string | null {
  const title = makeTitle(answer);
  return needsContext(title) ? null : title;
}

/** The question with the chosen option, as a title that needs no dialog; null if there is none. */
export function answerTitle({ question, answer, about = "", header = "" }: QuestionAnswer): string | null {
  const chosen = nameOf(answer);
  const rule = makeTitle(about.split(/(?<=[.;])\s/, 1)[0] ?? "", MAX_READ).replace(/\.$/, "");
  const sentences = makeTitle(question, MAX_READ).split(/(?<=[.?!])\s+/);
  const [first = ""] = sentences;
  const asked = sentences.findLast((one) => one.endsWith("?")) ?? first;
  const subject = contentWords(asked).length > 0 || header === "" ? asked : header;
  const both = nameChoice(subject, chosen);
  const titles = [
    ...(contentWords(rule).length < MIN_RULE ? [] : [`${both}: ${lowerFirst(rule)}`]),
    both,
    nameChoice(first, chosen),
  ].filter((one) => one.length <= MAX_TITLE);
  const described = about === "" ? [] : [nameChoice(chosen, rule)];
  const title = [...titles, ...described.filter((one) => one.length <= MAX_TITLE)].find(
    (one) => !needsContext(one),
  );
  return title === undefined ? null : makeTitle(title);
}

function nameChoice(subject: string, chosen: string): string {
  return subject.endsWith("?")
    ? `${subject} ${chosen}`
    : `${subject.replace(/[.:!]+$/, "")}: ${lowerFirst(chosen)}`;
}

/** Strips the label and "(Recommended)" from "Option C: extra field (Recommended)". */
function nameOf(answer: string): string {
  return answer
    .replace(/\s*\(recommended\)/i, "")
    .replace(/^(?:option|approach|alternative|variant) (?:[a-z]|\d{1,2})\s*[:–—-]\s*(?=\S)/i, "");
}
