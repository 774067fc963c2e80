// Reads short messages of the user: corrections, repeated wishes, wishes, and the rest, which is listed below the inbox.
import { type Category, MAX_TITLE } from "../memory.ts";
import { MESSAGE, type TriageFinding } from "./candidate.ts";
import { hasAny, type Sentence, splitSentences, startsWithAny, wordsIn } from "./sentences.ts";
import type { Source } from "./sources.ts";
import type { TriageState } from "./state.ts";
import { matchStatements } from "./statements/match-statements.ts";
import { MAX_READ, makeTitle, plainLine, quoteAround } from "./title.ts";
import { contentWords, joinTopic, leansOnContext, titleInContext, topicOf, withTopic } from "./topic.ts";

/** Longer prompts are task descriptions, in which single sentences mean little. */
export const MAX_SHORT = 600;
const MAX_SAID = 1000;
const MAX_LINE = 600;
const MIN_WORDS = 4;
const MAX_MEANS = 40;
const MAX_WISHES = 2;

/** Corrects Claude. */
const CORRECTION_WORDS =
  "no |no,|no.|no!|no:|nope|nah|correct|right|true|case|point|that|we not|told|said|mentioned".split("|");
const correctionPattern = () =>
  /^(?:no|nope|nah)\b[,.!: ]+(?:\S+ ){4}|\b(?:is|are|was|were)(?: not|n't) (?:correct|right|true|the (?:case|point))\b|\bthat(?:'?s| is) (?:wrong|incorrect|a (?:common )?misconception|not (?:what|how|why|where|the))\b|\b(?:did|have|do) we not\b.*\b(?:before|already|this)\b|\bi (?:already )?(?:told|said|mentioned)\b.*\b(?:before|already|earlier|you)\b|\bas i (?:said|told|mentioned)\b/i;
/** True only for the moment: what is done already, where something is right now. */
const passingPattern = () =>
  /\b(?:already (?:been )?(?:fixed|done|committed|merged|pushed|running)|looking for|roll(?:ing)? (?:it )?back|never ?mind|try again|the (?:right|wrong) (?:branch|file|window|tab)|do(?:es)?(?:n'?t| not) seem|works?,? but)\b|https?:\/\//i;
/** Says how something should be. */
const WISH_WORDS =
  "rather|prefer|want|don|need|should|would|favo|let's|lets|better|best|fine|ok|allowed|enough|idea is|separate|do not".split(
    "|",
  );
const wishPattern = () =>
  /\bi(?:'d| would) rather\b|\b(?:i|we) (?:also |really |actually |do |would |'d |only |just |always |then )*(?:prefer|want(?! (?:you|me|us) to\b| to (?:see|know|understand|have a|check|do an?|analy|rework|generate|try|test)\b)|don'?t (?:want|use|like)|need (?:to (?:have|use|keep|make sure|avoid|be)|a way)|should(?:n'?t| not| just| only| always| never| probably| also)*\b(?! (?:i|we)\b)|would (?:only|never|not))|\bi(?:'m| am) (?:\w+ )?in favou?r of\b|\blet'?s (?:not(?! worry)|keep|skip|have (?!a look)|use|stick|avoid|go with|make (?:sure|it)|do (?:this|that|it|the [\w ]+) as)\b|\b(?:it|that|its|it's)(?: is| would be|'s)? (?:better|best|fine|ok(?:ay)?|allowed|enough) (?:not )?to\b|\bthe idea is\b|\bno need (?:to|for)\b|\bas a separate\b|\bdo(?:n'?t| not) (?:\w+ ){1,6}(?:every|each|on every|until|unless|without|again)\b/i;
/** Looks like a wish, but is a task, a bug report or a guess. */
const noWishPattern = () =>
  /\b(?:bug|broken|fails?|failing|error|crash\w*|issue with|wondering|whether|not sure|maybe|might|perhaps|could (?:be|it)|understand|summari[sz]e|analy[sz]e|investigate|look (?:at|into)|explain|review|(?:do a |you )?commit (?:it|this|everything|as well)|push)\b|^(?:tell|show|give) me\b/i;
const LATER_WORDS = "later|future|follow|separate|eventual|some|next|scope|pick|todo".split("|");
const laterPattern = () =>
  /\b(?:later|in (?:the )?future|follow-?up|(?:as |in )?a? ?separate (?:pr|feature|task|ticket|issue|change)|eventually|some ?day|next (?:sprint|release|version)|out of scope|pick (?:it|this) up|todo)\b/i;
/** About the way of working, not about the product. */
const workPattern = () =>
  /\b(?:always|never|every time|each (?:time|commit|step)|from now on|commits?|tests?|test suite|branch(?:es)?|pull requests?|prs?|rebuild|re-?run|ask me|sub-?agents?|skill|model|comments?|commit messages?|lint\w*)\b/i;
/** A fact about the environment that the project cannot change. */
const givenPattern = () =>
  /\b(?:(?:do(?:es)?|can|is|are|has|have)(?: not|n'?t| no)|dont|cannot|only|no access|not allowed|runs? (?:on|at|in)|is (?:at|on|running|located)|at the end of|limit\w*|license\w*|never be)\b/i;

/** Sentences that state something. "…, right?" is a statement, too. */
export function statementsIn(text: string): readonly Sentence[] {
  return splitSentences(text).filter(
    ({ plain, isOption }) =>
      !isOption &&
      wordsIn(plain.replace(/(?:^|\s)\/[\w:-]+(?=\s|$)/g, " ")).length >= MIN_WORDS &&
      !isAsked(plain),
  );
}

const ASKING_STARTS =
  "and|but|so|ok|also|hm|ah|oh|question|how|wh|is|are|was|were|do|did|can|could|would|should|shall|ha|will".split(
    "|",
  );
const asksPattern = () =>
  /^(?:(?:and|but|so|ok(?:ay)?|also|hm+|ah|oh|question),? )*(?:(?:how|why|what|where|when|who|which)\b(?! i\b)|(?:is|are|was|were|do|does|did|can|could|would|should|shall|have|has|will) (?:you|we|it|i|they|there|the|this|that)\b)/i;

function isAsked(plain: string): boolean {
  if (!/[?？]\s*\W*$/.test(plain))
    return (
      startsWithAny(plain, ASKING_STARTS) &&
      asksPattern().test(plain) &&
      !/^(?:can|could) (?:it|we)\b/i.test(plain)
    );
  return !/[,.] ?(?:right|yeah|yes|no|ok(?:ay)?|correct|hey|huh|please)\s*[?？]/i.test(plain);
}

/** Postpones work: "later", "in a separate PR". */
export function isPutOff(text: string): boolean {
  return hasAny(text, LATER_WORDS) && laterPattern().test(text);
}

export function guessCategory(text: string, otherwise: Category = "DECISION"): Category {
  if (isPutOff(text)) return "TECH_DEBT";
  if (workPattern().test(text)) return "PREFERENCE";
  return otherwise === "CONSTRAINT" && !givenPattern().test(text) ? "DECISION" : otherwise;
}

/** `text` is a short message without pasted parts, `message` is Claude's message before it. */
export function readMessage(text: string, message: string, state: TriageState): TriageFinding[] {
  const sentences = statementsIn(text);
  const correction = splitSentences(text).find(({ plain }) => isCorrection(plain));
  if (correction !== undefined && !passingPattern().test(text)) {
    const title = correctionTitle(text, message);
    const category = guessCategory(correction.plain, "CONSTRAINT");
    return title === null
      ? []
      : [withTopic(toFinding("correction", category, text, text, "corrects Claude"), title, text)];
  }
  const repeated = readRepeated(sentences, text, state);
  if (repeated.length > 0) return repeated;
  return sentences
    .filter(isWish)
    .slice(0, MAX_WISHES)
    .flatMap((wish) => {
      const title = wishTitle(wish, sentences, message);
      const finding = toFinding(
        "wish",
        guessCategory(wish.plain),
        wish.plain,
        wish.plain,
        "says how it should be",
      );
      return title === null ? [] : [withMessage(withTopic(finding, title, text), text)];
    });
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
  return hasAny(masked, WISH_WORDS) && wishPattern().test(masked) && !noWishPattern().test(masked);
}

/** Where the wish begins; 0 without one. */
function wishAt(masked: string): number {
  return hasAny(masked, WISH_WORDS) ? (wishPattern().exec(masked)?.index ?? 0) : 0;
}

/** Says what is right and what it is about, without the reproach. */
function correctionTitle(text: string, message: string): string | null {
  const right = withoutReproach(text);
  // In "This is fine. If …", the second sentence can be understood alone.
  const clear = /^(?:i think |i guess )?(?:this|that|it)(?:'s| is| was) /i.test(right)
    ? statementsIn(right).find(({ plain }) => !leansOnContext(makeTitle(plain)))
    : undefined;
  if (clear !== undefined) return makeTitle(right.slice(right.indexOf(clear.plain)), MAX_TITLE);
  const topic = /[?:]\W*$/m.test(message) ? topicOf(message) : "";
  return (
    joinTopic(topic, right) ??
    (leansOnContext(makeTitle(right.replace(/ here(?=[,.;]|\W*$)/i, ""))) ? null : makeTitle(right))
  );
}

/** Strips "did we not go through this before, …" and "no, that is not correct: …" */
export function withoutReproach(text: string): string {
  return plainLine(text)
    .replace(/^did we not [^,.?]{0,40}[,.?]\s*/i, "")
    .replace(/^no,? /i, "")
    .replace(
      /^(?:that|this|it)(?:'?s| is) (?:not (?:correct|right|true)|wrong|incorrect)[,.:;!]+ (?=\S)/i,
      "",
    );
}

/** A sentence that begins with "However" needs the one before it in its title. */
function wishTitle({ plain }: Sentence, sentences: readonly Sentence[], message: string): string | null {
  const at = sentences.findIndex((one) => one.plain === plain);
  const [before, next] = [sentences[at - 1]?.plain ?? "", sentences[at + 1]?.plain ?? ""];
  const isContrast = /^(?:however|but|otherwise|instead)\b/i.test(plain);
  const joined =
    isContrast && before !== "" ? joinTopic(`${makeTitle(before).replace(/[.!:]$/, "")}:`, plain) : null;
  const title = joined ?? titleInContext(plain, message);
  return title === null || !/^\w+ (?:them|it|those|these) \w+ \w/i.test(next) ? title : extend(title, next);
}

/** Appends the next sentence if it refers back and there is room: "Keep the parameters. Mark them as unused" */
function extend(title: string, next: string): string {
  const both = `${title.replace(/[.!]$/, "")}. ${makeTitle(next)}`;
  return both.length <= MAX_TITLE ? both : title;
}

export function readSaid(text: string, message: string): TriageFinding[] {
  if (isAssent(text) || text.length > MAX_SAID) return [];
  // In "B) I want that later", the label refers to an option of Claude's.
  const replied = labelPattern().test(message) ? text.replaceAll(labelPattern(), "") : text;
  const title = saidTitle(replied, message);
  if (title === null) return [];
  const finding = toFinding("said", guessCategory(text), title.from, text, "said in a short message");
  return [{ ...withTopic(finding, title.title, text), identity: plainLine(text) }];
}

/** Where "what I meant …" begins; 0 without it. */
function meantAt(masked: string): number {
  return masked.includes("what i ")
    ? Math.max(0, masked.search(/\bwhat i (?:actually |really )?meant?\b/))
    : 0;
}

const labelPattern = () => /^\s*(?:\*\*)?(?:[a-h]|\d{1,2})[.)](?:\*\*)?\s+/gim;

/** Tells Claude what it may do or has access to. */
const permissionPattern = () =>
  /\byou (?:can (?:always|also|just|use|check|run|access|read|find|test|push|commit|deploy)|may (?!need|want|have)|are allowed|have (?:access|permission))\b/;

/** Prefers a sentence with a wish, else takes the first that can be understood alone or with the one before it. */
function saidTitle(text: string, message: string): { title: string; from: string } | null {
  const asked = wishesInQuestions(text);
  const all = splitSentences(text);
  const own = [...statementsIn(text), ...asked];
  const sentences = all.filter((one) => own.includes(one));
  const telling = new Set(sentences.filter(isTelling));
  const ranked = sentences.toSorted((a, b) => Number(telling.has(b)) - Number(telling.has(a)));
  let long: { title: string; from: string } | null = null;
  for (const one of ranked) {
    const { plain } = one;
    // A sentence that is too long for a title still beats a short one that cannot be understood without it.
    if (long !== null && contentWords(plain).length < MIN_WORDS) continue;
    const before = all[all.indexOf(one) - 1]?.plain ?? "";
    const from = telling.has(one) ? wishAt(one.masked) : meantAt(one.masked);
    for (const words of [plain, before === "" ? "" : `${before} ${plain}`, plain.slice(from)]) {
      const title = makeTitle(words, MAX_READ);
      if (words !== "" && title.length <= MAX_TITLE && !leansOnContext(title)) return { title, from: words };
    }
    // A wish with a "this" in it beats the other sentences of the message.
    if (telling.has(one) && plain.length <= MAX_TITLE && contentWords(plain).length >= MIN_WORDS)
      return { title: makeTitle(plain, MAX_TITLE), from: plain };
    if (plain.length > MAX_TITLE && !leansOnContext(makeTitle(plain)))
      long ??= { title: makeTitle(plain), from: plain };
  }
  if (long !== null) return long;
  const topic = topicOf(message);
  for (const { plain } of topic.includes('"') ? [] : ranked) {
    if (topic === "") break;
    const title = joinTopic(topic, plain) ?? quoteAround(`${topic} ${makeTitle(plain)}`, "", MAX_TITLE);
    return { title, from: plain };
  }
  return null;
}

function isTelling(sentence: Sentence): boolean {
  return (
    isWish(sentence) ||
    (sentence.masked.includes("you ") && permissionPattern().test(sentence.masked)) ||
    matchStatements(sentence.plain).length > 0
  );
}

/** "Can it warn instead?" is a wish, "can you …?" is a task. */
function wishesInQuestions(text: string): readonly Sentence[] {
  return splitSentences(text).filter(({ masked }) =>
    /^(?:(?:and|also|ok|so|but|hm+),? )*(?:can|could|should)(?:'t|n't)? (?:it|we|this|that|they)\b/.test(
      masked,
    ),
  );
}

const ASSENT =
  " yes yeah yep yup ok okay sure please do it go ahead continue proceed thanks thank you great good perfect nice cool fine right correct exactly sounds looks works commit push that this them all everything now then lets let's and the a an is be would love resume retry again try add create fix merge up me for with i'd like ";

/** The message only agrees or tells Claude to continue. */
export function isAssent(text: string): boolean {
  const words = wordsIn(text.toLowerCase());
  return words.filter((word) => !ASSENT.includes(` ${word.replace("’", "'")} `)).length < 2;
}

/** The same tool or model asked for in two messages: "with sonnet 5", later "use sonnet 5". */
function readRepeated(sentences: readonly Sentence[], text: string, state: TriageState): TriageFinding[] {
  const key = Bun.hash(text.trim()).toString(36);
  const found: TriageFinding[] = [];
  for (const { plain, masked } of sentences)
    for (const [, verb, means = ""] of masked.matchAll(
      /\b(use|using|with|via)\s+(?:the |a |an |my |our )?([a-z][\w.-]*\s[\w.-]+)/g,
    )) {
      const known = state.means[means];
      if (known === undefined) state.means[means] = key;
      else if (known !== key && found.length === 0 && verb?.startsWith("us"))
        found.push({
          ...toFinding("repeated-wish", "PREFERENCE", plain, text, `"${means}" was asked for before`),
          identity: `repeated ${means}`,
        });
    }
  const all = Object.entries(state.means);
  if (all.length > MAX_MEANS) state.means = Object.fromEntries(all.slice(-MAX_MEANS));
  return found;
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
