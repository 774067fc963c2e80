// Reads the user's reply to a question or to options at the end of Claude's turn.
import { type CandidateEvidence, OPTION, type TriageFinding } from "../candidate.ts";
import { guessCategory, isAssent, isWish, MAX_SHORT, statementsIn } from "../messages.ts";
import { splitSentences } from "../sentences.ts";
import { lowerFirst, makeTitle, plainLine, quoteAround } from "../title.ts";
import { contentWords, joinTopic, leansOnContext, readTopic, titleInContext, withTopic } from "../topic.ts";

const MAX_LINE = 400;
/** A reply answers the end of the message. */
const MAX_END = 800;
const MAX_OPTION = 160;
/** A reply with so many content words needs no topic. */
const MIN_SPECIFIC = 8;
const optionPattern = () =>
  /^\s*(?:[-*+]\s+)?(?:#{1,6}\s+)?\**(?:(?:option|approach|plan|alternative|variant|choice|proposal)\s+)?([a-h]|\d{1,2})(?:\s*[).:]|\s+[–—-]|\*\*\s*[–—:-])\**\s+(\S.*)$/i;
/** A question in a list is no option. */
const asksPattern = () =>
  /^\**(?:are|is|do|does|should|shall|what|which|how|where|when|who|why|can|could|would)\b/i;
/** The list offers options and is no list of tasks. */
const choicePattern = () =>
  /\b(?:options?|alternatives?|approach(?:es)?|which|prefer|directions?|choose|pick|either|ways|sound right|thoughts)\b/i;
const menuPattern = () => /\breply with\b|\bto (?:view|exit|filter|select)\b|\/[a-z]+:[a-z-]+/i;
/** "2", "3 is better", "I think 2 is the right approach", "let's go with option b" */
const chosenPattern = () =>
  /^(?:(?:ok(?:ay)?|alright|so|then|yes|yeah|yep|well|cool|great|fine|good|sure|hm+|actually|i think|i'd say|let's|lets|go|going|do|use|take|pick|with|for|the|option|approach|plan|number)[,.:!]*\s+)*#?([a-h]|\d{1,2})(?=\s*(?:[.,;:!)–—]|$|(?:is|does|sounds|looks|seems|please|because|since|and do|though|but)\b))/i;
const severalPattern = () =>
  /^\s*(?:\d{1,2}|[a-h])[.)]\s.*\n\s*(?:\d{1,2}|[a-h])[.)]\s|^\W*(?:[\w' ]*\s)?#?(?:[a-h]|\d{1,2})\s*(?:,|and|&|\+)\s*#?(?:[a-h]|\d{1,2})\b/i;
/** The question is about Claude's next step. */
const stepPattern = () =>
  /\b(?:commit|push|merge|run|continue|proceed|go ahead|start|begin|tackle|open a pr|ready|next step|look (?:at|into)|show|explain|test it|give it (?:a|another)|let me know)\b[^?]*\?\s*\W*$/i;
const nextStepPattern = () => /\bwould you like\b|\bdo you want(?: me)? to\b|\b(?:next|first)\?/i;
/** The option is about how Claude proceeds: "1. Step by step - I write a test for each task" */
const ownStepPattern = () => /(?:^|[–—:-] )i(?:'ll| will| can)? \w|\bfor (?:this session|now)\b/i;
const taskPattern = () =>
  /^(?:please |can you |could you |also |then |ok |yes,? |yeah,? |and )*(?:commit|push|fix|run|check|look|add|write|open|go|continue|implement|do|create|update|start|retry|restart|switch|log|show|give|tell|explain|review|merge|delete|remove|rename)\b/i;

/** Says where or how something should be done. */
const orderPattern = () =>
  /(?:^|, )(?:please |just |maybe |rather )*(?:put|keep|use|leave|skip|drop|stick|go with|make (?:it|them|sure)|only)\b|\b(?:is|are|would be|seems?|sounds?) (?:\w+ )?(?:better|best)\b|\b(?:first|separate \w+|instead|rather than)\b.*\b(?:then|later|because|not)\b|\bin a separate\b/i;

/** Claude's opinion of an option. */
const opinionPattern = () =>
  /\b(?:arguably|honest|simple[rst]*|clean(?:er|est)?|subtler|best|better|easier|recommend\w*|prefer\w*|i'd|less|more work)\b/i;

const CHOSEN = "the way you chose of those that Claude laid out";

interface Options {
  /** The line above the options, unchanged. */
  asked: string;
  /** The topic in that line: "Where shall drafts be kept?" */
  lead: string;
  ways: ReadonlyMap<string, string>;
}

/** `message` is Claude's last message of the turn. */
export function readReply(reply: string, message: string): TriageFinding[] {
  const end = message.slice(-MAX_END);
  const options = readOptions(message);
  // There were neither options nor a question.
  if (options.ways.size === 0 && !end.includes("?") && !end.includes("？")) return [];
  if (reply.length > MAX_SHORT || menuPattern().test(end)) return [];
  const chosen = severalPattern().test(reply) ? undefined : chosenPattern().exec(reply.trim())?.[1];
  if (chosen !== undefined && !/\?\s*$/.test(reply)) {
    const option = options.ways.get(chosen.toLowerCase());
    // A numbered list below a question offers options, however the question is worded.
    const isAsked = /[?？]\W*$/.test(options.asked) && !nextStepPattern().test(options.asked);
    return option !== undefined &&
      (isAsked || choicePattern().test(message)) &&
      !ownStepPattern().test(option)
      ? [chosenFinding(option, options, reply)]
      : [];
  }
  const question = splitSentences(end).findLast(({ plain }) => /[?？]\W*$/.test(plain))?.plain;
  if (question === undefined || stepPattern().test(question) || isAssent(reply)) return [];
  const statements = statementsIn(reply).filter(
    (one) =>
      (isWish(one) || orderPattern().test(one.masked)) &&
      !taskPattern().test(one.plain) &&
      !/https?:/.test(one.plain),
  );
  const titled = statements
    .map(({ plain }) => ({ plain, title: replyTitle(plain, reply, message, options) }))
    .filter(({ title }) => title !== null)
    .toSorted((a, b) => contentWords(b.plain).length - contentWords(a.plain).length);
  const [best] = titled;
  if (best === undefined) return [];
  const asked = plainLine(question);
  const line = `${asked} → ${quoteAround(reply, best.plain, MAX_LINE - asked.length)}`;
  const title = best.title ?? makeTitle(best.plain);
  const finding: TriageFinding = {
    source: "reply",
    category: guessCategory(best.plain),
    title,
    evidence: [{ line, who: "user", why: "your reply to a question of Claude" }],
    identity: plainLine(reply),
  };
  return [withTopic(finding, title, reply)];
}

/** "2. let's skip this" is about the second option. A long reply needs no topic. */
function replyTitle(plain: string, reply: string, message: string, { ways }: Options): string | null {
  const lines = reply.split("\n").map((line) => /^\s*(\d{1,2}|[a-h])[.)]\s+(.*)$/i.exec(line));
  const label = lines.find((match) => match?.[2]?.includes(plain))?.[1]?.toLowerCase();
  const [way = ""] = (label === undefined ? "" : (ways.get(label) ?? "")).split(/ [–—-] |: /, 1);
  const title = makeTitle(plain);
  // "Let's skip" skips the option, not the thing it is named after, so the title says "Option".
  const named = way === "" ? null : joinTopic(`Option "${makeTitle(way).replaceAll('"', "'")}":`, plain);
  const bare = makeTitle(plain.replace(/^(?:i think )?the idea is(?: that)? /i, ""));
  return (
    named ??
    titleInContext(plain, message) ??
    (contentWords(title).length >= MIN_SPECIFIC || (bare !== title && !leansOnContext(bare)) ? bare : null)
  );
}

function chosenFinding(option: string, { lead, asked }: Options, reply: string): TriageFinding {
  const [name = "", ...rest] = option.replace(/(?:,? or|[?,;])+$/, "").split(/ [–—-] /);
  const identity = plainLine(`${plainLine(reply)} (${option})`, MAX_LINE);
  const said = rest.join(" – ");
  const way =
    opinionPattern().test(said) || said === "" ? name : /^\w+$/.test(name) ? said : `${name} – ${said}`;
  const title = joinTopic(lead, way);
  const evidence: CandidateEvidence[] = [
    { line: quoteAround(reply, "", MAX_LINE), who: "user", why: CHOSEN },
    { line: plainLine(option, MAX_LINE), who: "claude", why: OPTION },
  ];
  if (lead !== "" && title !== null)
    evidence.push({ line: plainLine(asked, MAX_LINE), who: "claude", why: "what it is about" });
  // Without a topic, the user's own words about the option say more.
  if (title === null) {
    const own = statementsIn(reply).find(
      (one) =>
        !chosenPattern().test(one.plain) &&
        !taskPattern().test(one.plain) &&
        !leansOnContext(makeTitle(one.plain)),
    );
    const [chosen = way] = way.split(/(?<=[.!?]) /, 1);
    const said = own === undefined ? `You chose: ${lowerFirst(makeTitle(chosen))}` : makeTitle(own.plain);
    return { source: "said", category: "DECISION", title: said, evidence, identity };
  }
  return { source: "reply", category: "DECISION", title, evidence, identity };
}

function readOptions(message: string): Options {
  const ways = new Map<string, string>();
  let [lead, asked] = ["", ""];
  let inFence = false;
  let last = "";
  for (const line of message.split("\n")) {
    if (/^\s*(?:```|~~~)/.test(line)) inFence = !inFence;
    if (inFence || line.trim() === "") continue;
    const [, label, rest] = optionPattern().exec(line) ?? [];
    if (label !== undefined && rest !== undefined && !asksPattern().test(rest)) {
      // A label 1 or A begins a new list.
      if (/^[1a]$/i.test(label)) {
        ways.clear();
        asked = last;
        lead = (/[?:]\W*$/.test(last) ? readTopic(last) : "") || headingTopic(last);
      }
      ways.set(label.toLowerCase(), plainLine(rest.replaceAll("**", ""), MAX_OPTION));
    }
    last = line;
  }
  return { asked, lead, ways };
}

const waysPattern = () =>
  /^(?:(?:the|your|my|our|possible|some|two|three|\d) )*(?:options?|ways?|approaches|alternatives) (?:for|to|of)\b/i;

/** "## Your options for the status line" → "The status line:" */
function headingTopic(line: string): string {
  const heading = plainLine(line).replace(/^#+\s*/, "");
  const isHeading = /^\s*(?:#{1,6}\s|\*\*.*\*\*:?\s*$)/.test(line) || waysPattern().test(heading);
  const subject = makeTitle(heading.replace(waysPattern(), ""), MAX_OPTION).replace(/:$/, "");
  return isHeading && !leansOnContext(subject) ? `${subject}:` : "";
}
