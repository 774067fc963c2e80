// Reads the user's reply to a question or to options at the end of Claude's turn.
import { type CandidateEvidence, OPTION, type TriageFinding } from "../candidate.ts";
import { guessCategory, isAssent, isCorrection, isProposal, isWish, statementsIn } from "../messages.ts";
import { splitSentences, wordsIn } from "../sentences.ts";
import { lowerFirst, makeTitle, plainLine, quoteAround } from "../title.ts";
import { contentWords, joinTopic, needsContext, readTopic, titleInContext, withTopic } from "../topic.ts";
import { asksNextStep, asksPermission } from "./answers.ts";

const MAX_LINE = 400;
/** A reply answers the end of the message. */
const MAX_END = 800;
const MAX_OPTION = 160;
const MAX_NAME = 60;
/** In words. A shorter name needs its description. */
const MIN_NAME = 3;
const optionPattern = () =>
  /^\s*(?:[-*+]\s+)?(?:#{1,6}\s+)?\**(?:(?:option|approach|plan|alternative|variant|choice|proposal)\s+)?([a-h]|\d{1,2})(?:\s*[).:]|\s+[–—-]|\*\*\s*[–—:-])\**\s+(\S.*)$/i;
const asksPattern = () =>
  /^\W*(?:are|is|do(?! not)|does|should|shall|what|which|how|where|when|who|why|can|could|would|will)\b/i;
/** The list offers options and is no list of tasks. */
const choicePattern = () =>
  /\b(?:options?|alternatives?|approach(?:es)?|which|prefer|directions?|choose|pick|either|ways|sound right|thoughts)\b/i;
/** "2", "3 is better", "I think 2 is the right approach", "let's go with option b" */
const chosenPattern = () =>
  /^(?:(?:ok(?:ay)?|alright|so|then|yes|yeah|yep|well|cool|great|fine|good|sure|hm+|actually|i think|i'd say|let's|lets|go|going|do|use|take|pick|with|for|the|option|approach|plan|number)[,.:!]*\s+)*#?([a-h]|\d{1,2})(?=\s*(?:[.,;:!)–—]|$|(?:is|does|sounds|looks|seems|please|because|since|and do|though|but)\b))/i;
const severalPattern = () =>
  /^\s*(?:\d{1,2}|[a-h])[.)]\s.*\n\s*(?:\d{1,2}|[a-h])[.)]\s|^\W*(?:[\w' ]*\s)?#?(?:[a-h]|\d{1,2})\s*(?:,|and|&|\+)\s*#?(?:[a-h]|\d{1,2})\b/i;
const nextStepPattern = () => /\bwould you like\b|\bdo you want(?: me)? to\b|\b(?:next|first)\?/i;
/** Says where or how something should be done. */
const orderPattern = () =>
  /(?:^|, )(?:please |just |maybe |rather )*(?:put|keep|use|leave|skip|drop|stick|go with|make (?:it|them|sure)|only)\b|\b(?:is|are|would be|seems?|sounds?) (?:\w+ )?(?:better|best)\b|\b(?:first|separate \w+|instead|rather than)\b.*\b(?:then|later|because|not)\b|\bin a separate\b/i;

/** "How should …?", "A or B?" */
const openPattern = () => /\b(?:what|which|how|where|when|who|or)\b/i;
const noPattern = () => /^(?:no|nope|nah)\b/i;

const CHOSEN = "the option you chose";

interface Options {
  /** The line above the options, unchanged. */
  asked: string;
  /** The topic in that line: "Where shall drafts be kept?" */
  lead: string;
  byLabel: ReadonlyMap<string, string>;
}

/** `message` is Claude's last message of the turn. */
export function readReply(reply: string, message: string): TriageFinding[] {
  const end = message.slice(-MAX_END);
  const options = readOptions(message);
  // There were neither options nor a question.
  if (options.byLabel.size === 0 && !end.includes("?") && !end.includes("？")) return [];
  const chosen = severalPattern().test(reply) ? undefined : chosenPattern().exec(reply.trim())?.[1];
  if (chosen !== undefined && !/\?\s*$/.test(reply)) {
    const option = options.byLabel.get(chosen.toLowerCase());
    // A numbered list below a question offers options, however the question is worded.
    const isAsked = /[?？]\W*$/.test(options.asked) && !nextStepPattern().test(options.asked);
    return option !== undefined && (isAsked || choicePattern().test(message))
      ? [chosenFinding(option, options, reply)]
      : [];
  }
  const question = lastQuestion(options.asked) ?? lastQuestion(end);
  if (question === undefined || isAssent(reply)) return [];
  const isOpen = openPattern().test(question) && !asksPermission(question) && !asksNextStep(question);
  const [best] = statementsIn(reply)
    .filter(({ plain }) => !/https?:/.test(plain))
    .flatMap((one) => {
      const { plain } = one;
      const option = findOption(plain, reply, options);
      const answers = isOpen && (isProposal(plain) || (isCorrection(plain) && !noPattern().test(plain)));
      const title =
        option !== ""
          ? joinTopic(`Option "${option}":`, plain)
          : answers
            ? joinTopic(readTopic(question), plain)
            : ownTitle(plain, question, message);
      const isAnswer = answers || isWish(one) || orderPattern().test(one.masked);
      return isAnswer && title !== null ? [{ plain, title }] : [];
    })
    .toSorted((a, b) => contentWords(b.plain).length - contentWords(a.plain).length);
  if (best === undefined) return [];
  const asked = plainLine(question);
  const line = `${asked} → ${quoteAround(reply, best.plain, MAX_LINE - asked.length)}`;
  const finding: TriageFinding = {
    source: "reply",
    category: guessCategory(best.plain),
    title: best.title,
    evidence: [{ line, who: "user", why: "your reply to the agent's question" }],
    identity: plainLine(reply),
  };
  return [withTopic(finding, best.title, reply)];
}

function lastQuestion(text: string): string | undefined {
  return splitSentences(text).findLast(({ plain }) => /[?？]\W*$/.test(plain))?.plain;
}

/** "Want me to run the test?" offers no choice, so the reply must make sense alone. "Should I use A or B?" does. */
function ownTitle(plain: string, question: string, message: string): string | null {
  if (!asksPermission(question) || /\bor\b/.test(question)) return titleInContext(plain, message);
  const title = makeTitle(plain);
  return needsContext(title) ? null : title;
}

/** The name of the option that a line of the reply is about: "2. let's skip this"; "" if it is about none. */
function findOption(plain: string, reply: string, { byLabel }: Options): string {
  const line = reply.split("\n").find((one) => one.includes(plain)) ?? "";
  const label = /^\s*(\d{1,2}|[a-h])[.)]\s/i.exec(line)?.[1]?.toLowerCase() ?? "";
  const name = byLabel.get(label)?.split(/ [–—-] |: | \(/, 1)[0] ?? "";
  return name.length > MAX_NAME ? "" : name;
}

function chosenFinding(option: string, { lead, asked }: Options, reply: string): TriageFinding {
  // What follows the dash is usually Claude's opinion: "Solid colour for all — simpler".
  const [name = ""] = option.split(/ [–—] /, 1);
  const chosen = (wordsIn(name).length < MIN_NAME ? option : name).replace(/(?:,? or|[?,;])+$/, "");
  const alone = makeTitle(chosen);
  const isClear = contentWords(alone).length >= MIN_NAME && !needsContext(alone);
  const title = joinTopic(lead, chosen) ?? (isClear ? alone : null);
  const evidence: CandidateEvidence[] = [
    { line: quoteAround(reply, "", MAX_LINE), who: "user", why: CHOSEN },
    { line: plainLine(option, MAX_LINE), who: "claude", why: OPTION },
  ];
  if (title !== null && title !== alone)
    evidence.push({ line: plainLine(asked, MAX_LINE), who: "claude", why: "what it is about" });
  return {
    source: title === null ? "said" : "reply",
    category: "DECISION",
    title: title ?? `You chose: ${lowerFirst(alone)}`,
    evidence,
    identity: plainLine(`${plainLine(reply)} (${option})`, MAX_LINE),
  };
}

function readOptions(message: string): Options {
  const byLabel = new Map<string, string>();
  let [lead, asked] = ["", ""];
  let last = "";
  for (const line of message.split("\n")) {
    if (line.trim() === "") continue;
    const [, label, rest] = optionPattern().exec(line) ?? [];
    if (label !== undefined && rest !== undefined) {
      // A label 1 or A begins a new list.
      if (/^[1a]$/i.test(label)) {
        byLabel.clear();
        asked = last;
        const isHeading = /^\s*(?:#{1,6}\s|\*\*.*\*\*\s*$)/.test(last);
        lead = readTopic(last) || (isHeading ? `${makeTitle(last)}:` : "");
      }
      const option = plainLine(rest.replaceAll("**", ""));
      if (!isQuestion(option, asked)) byLabel.set(label.toLowerCase(), option.slice(0, MAX_OPTION));
    }
    last = line;
  }
  return { asked, lead, byLabel };
}

/** A question in a list is no option. "Would you like me to: 1. …?" asks only one. */
function isQuestion(entry: string, asked: string): boolean {
  if (asksPattern().test(entry)) return true;
  const lead = asked.split(/(?<=[.!?]) /).at(-1) ?? "";
  return /[?？]\W*$/.test(entry) && !asksPattern().test(lead);
}
