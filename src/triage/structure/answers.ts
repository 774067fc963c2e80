// Claude asked which way to go, and the person named one: a decision without any word for deciding.
import type { Candidate } from "../candidate.ts";
import type { TriageState } from "../state.ts";
import { type Sentence, splitSentences } from "../text/sentences.ts";
import type { Utterance } from "../text/utterance.ts";
import { answerTitle } from "../title.ts";
import type { Weights } from "../weights.ts";
import { structuralFinding } from "./finding.ts";
import { type Offer, pickOffer, readOffers } from "./offers.ts";

interface Answer {
  found: Candidate[];
  /** The sentence that is an answer: its words alone say less. */
  answered: string;
}

const eitherPattern = () =>
  /\bor\b|\bwhich (?:one|of|option|approach)\b|\boption [a-d1-4]\b|\bvs\.?\b|\b(?:should|shall|do you want|would you (?:like|prefer|rather))\b|oder|还是|\bo\b/i;
/** Claude wants to know how things are. */
const factPattern = () =>
  /(?:^|[.?!] )(?:so |and |ok(?:ay)?, )?(?:(?:did|does|has|have)\b|(?:is|are|was|were)\b(?![^?]*\b(?:ok(?:ay)?|fine|better|best|acceptable|preferable|preferred|allowed|enough|needed|required|want(?:ed)?|going to|to be|supposed)\b))|\b(?:do|did) you (?:mean|see|have|run|get|use|know)\b|\bsee the\b|\bis there (?:something|anything)\b|\b(?:the diff|(?:whole|full) file|is (?:this|that) enough)\b/i;
const laidOutPattern = () => /\b(?:can|could) either\b.+\bor\b/i;
const openPattern = () =>
  /\?|^(?:we're|we are|it's|it is|i'm|i am|they're) (?:in|on|at|not|still|already|running)\b|^(?:can|could|would|is|are|do|does|should)\b|\b(?:or|ask|need to|discuss|tomorrow|decide|whichever|no preference|not sure|don't know|dunno|no idea|you (?:decide|choose|pick)|up to you|either|both work|whatever|both|park|parking|open|wait|hold on|maybe|perhaps|depends|let me think|later|neither|what's the difference|explain|compare|hmm|haven't decided|think about it|might|could|first (?:show|tell|explain|check)|tell me|show me|give me|why|how|what|compare|before|we'll see|let's (?:discuss|talk|see)|no opinion|haven't|is (?:that|it) true|i heard|was the one|neither|check with|other (?:services?|projects?|teams?) use)\b|\bright\W*$/i;
/** Which step comes next is no decision, nor what becomes of a thing that only "it" names. */
const stepPattern = () =>
  /\b(?:shall|should) i\b.*\b(?:commit|push|run|continue|proceed|stop|look|check|start|open|show|explain|investigate|go on|try|wait)\b|\bwant me to\b|\bsupposed to\b|\b(?:explanation|summary|overview|walkthrough|answer)s?\?|\bwould you like me to\b|\b\w+ (?:it|them|this|that) or (?:\w+ ){0,2}\w+ (?:it|them|this|that|as is|alone)\b/i;
/** For the moment, or about how Claude goes to work. */
const passingPattern = () =>
  /\b(?:[Tt]his session|current session|for now|this (?:time|once)|[Tt]emporar\w+|I(?:'ll)? \w+)\b/;
const stopWords = () =>
  "the and for with that this you your are can should would shall like want use using have has not but from into one or our was were will them they there here then than also just which what how why who option approach way do it is to a an of in on as at by we i me my be so if".split(
    " ",
  );
const OR = ["or", "oder", "o", "ou", "vs"];
const BEFORE_OR = 5;
const AFTER_OR = 6;
const MOST_ASKED = 600;
const LONGEST_ANSWER = 40;
const NO_ANSWER: Answer = { found: [], answered: "" };

export function followAnswers(utterance: Utterance, state: TriageState, weights: Weights): Answer {
  if (utterance.who === "claude") {
    state.offers = readOffers(utterance.text);
    state.asked = lastQuestion(utterance.text, state.offers.length > 0);
    return NO_ANSWER;
  }
  if (utterance.who !== "user") return NO_ANSWER;
  const { asked, offers } = state;
  state.asked = "";
  state.offers = [];
  return asked === "" && offers.length === 0 ? NO_ANSWER : readAnswer(utterance, asked, offers, weights);
}

function readAnswer(utterance: Utterance, asked: string, offers: readonly Offer[], weights: Weights): Answer {
  const [first] = splitSentences(utterance.text);
  // A single letter is no sentence, but an answer.
  const said = first?.plain ?? utterance.text.trim();
  const pick = pickOffer(said, offers);
  if (pick !== null && !/\?\s*$/.test(said)) {
    const isStep =
      pick.isWork || stepPattern().test(asked) || pick.offers.some(({ text }) => passingPattern().test(text));
    const answer = pick.offers.map(({ text }) => text).join("; ");
    return answerOf({ asked, answer, said, strength: isStep ? 0.3 : 0.55 }, weights);
  }
  if (
    !first ||
    !eitherPattern().test(asked) ||
    stepPattern().test(asked) ||
    factPattern().test(asked) ||
    openPattern().test(first.masked)
  )
    return NO_ANSWER;
  const words = wordsOf(first.plain);
  const offered = offeredIn(asked);
  const passedOver = new Set(stopWords());
  const named = words.filter((word) => offered.has(word) && !passedOver.has(word));
  const labelled =
    /^(?:(?:option|plan|approach) (?:[a-d]|[1-4])\b|(?:[a-d]|[1-4])(?=\s*(?:[.,;:!)]|$|(?:please|pls|because|since)\b))|the (?:first|second|third|latter|former)\b)/i.test(
      first.plain,
    );
  if (words.length > LONGEST_ANSWER || (named.length === 0 && !labelled)) return NO_ANSWER;
  return answerOf({ asked, answer: first.plain, said: first.plain, strength: 0.5 }, weights);
}

function answerOf(
  { asked, answer, said, strength }: { asked: string; answer: string; said: string; strength: number },
  weights: Weights,
): Answer {
  const line = (answer === said ? `${asked} → ${said}` : `${asked} → ${said} (${answer})`).slice(0, 300);
  const finding = structuralFinding(
    {
      category: "DECISION",
      title: answerTitle(asked, answer),
      strengths: { "decision.reply": strength },
      evidence: [{ line, who: "user", why: "the person's answer to a question of Claude" }],
      sameAs: line,
    },
    weights,
  );
  return { found: [finding], answered: said };
}

/** With ways laid out below it, the question may stand above them. */
function lastQuestion(text: string, hasOffers: boolean): string {
  const sentences = splitSentences(text);
  for (const { masked, plain } of sentences)
    if (plain.includes("?") || plain.includes("？") || masked.includes("either"))
      return pickQuestion(sentences, hasOffers);
  return "";
}

function pickQuestion(sentences: readonly Sentence[], hasOffers: boolean): string {
  const asks = hasOffers ? sentences.filter(({ plain }) => /[?？]\s*$/.test(plain)) : [];
  const last = sentences
    .slice(-6)
    .filter(
      ({ plain }) => (/[?？]\s*$/.test(plain) && eitherPattern().test(plain)) || laidOutPattern().test(plain),
    );
  return (last.length > 0 ? last : asks.slice(-1))
    .map(({ plain }) => plain)
    .join(" ")
    .slice(-MOST_ASKED);
}

/** The words beside an "or": the rest of a question is only what it is about. */
function offeredIn(asked: string): Set<string> {
  const words = wordsOf(asked.replaceAll("还是", " or "));
  const at = words.flatMap((word, place) => (OR.includes(word) ? [place] : []));
  return new Set(at.flatMap((place) => words.slice(Math.max(0, place - BEFORE_OR), place + AFTER_OR)));
}

function wordsOf(text: string): string[] {
  return text.toLowerCase().match(/[\p{L}\d](?:[\p{L}\d.+#-]*[\p{L}\d+#])?/gu) ?? [];
}
