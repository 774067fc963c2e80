// What Claude leaves for the person to settle: a question, ways laid out, a proposal, a choice it made for a reason.
import { type Sentence, splitSentences } from "../text/sentences.ts";

/**
 * `choice`: between ways. `design`: how it shall be. `proposal`, `own`: one way, which the person can agree to. `remark`:
 * how something is or could be, which the person may settle.
 */
export const MANNERS = ["choice", "design", "proposal", "own", "remark"] as const;
export type Manner = (typeof MANNERS)[number];

export interface Ask {
  text: string;
  manner: Manner;
}

const MOST_ASKED = 600;
const LAST = 8;
const MOST_HEADS = 6;
const REMARKED = 3;
/** A long report has no point to settle. */
const MOST_REMARKED = 8;
/** One of these stands in whatever is left to settle. */
const WORDS = [
  "?",
  "？",
  " or ",
  "either",
  "choice between",
  "recommend",
  "suggest",
  "propos",
  "i'd ",
  "i’d ",
  "instead of",
  "rather than",
  "went with",
  "gone with",
  "chose",
  "opted",
  "settled on",
];

const eitherPattern = () =>
  /\bor\b|\bwhich (?:one|of|option|approach)\b|\boption [a-d1-4]\b|\bvs\.?\b|\b(?:should|shall|do you want|would you (?:like|prefer|rather))\b|oder|还是|\bo\b/i;
const laidOutPattern = () =>
  /\b(?:can|could)\b(?: either)?\b.+\bor\b|\beither\b.+\bor\b|\bchoice between\b.+\band\b|\bwhether\b.+\bor\b(?! not)|\b(?:options?|ways?|choices|candidates|alternatives|possibilities|routes|variants|approaches|libraries|libs)\b[^:?]{0,60}:.+|\b(?:two|three|several|both) (?:ways|options|approaches|routes|variants|possibilities)\b|^(?:variante|option|möglichkeit) \w\b.+(?:variante|option|möglichkeit) \w\b/i;
const namelessPattern = () =>
  /\b(?:which|what) (?:one |of (?:them|these|those|the (?:two|three)) |way |option |approach |variant )?(?:would|do|should|shall|is|sounds|works|fits|suits)\b|^(?:any |your )?(?:preference|preferences|thoughts|opinion|call)\b|\bwhat do you (?:think|prefer)\b|\bwhich\b/i;
const designPattern = () =>
  /\b(?:should|shall|must)\b|\b(?:do|would) (?:you|we) (?:want|prefer|like|rather|need)\b|\bis (?:it|that|this) (?:ok|okay|fine|acceptable|enough|good enough)\b|\b(?:ok(?:ay)?|fine) (?:with you|if|to)\b|\bwhat(?:'s| is| are) (?:the|your|our) (?:preferred|desired|expected|target|maximum|minimum|default|policy|limit)\b|\bany preference\b|^(?:open question|question)[^:]{0,30}:|\bis [^?]{2,60} (?:ok(?:ay)?|fine|acceptable|enough|allowed)\?|\bwho (?:wins|owns|decides|may|gets)\b|\bwhat happens (?:if|when)\b|\bdo we\b|^so\b|^then\b|^(?:and )?which (?:[\w-]+ )?(?:region|library|lib|framework|database|db|licen[cs]e|format|algorithm|protocol|provider|engine|package manager|currency|strategy|broker|runtime|encoding|unit|units|timezone|time zone|policy|palette)\b[^?]{0,40}\?/i;
const proposalPattern = () =>
  /\b(?:i'd|i would) (?:suggest|recommend|propose|go with|use|keep|prefer|store|put|make|split|drop|move|build|leave|do|take|start with|lean|have|let|model|treat|avoid|not)\b|\bmy (?:recommendation|suggestion|proposal|preference|pick)\b|\bi (?:suggest|recommend|propose)\b|^(?:proposal|proposed|suggestion|recommendation|recommended)\b/i;
const ownPattern = () =>
  /\b(?:i|we)(?:'ve| have)? (?:\w+ly |therefore |also |now )?(?:went with|gone with|chose|chosen|opted|settled on|decided|picked|kept|left|made|modell?ed|put|stored?|used|built|based|implemented|designed|wrapped|placed|treated|moved|switched|set|limited|restricted|reserved|split)\b/i;
/** What Claude would do next, not how it would build. */
const nextPattern = () =>
  /\b(?:suggest|recommend|propose|recommendation is|suggestion is|i'd|i would)(?: that (?:we|you))?(?: to)? (?:first |also |now |then )*(?:run|check|look|read|test|try|commit|push|restart|rerun|re-run|install|fix|debug|wait|start|open|verify|inspect|search|clean|rename|look|log|merg|rebas|review|investigat|continu|go through|go over|add(?:ing)? (?:a |some |more )?(?:tests?|comments?|logs?|logging))/i;
const groundsPattern = () =>
  /\b(?:instead of|rather than|over|because|since|so that|so (?:a|the|we|it|you|[a-z]+ (?:can|stays?|keeps?|never|doesn't|gets?))|which|as it|otherwise|to (?:avoid|keep))\b|: /i;

export function readAsk(text: string, hasOffers: boolean): Ask | null {
  const lower = text.toLowerCase();
  let maySettle = false;
  for (const word of WORDS) if (lower.includes(word)) maySettle = true;
  const sentences = splitSentences(text);
  const asked = maySettle ? pickAsk(text, sentences, hasOffers) : null;
  return asked ?? remarkOf(sentences);
}

function remarkOf(sentences: readonly Sentence[]): Ask | null {
  const last = sentences.at(-1);
  if (!last || sentences.length > MOST_REMARKED || /[?？:]\s*$/.test(last.plain)) return null;
  return ask("remark", plainOf(sentences.slice(-REMARKED)));
}

function pickAsk(text: string, sentences: readonly Sentence[], hasOffers: boolean): Ask | null {
  const last = sentences.slice(-LAST);
  const asks = (hasOffers ? sentences : last).filter(({ plain }) => /[?？]\s*$/.test(plain));
  const ways = last.filter(({ plain, option }) => !option && laidOutPattern().test(plain));
  const between = last.filter(
    (one) => (asks.includes(one) && eitherPattern().test(one.plain)) || ways.includes(one),
  );
  const nameless = hasOffers ? undefined : asks.find(({ plain }) => namelessPattern().test(plain));
  if (nameless && !/\bor\b/i.test(nameless.plain)) {
    const heads = /\b(?:which|prefer)\b/i.test(nameless.plain) ? headsOf(text) : [];
    const above = sentences.filter(
      (one) => one !== nameless && !one.option && (ways.includes(one) || /\bor\b/i.test(one.plain)),
    );
    const told = heads.length > 1 ? [heads.join(" or ")] : above.slice(-2).map(({ plain }) => plain);
    if (told.length > 0) return ask("choice", [...told, nameless.plain]);
  }
  if (hasOffers) return askOfOffers(asks);
  if (between.some(({ plain }) => /\bor\b|oder|还是|\bo\b|:|option|variant|choice between/i.test(plain)))
    return ask("choice", plainOf(between));
  const design = asks.filter(({ plain }) => designPattern().test(plain)).at(-1);
  if (design) return ask("design", [design.plain]);
  const lastAsk = asks.at(-1);
  const proposal = last.findLast(
    ({ plain }) =>
      proposalPattern().test(plain) &&
      (groundsPattern().test(plain) || plain !== last.at(-1)?.plain || !nextPattern().test(plain)),
  );
  if (proposal) return ask("proposal", [proposal.plain]);
  if (lastAsk) return null;
  const own = last.findLast(({ plain }) => ownPattern().test(plain) && groundsPattern().test(plain));
  return own ? ask("own", [own.plain]) : null;
}

/** With ways laid out below it, the question may stand above them. */
function askOfOffers(asks: readonly Sentence[]): Ask | null {
  const either = asks.slice(-LAST).filter(({ plain }) => eitherPattern().test(plain));
  const best = either.length > 0 ? either : asks.slice(-1);
  return best.length > 0 ? ask("choice", plainOf(best)) : null;
}

function plainOf(sentences: readonly Sentence[]): string[] {
  return sentences.map(({ plain }) => plain);
}

function ask(manner: Manner, sentences: readonly string[]): Ask {
  return { manner, text: sentences.join(" ").slice(-MOST_ASKED) };
}

/** What the lines of a list begin with: the names of what can be chosen. */
function headsOf(text: string): string[] {
  const heads: string[] = [];
  for (const line of text.split("\n")) {
    const [, head] = /^\s*(?:[-*+•]|\d\.)\s+(?:\*\*)?([^:*\n(–—]{2,60})/.exec(line) ?? [];
    if (head !== undefined) heads.push(head.trim());
  }
  return heads.slice(0, MOST_HEADS);
}
