// Claude asked which way to go and the person named one: a decision without any word for deciding.
import type { TriageFinding } from "../candidate.ts";
import { splitSentences } from "../sentences.ts";
import { answerTitle } from "../title.ts";
import { isQuestion, type Option, type Question } from "./questions.ts";

interface ChosenOptions {
  options: Option[];
  /** Several numbers are a list of work, not one way among others. */
  isWorkList: boolean;
}

const MAX_LINE = 300;
const MAX_ANSWER_WORDS = 40;
/** A reply that starts with something else may still get to the answer. */
const MAX_SENTENCES = 3;
const WORDS_BEFORE_OR = 7;
const WORDS_AFTER_OR = 9;
const OR = ["or", "oder", "o", "ou", "vs"];
/** Words that name no option. */
const STOP_WORDS =
  "the and for with that this you your are can should would shall like want use using have has not but from into one or our was were will them they there here then than also just which what how why who option approach way do it is to a an of in on as at by we i me my be so if";

/** Claude asks for a fact. */
const factPattern = () =>
  /(?:^|[.?!] )(?:so |and |ok(?:ay)?, )?(?:(?:did|does|has|have)\b|(?:is|are|was|were)\b(?![^?]*\b(?:ok(?:ay)?|fine|better|best|acceptable|preferable|preferred|allowed|enough|needed|required|want(?:ed)?|going to|to be|supposed)\b))|\b(?:do|did) you (?:mean|see|have|run|get|use|know)\b|\bsee the\b|\bis there (?:something|anything)\b|\b(?:the diff|(?:whole|full) file|is (?:this|that) enough)\b/i;
/** The next step is not a decision, nor is what happens to something that only "it" names. */
const stepPattern = () =>
  /\b(?:shall|should) i\b.*\b(?:commit|push|run|continue|proceed|stop|look|check|start|open|show|explain|investigate|go on|try|wait)\b|\b(?:want|like) me to\b(?! (?:use|store|keep|make|put|go with|switch|build|model|split|treat|base|implement (?:it|this) (?:as|with)))|\bsupposed to\b|\b(?:would you like|do you want) to\b(?! (?:use|store|keep|support|allow|have))(?![^?]*\bor\b)|\b(?:explanation|summary|overview|walkthrough|answer)s?\?|\b\w+ (?:it|them|this|that) or (?:\w+ ){0,2}\w+ (?:it|them|this|that|as is|alone)\b/i;
const byClaudePattern = () => /\b(?:should|shall|may|can) i\b|\b(?:want|like) me to\b/i;
const choresPattern = () =>
  /\b(?:add|write|update|include) (?:an? |some |more |the )?(?:unit )?(?:tests?|comments?|logs?|logging|docs?|readme|changelog)\b|\brename\b/i;
/** For the moment, or about how Claude goes to work. */
const passingPattern = () =>
  /\b(?:[Tt]his session|current session|for now|this (?:time|once)|[Tt]emporar\w+|I(?:'ll)? \w+)\b/;
/** "option b", "2.", "the second" */
const labelPattern = () =>
  /^(?:(?:option|plan|approach) (?:[a-d]|[1-4])\b|(?:[a-d]|[1-4])(?=\s*(?:[.,;:!)]|$|(?:please|pls|because|since)\b))|(?:ok(?:ay)?,? |then )*(?:the|die|den|das) (?:first|second|third|latter|former|zweite|erste|dritte)\b)/i;

/** Asks back, puts it off, or leaves it to others. */
const openPattern = () =>
  /\?|^(?:we're|we are|it's|it is|i'm|i am|they're) (?:in|on|at|not|still|already|running)\b|^(?:can|could|would|is|are|do|does|should)\b|\b(?:or|ask|need to|discuss|tomorrow|decide|whichever|no preference|not sure|don't know|dunno|no idea|you (?:decide|choose|pick)|up to you|either|both work|whatever|both(?= (?:work|are|would|look|sound|have|please)|[.,!]|$)|park|parking|open|wait|hold on|maybe|perhaps|depends|let me think|later|neither|what's the difference|explain|compare|hmm|haven't decided|think about it|might|could|first (?:show|tell|explain|check)|tell me|show me|give me|(?<!\b(?:that's|thats|that is|this is|is) )(?:why|how|what)|compare|before|we'll see|let's (?:discuss|talk|see)|no opinion|haven't|is (?:that|it) true|i heard|was the one|neither|check with|other (?:services?|projects?|teams?) use)\b|\bright\W*$/i;
/** Stands between the question and its answer. */
const asksBackPattern = () =>
  /\?|^(?:(?:ok(?:ay)?|hm+|and|so|but|well|wait)[,.]? )*(?:how|what|which|why|when|who|where|can|could|would|is|are|do|does|will|whats|hows)\b/i;
const assentPattern = () =>
  /^(?:(?:ok(?:ay)?|k|yes|yep|yeah|yup|ya|sure|hm+|ah|oh|well|right|alright|cool|nice|great|perfect|good|lovely|awesome|thanks|thx|fair(?: enough| point)?|true|and|exactly|absolutely|definitely)[,.!]*\s+)*(?:(?:that |this |it |all )?(?:sounds?|looks?|seems?|is|works?|'s) ?(?:good|great|fine|right|ok(?:ay)?|perfect|reasonable|sensible|correct|like a plan|about right|for me)|(?:that )?makes? sense|agreed?|i agree|fine|works for (?:me|us)|do (?:it|that|this|so)|go (?:for it|ahead|on|with (?:it|that))|go(?=\W*$)|let's (?:do|go with|keep) (?:it|that|this)|keep (?:it|that)|approved|accepted|ship it|lgtm|sgtm|\+1|yes|yep|yeah|yup|sure|ok(?:ay)?|please do|exactly|perfect|great|nice|good(?! (?:question|morning|point but))|cool|love it|i like (?:it|that)|like it|sold|convinced|deal|right|correct|no objections?|leave it|fair|thanks)(?!\w)|^[\w ]{0,20}\b(?:is right|is correct|is fine|looks right)\b|^👍/i;
/** Agrees to something else, or not yet. */
const reservedPattern = () =>
  /\?|\b(?:but|later|not now|not yet|wait|hold|why|how|first|before|instead|rather|though|however|maybe|except|undo|revert|don't|no|wrong|broken|fails?|error)\b/i;
const yesNoPattern = () =>
  /^(?:(?:(?:ok(?:ay)?|hm+|oh|well|ah)[,.]? )?(?:yes|yep|yeah|yup|no|nope|nah|sure|ok(?:ay)?|right|correct|exactly|definitely|absolutely|of course|please|pls|thanks|do it|do that|go ahead|go)\b[\s,.!:-]*)+/i;
const denialPattern = () => /^(?:(?:hm+|oh|well|ah)[,.]? )?(?:no|nope|nah)\b/i;
/** Comes before an answer and says nothing of it. */
const acknowledgementPattern = () =>
  /^(?:(?:oh|ah|ok(?:ay)?|hm+|well|right|yeah|thanks|thx|good|fair|nice|great|cool|true)[,.! ]*)*(?:good (?:question|point|catch|idea)|fair (?:question|point|enough)|i see|got it|makes sense|thanks?(?: (?:a lot|for \w+))?|thx|hm+|true|sorry|ah|oh|well|interesting|let me think|one sec)[.,!]*$/i;
/** "ok, let's go with option 2 and 3, because …" */
const chosenPattern = () =>
  /^(?:(?:ok(?:ay)?|alright|right|so|then|yes|yeah|yep|no|well|cool|great|fine|good|perfect|sure|hmm+|actually|please|just)[,.:;!–—-]*\s+)*(?:(?:i'd say|i vote|i want|i'd like|i prefer|i choose|i pick|i'll take|we'll take|i'd go|go|let's|do|use|take|pick|choose|implement|make it)\s+)*(?:(?:with|for|go|do|take|ahead)\s+)*(?:the\s+)?(?:(?:option|approach|plan|variant|number|alternative|proposal)\s+)?#?([a-h]|\d{1,2})((?:\s*(?:,|and|&|\+|,\s*and)\s*#?(?:[a-h]|\d{1,2}))*)(?=\s*(?:[.,;:!)–—(-]|$|(?:please|pls|because|since|then|sounds|looks|it is|though|but|for)\b))/i;

/** The reply asks for more before it answers. */
export function asksBack(reply: string, question: Question): boolean {
  return question.text !== "" && isQuestion(question) && asksBackPattern().test(reply);
}

/** `question`: what Claude left to settle in its last message, or one that still waits. */
export function readAnswer(text: string, question: Question): TriageFinding[] {
  const { text: asked, kind, options } = question;
  const sentences = splitSentences(text)
    .map(({ plain }) => plain)
    .filter((plain) => !acknowledgementPattern().test(plain));
  // A single letter is no sentence, but an answer.
  const first = sentences[0] ?? text.trim();
  const chosen = findChosen(first, options);
  if (chosen !== null && !/\?\s*$/.test(first)) {
    const isPassing =
      chosen.isWorkList ||
      stepPattern().test(asked) ||
      chosen.options.some((option) => passingPattern().test(option.text));
    const answer = chosen.options.map((option) => option.text).join("; ");
    return toFinding({ asked, answer, reply: first, strength: isPassing ? 0.3 : 0.55 });
  }
  if (asked === "") return [];
  if (!isQuestion(question)) return readAssent(text, first, question);
  if (stepPattern().test(asked) || factPattern().test(asked) || isNoAnswer(first)) return [];
  if (kind === "design")
    return toFinding({ asked, answer: first, reply: first, strength: designStrength(first, asked) });
  const reply = [first, ...sentences.slice(1, MAX_SENTENCES)].find(
    (one) => !isNoAnswer(one) && namesOption(one, asked),
  );
  return reply === undefined ? [] : toFinding({ asked, answer: reply, reply, strength: 0.5 });
}

/** Which of the labelled options a short answer names. */
function findChosen(answer: string, options: readonly Option[]): ChosenOptions | null {
  const [, first, more = ""] = (options.length === 0 ? null : chosenPattern().exec(answer)) ?? [];
  if (first === undefined) return null;
  const labels = [first, ...(more.match(/\b(?:[a-h]|\d{1,2})\b/gi) ?? [])].map((label) =>
    label.toLowerCase(),
  );
  const chosen = options.filter(({ label }) => labels.includes(label));
  if (chosen.length === 0) return null;
  const areNumbers = labels.every((label) => /\d/.test(label));
  const isWorkList = (labels.length > 1 && areNumbers) || !chosen.some(({ isAlternative }) => isAlternative);
  return { options: chosen, isWorkList };
}

function isNoAnswer(reply: string): boolean {
  return reply.length < 2 || reply.endsWith(":") || openPattern().test(reply);
}

/** One of the options that were offered. */
function namesOption(reply: string, asked: string): boolean {
  const words = wordsOf(reply);
  const offered = offeredIn(asked);
  return (
    words.length <= MAX_ANSWER_WORDS &&
    (words.some((word) => offered.has(word)) || labelPattern().test(reply))
  );
}

/** "No, because …" settles more than "yes": what Claude offers to do is mostly its next step. */
function designStrength(reply: string, asked: string): number {
  const words = wordsOf(reply.replace(yesNoPattern(), "")).length;
  if (words > MAX_ANSWER_WORDS) return 0;
  if (!byClaudePattern().test(asked) || /\b(?:instead of|rather than)\b/i.test(asked)) return 0.45;
  const isLimited = denialPattern().test(reply) || /^[^?]{2,60}\b(?:only|never|not)\b/i.test(reply);
  return isLimited && words > 1 && !choresPattern().test(asked) ? 0.42 : 0;
}

/** What Claude proposed or chose is named by its own words: "sounds good" says nothing. */
function readAssent(text: string, reply: string, { text: asked, kind }: Question): TriageFinding[] {
  if (!assentPattern().test(text.trim()) || reservedPattern().test(reply) || stepPattern().test(asked))
    return [];
  const line = `${asked} → ${reply}`.slice(0, MAX_LINE);
  return [
    {
      category: "DECISION",
      title: asked,
      strengths: { "decision.assent": kind === "proposal" ? 0.48 : 0.44 },
      evidence: [{ line, who: "user", why: "the person agreed to it" }],
      identity: asked,
    },
  ];
}

interface Answer {
  asked: string;
  answer: string;
  reply: string;
  strength: number;
}

function toFinding({ asked, answer, reply, strength }: Answer): TriageFinding[] {
  if (strength === 0) return [];
  const line = `${asked} → ${answer === reply ? reply : `${reply} (${answer})`}`.slice(0, MAX_LINE);
  return [
    {
      category: "DECISION",
      title: answerTitle(asked, answer),
      strengths: { "decision.reply": strength },
      evidence: [{ line, who: "user", why: "the person's answer to a question of Claude" }],
      identity: line,
    },
  ];
}

/** The words beside an "or": the rest of a question only says what it is about. */
function offeredIn(asked: string): Set<string> {
  const words = wordsOf(asked.replaceAll("还是", " or ").replace(/\bchoice (between .+?) and /i, "$1 or "));
  const beside = words.flatMap((word, at) =>
    OR.includes(word) ? words.slice(Math.max(0, at - WORDS_BEFORE_OR), at + WORDS_AFTER_OR) : [],
  );
  // Without one, the options may be listed after a colon.
  const isListed = beside.length === 0 && asked.includes(": ");
  const offered = new Set(isListed ? wordsOf(asked.slice(asked.indexOf(": "))) : beside);
  return offered.difference(new Set(STOP_WORDS.split(" ")));
}

function wordsOf(text: string): string[] {
  return text.toLowerCase().match(/[\p{L}\d](?:[\p{L}\d.+#-]*[\p{L}\d+#])?/gu) ?? [];
}
