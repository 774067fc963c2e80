// Adds the topic to a title that cannot be understood alone: "put it in the handler" gets Claude's question in front.
// If nothing says what "it" is, the words do not become a title.
import { MAX_TITLE } from "../memory.ts";
import type { TriageFinding } from "./candidate.ts";
import { wordsIn } from "./sentences.ts";
import { lowerFirst, makeTitle, shorten } from "./title.ts";

const MAX_TOPIC = 85;
const MIN_REST = 20;
/** How much of the end of a message is searched for a topic. */
const MAX_READ = 2500;
const MIN_BEFORE = 2;

/** Words that never name a topic. */
const FILLER_WORDS = new Set(
  `a able about above actually add agree ahead all alright also always am an and another any are as ask at back be because been before being
  best better both but by call can change changes choose come could did do does doing don't done dont each either else even
  every everything fine first for from get give go going gonna good got great had has have having help here hey how i i'd i'll
  i'm i've idea if in instead into is isn't it it's its just keep kind later leave let let's lets like likely look looks lot main make
  makes making many may maybe me mean means might mind more most move much must my need needs never new next no not now
  of off ok okay on once one ones only option options or other our out over own part people perhaps please point prefer
  probably proceed put question quick quite rather really right same say see seems set shall should simply so some something
  sort still stuff such suggest sure take tell than thank thanks that that's the their them then there these they thing
  things think this those though thoughts time to together too try two under until up us use used using very want wanted
  was way ways we we'd we'll we're we've well were what what's when where whether which while who why will wish with without
  won't work works would yes yeah yet you you'd you'll you're your`.split(/\s+/),
);

/** A cheap test before the long pattern below. */
const pronounWordPattern = () => /\b(?:its?|th(?:e|is|ese|ose|em|ey|at|ere)|ones?)\b/i;
/** Pronouns that refer to earlier text. "It is better to …" and "in this project" do not. */
const pronounPattern = () =>
  /\b(?:it(?! (?:seems|looks) (?:like|that|as)\b| turns out\b|'?s? (?:is |would be |might be )?(?:better|best|fine|okay?|enough|easier|safer|allowed|makes?|make) )|its(?! better)|th(?:is|ese)(?! (?:project|repo\w*|app|codebase|machine|package|branch|session|workspace)\b)|those|them|they|(?<=^(?:is|was|does|did|do|would) )that|that(?= (?:is|was|one|should|would|can|could|will|does|did|has|needs?|makes?|way|as)\b|'s|[.,!?]|$)|there(?!'s\b| (?:is|are|was|were|will|would|should|needs?|has|have)\b)|ones?(?= (?:per|for|in|at|on|of)\b|[.,]|$)|the (?:change|script|other|same|former|latter|above|first|second|rest)(?= \w+(?:$|[?:,.])|[?.,]|$)|(?:the|that|this) (?:\w+ )?thing|the (?:idea|point|reason) (?:is|was|here|being))\b/gi;

/** The words that can name a topic. */
export function contentWords(text: string): string[] {
  return wordsIn(text.toLowerCase().replaceAll("’", "'")).filter(
    (word) => !FILLER_WORDS.has(word) && !/(?<!app|rep|sup|mul|po|fami|assemb)ly$/.test(word),
  );
}

/** Whether a title can only be understood with the text before it. */
export function needsContext(title: string): boolean {
  const text = title.replaceAll("’", "'");
  if (contentWords(text).length === 0) return true;
  if (!pronounWordPattern().test(text)) return false;
  return [...text.matchAll(pronounPattern())].some(
    ({ index }) => contentWords(text.slice(0, index)).length < MIN_BEFORE,
  );
}

const questionOpeningPattern = () =>
  /^(?:(?:(?:\w+ ){0,3}questions?(?: is)?|so|and|but|ok|now|also|\d{1,2}[.)])[:,]?\s+)*(?:(?:do you |would you )?(?:want|like|prefer)(?: me)?(?: to)? (?=\w)|(?:shall|should) (?:i|we) (?=\w))?/i;

/** The topic of Claude's last question or list, such as "Where to put the lock:"; "" if there is none. */
export function topicOf(message: string): string {
  const lines = message.slice(-MAX_READ).split("\n");
  const topics = lines.map((line) => (/^\s*[-*+•|>]\s/.test(line) ? "" : readTopic(line)));
  return topics.findLast((topic) => topic !== "") ?? "";
}

const codeNamePattern = () => /[a-z][A-Z]|\w[_./]\w|\(\)|--\w/;
/** "For the storage model:" is a topic, "The steps are:" is not. */
const leadPattern = () =>
  /^(?:for|if|when|where|how|which|what|who|whether|on|about|in case|regarding)\b.*:$/i;

/** The topic in one line that asks a question or introduces a list. */
export function readTopic(line: string): string {
  const bare = makeTopic(line);
  const sentences = bare.split(/(?<=[.?!])\s+/).filter((one) => /[?:]$/.test(one));
  for (const sentence of sentences.toReversed()) {
    const asked = makeTopic(
      sentence.replace(questionOpeningPattern(), "").replace(/,(?: should we| do you want)?(:?)$/, "$1"),
    );
    const topic = /[?:]$/.test(asked) ? asked : `${asked}?`;
    const isNamed = contentWords(topic).length >= MIN_BEFORE || codeNamePattern().test(topic);
    const isTopic = topic.endsWith("?") || leadPattern().test(topic);
    // A question in quotation marks was not asked.
    const isAsked = !topic.includes('"');
    if (topic.length <= MAX_TOPIC && isTopic && isAsked && isNamed && !needsContext(topic)) return topic;
  }
  return "";
}

function makeTopic(text: string): string {
  const end = /[?:]\W*$/.exec(text)?.[0]?.trim()[0] ?? "";
  return `${makeTitle(text.slice(0, MAX_READ), MAX_READ).replace(/[?:]$/, "")}${end}`;
}

/** "Where to put the lock: put it in the handler"; null if that is too long for a title. */
export function joinTopic(topic: string, text: string): string | null {
  const room = MAX_TITLE - topic.length - 1;
  if (topic === "" || room < MIN_REST) return null;
  const rest = shorten(answerTo(topic, text), room, MIN_REST);
  return rest.endsWith("…") ? null : makeTitle(`${topic} ${topic.endsWith(":") ? lowerFirst(rest) : rest}`);
}

/** The words of an answer. After a question, its "no" counts; elsewhere it is filler. */
export function answerTo(topic: string, text: string): string {
  const words = makeTitle(text, MAX_READ);
  const isNo = topic.endsWith("?") && /^\s*(?:no|nope|nah)\b/i.test(text) && !/^no\b/i.test(words);
  return isNo ? `No, ${lowerFirst(words)}` : words;
}

/** The text as a title, with Claude's question in front if needed; null if it cannot be understood even so. */
export function titleInContext(text: string, message: string): string | null {
  const title = makeTitle(text);
  return needsContext(title) ? joinTopic(topicOf(message), text) : title;
}

/** If the title begins with a topic in Claude's words, adds it to the evidence as Claude's. */
export function withTopic(finding: TriageFinding, title: string, own: string): TriageFinding {
  const [topic = ""] = /^.*?[?:](?= )/.exec(title) ?? [];
  const isOwn = topic === "" || makeTitle(own, MAX_READ).includes(topic.slice(0, -1));
  const evidence = isOwn ? [] : [{ line: topic, who: "claude" as const, why: "what it is about" }];
  return { ...finding, title, evidence: [...finding.evidence, ...evidence] };
}
