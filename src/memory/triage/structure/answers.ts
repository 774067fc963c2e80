// Reads the user's answers in dialogs of the client and gives them titles that can be understood without the dialog.
import type { QuestionAnswer } from "../../../transcript/tool-item.ts";
import { MAX_TITLE } from "../../memory.ts";
import { type CandidateEvidence, DIALOG, type TriageFinding } from "../candidate.ts";
import { guessCategory, isCorrection, toFinding } from "../messages.ts";
import { lowerFirst, MAX_READ, makeTitle, plainLine, quoteAround, shorten, USUAL_TITLE } from "../title.ts";
import { contentWords, joinTopic, leansOnContext } from "../topic.ts";

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
  /\b(?:how (?:would you like|do you want|should (?:i|we)|shall (?:i|we))(?: me)?(?: to)? (?:proceed|continue|go on)|what (?:would you like|do you want|should (?:i|we))(?: me)? (?:to )?(?:do|work on|focus on|tackle|start|see)|(?:first|next)\?|(?:ready|shall i|should i|want me to|may i|can i) .*\b(?:commit|push|run|continue|proceed|start|begin|open|show)|(?:can|could|did|do|does|have|are) you .*\b(?:reproduce|see|get|know|remember|run)|which (?:file|branch|test|folder|commit|ticket|issue|error|browser|os)\b)/i;

/** The answers of one dialog. One that cannot be understood alone joins the answer before it. */
export function readAnswers(answers: readonly QuestionAnswer[]): TriageFinding[] {
  const found: TriageFinding[] = [];
  for (const one of answers) {
    const isOwnWords = one.answer.length > MAX_CHOICE;
    if (!isOwnWords && (noChoicePattern().test(one.answer.trim()) || nextStepPattern().test(one.question)))
      continue;
    const asked = plainLine(one.question);
    const identity = plainLine(`${asked} → ${plainLine(one.answer)}`, MAX_LINE);
    const line = `${asked} → ${quoteAround(one.answer, "", Math.max(MIN_QUOTE, MAX_LINE - asked.length))}`;
    const evidence = { line, who: "user" as const, why: "your answer to a question of Claude" };
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
      if (!isOwnWords && both.length <= USUAL_TITLE) last.title = both;
      last.evidence.push(evidence);
    }
  }
  return found;
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
function ownWordsTitle({ answer, header = "" }: QuestionAnswer): string | null {
  const title = makeTitle(
    answer.replace(/(?<=[.!?]\s)(?:this|that|it)(?:'s| is| was) [^.!?]*[.!?](?=\s|$)/gi, ""),
  );
  if (leansOnContext(title)) return null;
  return (header.includes(" ") ? joinTopic(`${header}:`, title) : null) ?? title;
}

/** The question with the chosen option, as a title that needs no dialog; null if there is none. */
export function answerTitle({ question, answer, about = "", header = "" }: QuestionAnswer): string | null {
  const chosen = nameOf(answer);
  const rule = makeTitle(about.split(/(?<=[.;])\s/, 1)[0] ?? "", MAX_READ).replace(/\.$/, "");
  const bare = makeTitle(question, MAX_READ).replace(/^(?:\w+ )?question:\s*/i, "");
  const sentences = bare.split(/(?<=[.?!])\s+/);
  const [first = ""] = sentences;
  const asked = sentences.findLast((one) => one.endsWith("?")) ?? first;
  const both = asked.endsWith("?")
    ? `${asked} ${chosen}`
    : `${asked.replace(/[.:!]+$/, "")}: ${lowerFirst(chosen)}`;
  const titles = [
    ...yesOrNo(asked, answer),
    ...(contentWords(asked).length === 0 ? [] : [...explain(both, rule, chosen !== answer), both]),
    ...(first === asked ? [] : [`${first.replace(/[.:!]+$/, "")}: ${lowerFirst(chosen)}`]),
    ...condition(asked, chosen),
    ...alternative(asked, chosen),
    ...(about === "" ? [] : [rule]),
    ...(contentWords(asked).length === 0 && header !== "" ? [`${header}: ${lowerFirst(chosen)}`] : []),
  ];
  const isWhole = chosen !== answer && both.length <= USUAL_TITLE;
  const title = titles.find(
    (one) =>
      one.length <= (isWhole && one.startsWith(both) ? MAX_TITLE : USUAL_TITLE) && !leansOnContext(one),
  );
  return title === undefined ? null : makeTitle(title, MAX_TITLE);
}

/** Adds the dialog's description of the option, or its beginning if the answer is a bare label. */
function explain(title: string, rule: string, isLabel: boolean): string[] {
  if (contentWords(rule).length < MIN_RULE) return [];
  const all = `${title}: ${lowerFirst(rule)}`;
  const part = shorten(rule, USUAL_TITLE - title.length - 2);
  return isLabel && all.length > USUAL_TITLE && !part.endsWith("…")
    ? [`${title}: ${lowerFirst(part)}`]
    : [all];
}

/** Strips the label and "(Recommended)" from "Option C: extra field (Recommended)". */
function nameOf(answer: string): string {
  return answer
    .replace(/\s*\(recommended\)/i, "")
    .replace(/^(?:option|approach|alternative|variant) (?:[a-z]|\d{1,2})\s*[:–—-]\s*(?=\S)/i, "");
}

/** "Should it also retry on errors? Yes, twice" → "Retry also on errors: twice" */
function yesOrNo(asked: string, answer: string): string[] {
  const [, how = "", verb = "", rest = ""] =
    /^(?:should|shall|can|may) (?:it|this|that|they|we|i) (?:(also|still|only|just) )?(\S+)(.*)\?$/i.exec(
      asked,
    ) ?? [];
  const [, word = "", more = ""] = /^(yes|no)\b[,.:–— -]*(.*)$/i.exec(nameOf(answer)) ?? [];
  if (verb === "" || word === "") return [];
  const core = [verb, how].filter(Boolean).join(" ") + rest;
  const order = word.toLowerCase() === "yes" ? core : `Do not ${core}`;
  return [more === "" ? order : `${order}: ${lowerFirst(more)}`];
}

/** "When the files are missing, what should the script do? Build them" → "When the files are missing: build them" */
function condition(asked: string, chosen: string): string[] {
  const [, when = ""] =
    /^((?:when|if|while|after|before|for|given)\b.+?),? (?:what|which|how|where|should)\b[^,]*\?$/i.exec(
      asked,
    ) ?? [];
  return when === "" ? [] : [`${when}: ${lowerFirst(chosen)}`];
}

/** "Should the tests import the helpers, or copy them? Copy" → "The tests: copy them" */
function alternative(asked: string, chosen: string): string[] {
  const [, subject = "", ways = ""] =
    /^should ((?:the |our |a )?(?:\S+ ){1,3}?)((?:be|go|live|stay|have|use|reuse|import|run|keep|get|return|store|create|share|support|follow|call|read|write|show|include|come|default)\b.+)\?$/i.exec(
      asked,
    ) ?? [];
  const named = contentWords(chosen);
  const share = (way: string) => contentWords(way).filter((word) => named.includes(word)).length;
  const [best] = ways.split(/,? or /).toSorted((a, b) => share(b) - share(a));
  if (subject === "" || best === undefined || share(best) === 0 || best === ways) return [];
  return [`${subject.trim()}: ${best.replace(/^be /, "")}`];
}
