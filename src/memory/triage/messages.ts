// Reads short messages of the user for the store, where they can be searched: what they wish, and the rest.
import { type Category, MAX_TITLE } from "../memory.ts";
import { MESSAGE, type TriageFinding } from "./candidate.ts";
import { hasAny, type Sentence, splitSentences, wordsIn } from "./sentences.ts";
import type { Source } from "./sources.ts";
import { matchStatements } from "./statements/match-statements.ts";
import { makeTitle, plainLine, quoteAround } from "./title.ts";
import { answerTo, contentWords, joinTopic, needsContext, topicOf, withTopic } from "./topic.ts";

/** Longer prompts are task descriptions, in which single sentences mean little, except standing orders. */
export const MAX_SHORT = 600;
const MAX_LINE = 600;
const MIN_WORDS = 4;

/** Corrects Claude. Every match has one of the words. */
const CORRECTION_WORDS = "no|nah|correct|right|true|case|point|that|told|said|mentioned".split("|");
const correctionPattern = () =>
  /^(?:no|nope|nah)\b[,.!: ]+(?:\S+ ){4}|\b(?:is|are|was|were)(?: not|n't) (?:correct|right|true|the (?:case|point))\b|\bthat(?:'?s| is) (?:wrong|incorrect|a (?:common )?misconception|not (?:what|how|why|where|the))\b|\b(?:did|have|do) we not\b.*\b(?:before|already|this)\b|\bi (?:already )?(?:told|said|mentioned)\b.*\b(?:before|already|earlier|you)\b|\bas i (?:said|told|mentioned)\b/i;
/** Says how something should be. Every match has one of the words. */
const WISH_WORDS =
  "rather|prefer|want|don|need|should|would|favo|let|better|best|fine|ok|allowed|enough|idea is|separate|do not".split(
    "|",
  );
const wishPattern = () =>
  /\bi(?:'d| would) rather\b|\b(?:i|we) (?:\w+ly |also |do |would |'d |just |always |then )*(?:prefer|want(?! (?:you|me|us) to\b| to (?:see|know|understand|have a|check|do an?|analy|rework|generate|try|test)\b)|don'?t (?:want|use|like)|need (?:to (?:have|use|keep|make sure|avoid|be)|a way)|should(?:n'?t| not| just| only| always| never| probably| also)*\b(?! (?:i|we)\b)|would (?:only|never|not))|\bi(?:'m| am) (?:\w+ )?in favou?r of\b|\blet'?s (?:not(?! worry)|keep|skip|have (?!a look)|use|stick|avoid|go with|make (?:sure|it)|do (?:this|that|it|the [\w ]+) as)\b|\b(?:it|that|its|it's)(?: is| would be|'s)? (?:better|best|fine|ok(?:ay)?|allowed|enough) (?:not )?to\b|\bthe idea is\b|\bno need (?:to|for)\b|\bas a separate\b|\bdo(?:n'?t| not) (?:\w+ ){1,6}(?:every|each|on every|until|unless|without|again)\b/i;
/** Looks like a wish, but is a task, a bug report or a guess. */
const noWishPattern = () =>
  /\b(?:bug|broken|fails?|failing|error|crash\w*|issue with|wondering|whether|not sure|don'?t know|maybe|might|perhaps|could (?:be|it)|understand|summari[sz]e|analy[sz]e|investigate|look (?:at|into)|explain|review|(?:do a |you )?commit (?:it|this|everything|as well)|push)\b|^(?:tell|show|give) me\b/i;
const laterPattern = () =>
  /\b(?:later|in (?:the )?future|follow-?up|(?:as |in )?a? ?separate (?:pr|feature|task|ticket|issue|change)|eventually|some ?day|next (?:sprint|release|version)|out of scope|pick (?:it|this) up|todo)\b/i;
/** About the way of working, not about the product. */
const workPattern = () =>
  /\b(?:always|never|every time|each (?:time|commit|step)|from now on|commits?|tests?|test suite|branch(?:es)?|pull requests?|prs?|rebuild|re-?run|ask me|sub-?agents?|skill|model|comments?|commit messages?|lint\w*)\b/i;

/** Sentences that state something. "…, right?" is a statement, too. */
export function statementsIn(text: string): readonly Sentence[] {
  return splitSentences(text).filter(
    ({ plain }) =>
      wordsIn(plain.replace(/(?:^|\s)\/[\w:-]+(?=\s|$)/g, " ")).length >= MIN_WORDS && !isAsked(plain),
  );
}

const asksPattern = () =>
  /^(?:(?:and|but|so|ok(?:ay)?|also|hm+|ah|oh|question),? )*(?:(?:how|why|what|where|when|who|which)\b(?! i\b)|(?:is|are|was|were|do|does|did|can|could|would|should|shall|have|has|will) (?:you|we|it|i|they|there|the|this|that)\b)/i;
/** "Can it warn instead?" and "maybe the linter first?" are wishes, "can you …?" is a task. */
export function isProposal(plain: string): boolean {
  return /^(?:(?:and|also|ok|so|but|hm+),? )*(?:(?:can|could|should)(?:'t|n't)? (?:it|we|this|that|they)|maybe|perhaps)\b/i.test(
    plain,
  );
}

function isAsked(plain: string): boolean {
  if (isProposal(plain)) return false;
  if (!hasQuestionMark(plain)) return asksPattern().test(plain);
  return !/[,.] ?(?:right|yeah|yes|no|ok(?:ay)?|correct|hey|huh|please)\s*[?？]/i.test(plain);
}

export function hasQuestionMark(text: string): boolean {
  return /[?？]\s*\W*$/.test(text);
}

/** Postpones work: "later", "in a separate PR". */
function isPostponed(text: string): boolean {
  return laterPattern().test(text);
}

export function guessCategory(text: string, otherwise: Category = "DECISION"): Category {
  if (isPostponed(text)) return "TECH_DEBT";
  return workPattern().test(text) ? "PREFERENCE" : otherwise;
}

/** Adds the whole message as evidence if it says more than the finding. */
export function withMessage(finding: TriageFinding, text: string): TriageFinding {
  const line = quoteAround(text, finding.evidence[0]?.line ?? "", MAX_LINE);
  if (finding.evidence.some((one) => one.line === line)) return finding;
  return { ...finding, evidence: [...finding.evidence, { line, who: "user", why: MESSAGE }] };
}

export function isCorrection(text: string): boolean {
  return hasAny(text, CORRECTION_WORDS) && correctionPattern().test(text);
}

export function isWish({ masked }: Sentence): boolean {
  return (
    hasAny(masked, WISH_WORDS) &&
    wishPattern().test(masked) &&
    !noWishPattern().test(masked) &&
    !hasQuestionMark(masked)
  );
}

/** Strips "did we not go through this before, …", "I told you to …" and "no, that is not correct: …" */
export function withoutReproach(text: string): string {
  return (
    plainLine(text)
      .replace(/^did we not [^,.?]{0,40}[,.?]\s*/i, "")
      .replace(
        /^(?:as )?i (?:already )?(?:told you|said)(?:,| that| to)? (?!about|so\b|it\b|before|already|this\b)(?=\S)/i,
        "",
      )
      // "No need to …" and "no tests" mean something.
      .replace(/^no(?:,| (?=(?:i|we|you|it|this|that|they|the|do|don['’]?t)\b))\s*/i, "")
      .replace(
        /^(?:that|this|it)(?:'?s| is) (?:not (?:correct|right|true)|wrong|incorrect)[,.:;!]+ (?=\S)/i,
        "",
      )
  );
}

export function readSaid(text: string, message: string): TriageFinding[] {
  if (isAssent(text)) return [];
  const isWished = statementsIn(text).some((one) => isWish(one) || isCorrection(one.plain));
  const title = text.length <= MAX_SHORT || isWished ? saidTitle(text, message) : null;
  if (title === null) return [];
  const source = isWished ? "wish" : "said";
  const finding = toFinding(source, guessCategory(text), title.from, text, "said in a short message");
  return [{ ...withTopic(finding, title.title, text), identity: plainLine(text) }];
}

/** Prefers a sentence with a wish that can be understood alone. If none can be, Claude's question goes in front, if there is one. */
function saidTitle(text: string, message: string): { title: string; from: string } | null {
  const sentences = statementsIn(text);
  const clear = sentences.filter(({ plain }) => !needsContext(makeTitle(plain)));
  const informative = sentences.find(
    (one) => isInformative(one) && contentWords(one.plain).length >= MIN_WORDS,
  );
  const best = clear.find(isInformative) ?? informative ?? clear[0];
  if (best !== undefined) return { title: makeTitle(best.plain), from: best.plain };
  const first = sentences.find(({ plain }) => !plain.endsWith(":"));
  if (first === undefined) return null;
  const topic = topicOf(message);
  if (topic === "") return { title: makeTitle(first.plain), from: first.plain };
  const joined = joinTopic(topic, first.plain);
  return {
    title: joined ?? quoteAround(`${topic} ${answerTo(topic, first.plain)}`, "", MAX_TITLE),
    from: first.plain,
  };
}

function isInformative(sentence: Sentence): boolean {
  return isWish(sentence) || isCorrection(sentence.plain) || matchStatements(sentence.plain).length > 0;
}

const ASSENT =
  " yes yeah yep yup ok okay sure please do it go ahead continue proceed thanks thank you great good perfect nice cool fine right correct exactly sounds looks works commit push that this them all everything now then lets let's and the a an is be would love resume retry again try add create fix merge up me for with i'd like ";

/** The message only agrees or tells Claude to continue. */
export function isAssent(text: string): boolean {
  const words = wordsIn(text.toLowerCase());
  return words.filter((word) => !ASSENT.includes(` ${word.replace("’", "'")} `)).length < 2;
}

export function toFinding(
  source: Source,
  category: Category,
  title: string,
  text: string,
  why: string,
): TriageFinding {
  return {
    source,
    category,
    title: makeTitle(title),
    evidence: [{ line: quoteAround(text, title, MAX_LINE), who: "user", why }],
    identity: plainLine(title),
  };
}
