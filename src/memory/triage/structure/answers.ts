// Claude asked which way to go, and the person named one: a decision without any word for deciding.
import type { Candidate } from "../candidate.ts";
import type { TriageState } from "../state.ts";
import { splitSentences } from "../text/sentences.ts";
import type { Utterance } from "../text/utterance.ts";
import { answerTitle } from "../title.ts";
import type { Weights } from "../weights.ts";
import { type Ask, readAsk } from "./asks.ts";
import { structuralFinding } from "./finding.ts";
import { stopWords, wordsOf } from "./named-words.ts";
import { type Offer, pickOffer, readOffers } from "./offers.ts";
import { settlesRemark } from "./remarks.ts";
import {
  acknowledgesPattern,
  asksBackPattern,
  assentPattern,
  contentOf,
  deniesPattern,
  openPattern,
  reservedPattern,
} from "./replies.ts";

interface Answer {
  found: Candidate[];
  /** The sentence that is an answer: its words alone say less. */
  answered: string;
}

/** Claude wants to know how things are. */
const factPattern = () =>
  /(?:^|[.?!] )(?:so |and |ok(?:ay)?, )?(?:(?:did|does|has|have)\b|(?:is|are|was|were)\b(?![^?]*\b(?:ok(?:ay)?|fine|better|best|acceptable|preferable|preferred|allowed|enough|needed|required|want(?:ed)?|going to|to be|supposed)\b))|\b(?:do|did) you (?:mean|see|have|run|get|use|know)\b|\bsee the\b|\bis there (?:something|anything)\b|\b(?:the diff|(?:whole|full) file|is (?:this|that) enough)\b/i;
/** Which step comes next is no decision, nor what becomes of a thing that only "it" names. */
const stepPattern = () =>
  /\b(?:shall|should) i\b.*\b(?:commit|push|run|continue|proceed|stop|look|check|start|open|show|explain|investigate|go on|try|wait)\b|\b(?:want|like) me to\b(?! (?:use|store|keep|make|put|go with|switch|build|model|split|treat|base|implement (?:it|this) (?:as|with)))|\bsupposed to\b|\b(?:would you like|do you want) to\b(?! (?:use|store|keep|support|allow|have))(?![^?]*\bor\b)|\b(?:explanation|summary|overview|walkthrough|answer)s?\?|\b\w+ (?:it|them|this|that) or (?:\w+ ){0,2}\w+ (?:it|them|this|that|as is|alone)\b/i;
const byClaudePattern = () => /\b(?:should|shall|may|can) i\b|\b(?:want|like) me to\b/i;
const choresPattern = () =>
  /\b(?:add|write|update|include) (?:an? |some |more |the )?(?:unit )?(?:tests?|comments?|logs?|logging|docs?|readme|changelog)\b|\brename\b/i;
const limitedPattern = () => /^[^?]{2,60}\b(?:only|never|not)\b/i;
const contrastPattern = () => /\b(?:instead of|rather than)\b/i;
/** For the moment, or about how Claude goes to work. */
const passingPattern = () =>
  /\b(?:[Tt]his session|current session|for now|this (?:time|once)|[Tt]emporar\w+|I(?:'ll)? \w+)\b/;
const OR = ["or", "oder", "o", "ou", "vs"];
const BEFORE_OR = 7;
const AFTER_OR = 9;
const LONGEST_ANSWER = 40;
const MOST_READ = 3;
const NO_ANSWER: Answer = { found: [], answered: "" };

export function followAnswers(utterance: Utterance, state: TriageState, weights: Weights): Answer {
  if (utterance.who === "claude") {
    hearClaude(utterance.text, state);
    return NO_ANSWER;
  }
  if (utterance.who !== "user") return NO_ANSWER;
  const { asked, manner, offers } = state;
  // One who asks back has not answered yet.
  state.stands =
    asked !== "" && (manner === "choice" || manner === "design") && asksBackPattern().test(utterance.text);
  if (!state.stands) {
    state.asked = "";
    state.offers = [];
  }
  return asked === "" && offers.length === 0
    ? NO_ANSWER
    : readAnswer(utterance, { text: asked, manner }, offers, weights);
}

function hearClaude(text: string, state: TriageState): void {
  const offers = readOffers(text);
  const ask = readAsk(text, offers.length > 0);
  const isQuestion = ask?.manner === "choice" || ask?.manner === "design" || offers.length > 0;
  if (state.stands && !isQuestion) return;
  state.stands = false;
  state.offers = offers;
  state.asked = ask?.text ?? "";
  state.manner = ask?.manner ?? "choice";
}

function readAnswer(utterance: Utterance, ask: Ask, offers: readonly Offer[], weights: Weights): Answer {
  const sentences = splitSentences(utterance.text).filter(({ plain }) => !acknowledgesPattern().test(plain));
  // A single letter is no sentence, but an answer.
  const said = sentences[0]?.plain ?? utterance.text.trim();
  const asked = ask.text;
  const pick = pickOffer(said, offers);
  if (pick !== null && !/\?\s*$/.test(said)) {
    const isStep =
      pick.isWork || stepPattern().test(asked) || pick.offers.some(({ text }) => passingPattern().test(text));
    const answer = pick.offers.map(({ text }) => text).join("; ");
    return answerOf({ asked, answer, said, strength: isStep ? 0.3 : 0.55 }, weights);
  }
  if (asked === "") return NO_ANSWER;
  if (ask.manner === "proposal" || ask.manner === "own") {
    const assent = readAssent(utterance, said, ask, weights);
    return assent.answered === "" && ask.manner === "proposal"
      ? readRemark(utterance, said, asked, weights)
      : assent;
  }
  if (ask.manner === "remark") return readRemark(utterance, said, asked, weights);
  if (stepPattern().test(asked) || factPattern().test(asked)) return NO_ANSWER;
  const answers = sentences.length === 0 ? [said] : sentences.slice(0, MOST_READ).map(({ plain }) => plain);
  for (const answer of answers) {
    // Who begins with something else may still come to it.
    if (answer.length < 2 || answer.endsWith(":") || openPattern().test(answer)) {
      if (answer === said) return NO_ANSWER;
      continue;
    }
    const strength =
      ask.manner === "choice" ? strengthOfChoice(answer, asked) : strengthOfDesign(answer, asked);
    if (strength > 0) return answerOf({ asked, answer, said: answer, strength }, weights);
    if (ask.manner === "design") return NO_ANSWER;
  }
  return NO_ANSWER;
}

function strengthOfChoice(said: string, asked: string): number {
  const words = wordsOf(said);
  const offered = offeredIn(asked);
  const passedOver = new Set(stopWords());
  const isNamed = words.some((word) => offered.has(word) && !passedOver.has(word));
  const isLabelled =
    /^(?:(?:option|plan|approach) (?:[a-d]|[1-4])\b|(?:[a-d]|[1-4])(?=\s*(?:[.,;:!)]|$|(?:please|pls|because|since)\b))|(?:ok(?:ay)?,? |then )*(?:the|die|den|das) (?:first|second|third|latter|former|zweite|erste|dritte)\b)/i.test(
      said,
    );
  if (words.length > LONGEST_ANSWER) return 0;
  if (isNamed || isLabelled) return 0.5;
  // Neither the one nor the other, but a third way.
  const isThird = /\b(?:should|shall)\b.*\bor\b/i.test(asked) && !byClaudePattern().test(asked);
  return isThird && words.length > 2 ? 0.43 : 0;
}

/** "No, because …" settles more than "yes": what Claude offers to do is mostly its next step. */
function strengthOfDesign(said: string, asked: string): number {
  const words = wordsOf(contentOf(said)).length;
  if (words > LONGEST_ANSWER) return 0;
  if (byClaudePattern().test(asked)) {
    if (contrastPattern().test(asked)) return 0.45;
    if (choresPattern().test(asked)) return 0;
    return (deniesPattern().test(said) || limitedPattern().test(said)) && words > 1 ? 0.42 : 0;
  }
  return 0.45;
}

/** A few words that settle what Claude came upon, or name one of the things it spoke of. */
function readRemark({ text }: Utterance, said: string, asked: string, weights: Weights): Answer {
  if (openPattern().test(said) || !settlesRemark(text, said, asked)) return NO_ANSWER;
  return answerOf({ asked, answer: text.trim(), said, strength: 0.44 }, weights);
}

/** What Claude proposed or chose is named by its own words: "sounds good" says nothing. */
function readAssent(
  { text }: Utterance,
  said: string,
  { text: asked, manner }: Ask,
  weights: Weights,
): Answer {
  if (!assentPattern().test(text.trim()) || reservedPattern().test(said) || stepPattern().test(asked))
    return NO_ANSWER;
  const finding = structuralFinding(
    {
      category: "DECISION",
      title: asked,
      strengths: { "decision.assent": manner === "proposal" ? 0.48 : 0.44 },
      evidence: [{ line: `${asked} → ${said}`.slice(0, 300), who: "user", why: "the person agreed to it" }],
      sameAs: asked,
    },
    weights,
  );
  return { found: [finding], answered: said };
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

/** The words beside an "or": the rest of a question is only what it is about. */
function offeredIn(asked: string): Set<string> {
  const words = wordsOf(asked.replaceAll("还是", " or ").replace(/\bchoice (between .+?) and /i, "$1 or "));
  const at = words.flatMap((word, place) => (OR.includes(word) ? [place] : []));
  // Without one, ways may be listed behind a colon.
  if (at.length === 0 && asked.includes(": ")) return new Set(wordsOf(asked.slice(asked.indexOf(": "))));
  return new Set(at.flatMap((place) => words.slice(Math.max(0, place - BEFORE_OR), place + AFTER_OR)));
}
