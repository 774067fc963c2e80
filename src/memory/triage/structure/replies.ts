// Claude ended its turn with a question or with ways to choose from, and the person replied.
import type { TriageFinding } from "../candidate.ts";
import { guessCategory, isAssent, isWish, MAX_SHORT, statementsIn } from "../messages.ts";
import { splitSentences } from "../sentences.ts";
import { makeTitle, plainLine } from "../title.ts";

const MAX_LINE = 400;
/** The end of a message is what is answered. */
const MAX_END = 800;
const MAX_OPTION = 160;
const optionPattern = () =>
  /^\s*(?:[-*+]\s+)?(?:#{1,6}\s+)?\**(?:(?:option|approach|plan|alternative|variant|choice|proposal)\s+)?([a-h]|\d{1,2})(?:\s*[).:]|\s+[–—-]|\*\*\s*[–—:-])\**\s+(\S.*)$/i;
/** A question in a list of questions is no way to go. */
const asksPattern = () =>
  /^\**(?:are|is|do|does|should|shall|what|which|how|where|when|who|why|can|could|would)\b/i;
/** Ways to go, not a menu of things to do. */
const choicePattern = () =>
  /\b(?:options?|alternatives?|approach(?:es)?|which|prefer|directions?|choose|pick|either|ways|sound right|thoughts)\b/i;
const menuPattern = () => /\breply with\b|\bto (?:view|exit|filter|select)\b|\/[a-z]+:[a-z-]+/i;
/** "2", "3 is better", "I think 2 is the right approach", "let's go with option b" */
const chosenPattern = () =>
  /^(?:(?:ok(?:ay)?|alright|so|then|yes|yeah|yep|well|cool|great|fine|good|sure|hm+|actually|i think|i'd say|let's|lets|go|going|do|use|take|pick|with|for|the|option|approach|plan|number)[,.:!]*\s+)*#?([a-h]|\d{1,2})(?=\s*(?:[.,;:!)–—]|$|(?:is|does|sounds|looks|seems|please|because|since|and do|though|but)\b))/i;
const severalPattern = () =>
  /^\W*(?:[\w' ]*\s)?#?(?:[a-h]|\d{1,2})\s*(?:,|and|&|\+)\s*#?(?:[a-h]|\d{1,2})\b/i;
/** What Claude does next, not how it should be. */
const stepPattern = () =>
  /\b(?:commit|push|merge|run|continue|proceed|go ahead|start|begin|tackle|open a pr|ready|next step|look (?:at|into)|show|explain|test it|give it (?:a|another)|let me know)\b[^?]*\?\s*\W*$/i;
const taskPattern = () =>
  /^(?:please |can you |could you |also |then |ok |yes,? |yeah,? |and )*(?:commit|push|fix|run|check|look|add|write|open|go|continue|implement|do|create|update|start|retry|restart|switch|log|show|give|tell|explain|review|merge|delete|remove|rename)\b/i;

/** Says where or how, in so many words. */
const orderPattern = () =>
  /(?:^|, )(?:please |just |maybe |rather )*(?:put|keep|use|leave|skip|drop|stick|go with|make (?:it|them|sure)|only)\b|\b(?:is|are|would be|seems?|sounds?) (?:\w+ )?(?:better|best)\b|\b(?:first|separate \w+|instead|rather than)\b.*\b(?:then|later|because|not)\b|\bin a separate\b/i;

/** `message`: what Claude said last, when its turn ended. */
export function readReply(reply: string, message: string): TriageFinding[] {
  const end = message.slice(-MAX_END);
  const options = readOptions(message);
  if (reply.length > MAX_SHORT || menuPattern().test(end)) return [];
  const chosen = severalPattern().test(reply) ? undefined : chosenPattern().exec(reply.trim())?.[1];
  if (chosen !== undefined && !/\?\s*$/.test(reply)) {
    const option = options.get(chosen.toLowerCase());
    return option !== undefined && choicePattern().test(message) ? [chosenFinding(option, reply)] : [];
  }
  const question = splitSentences(end).findLast(({ plain }) => /[?？]\W*$/.test(plain))?.plain;
  if (question === undefined || stepPattern().test(question) || isAssent(reply)) return [];
  const statements = statementsIn(reply).filter(
    (one) => (isWish(one) || orderPattern().test(one.masked)) && !taskPattern().test(one.plain),
  );
  const [first] = statements;
  if (first === undefined) return [];
  const line = plainLine(`${plainLine(question)} → ${plainLine(reply)}`, MAX_LINE);
  return [
    {
      source: "reply",
      category: guessCategory(first.plain),
      title: makeTitle(first.plain),
      evidence: [{ line, who: "user", why: "your reply to a question of Claude" }],
      identity: plainLine(reply),
    },
  ];
}

function chosenFinding(option: string, reply: string): TriageFinding {
  const line = plainLine(`${plainLine(reply)} (${option})`, MAX_LINE);
  return {
    source: "reply",
    category: "DECISION",
    title: makeTitle(option.replace(/(?:,? or|[?,;])+$/, "")),
    evidence: [{ line, who: "user", why: "the way you chose of those that Claude laid out" }],
    identity: line,
  };
}

function readOptions(message: string): Map<string, string> {
  const found = new Map<string, string>();
  let inFence = false;
  for (const line of message.split("\n")) {
    if (/^\s*(?:```|~~~)/.test(line)) inFence = !inFence;
    const [, label, rest] = (inFence ? null : optionPattern().exec(line)) ?? [];
    if (label === undefined || rest === undefined || asksPattern().test(rest)) continue;
    // A list that starts anew is another one.
    if (/^[1a]$/i.test(label)) found.clear();
    found.set(label.toLowerCase(), plainLine(rest, MAX_OPTION));
  }
  return found;
}
