// What Claude leaves for the person to settle: a choice, a design question, a proposal, a choice of its own.
import { type Sentence, splitSentences } from "../sentences.ts";
import { plainLine } from "../title.ts";

/** `choice`: between options. `design`: how something should be. `proposal`, `own-choice`: one option to agree to. */
type QuestionKind = "choice" | "design" | "proposal" | "own-choice";

/** A labelled option that Claude lays out. */
export interface Option {
  /** "a" or "2". */
  label: string;
  text: string;
  /** One of several ways, not one of several things to do. */
  isAlternative: boolean;
}

export interface Question {
  /** Empty where only options were laid out. */
  text: string;
  kind: QuestionKind;
  options: Option[];
}

const MAX_TEXT = 600;
/** The end of a message is what is answered. */
const LAST_SENTENCES = 8;
const MAX_HEADS = 6;

const eitherPattern = () =>
  /\bor\b|\bwhich (?:one|of|option|approach)\b|\boption [a-d1-4]\b|\bvs\.?\b|\b(?:should|shall|do you want|would you (?:like|prefer|rather))\b|oder|还是|\bo\b/i;
const alternativesPattern = () =>
  /\b(?:can|could)\b(?: either)?\b.+\bor\b|\beither\b.+\bor\b|\bchoice between\b.+\band\b|\bwhether\b.+\bor\b(?! not)|\b(?:options?|ways?|choices|candidates|alternatives|possibilities|routes|variants|approaches|libraries|libs)\b[^:?]{0,60}:.+|\b(?:two|three|several|both) (?:ways|options|approaches|routes|variants|possibilities)\b|^(?:variante|option|möglichkeit) \w\b.+(?:variante|option|möglichkeit) \w\b/i;
const namelessPattern = () =>
  /\b(?:which|what) (?:one |of (?:them|these|those|the (?:two|three)) |way |option |approach |variant )?(?:would|do|should|shall|is|sounds|works|fits|suits)\b|^(?:any |your )?(?:preference|preferences|thoughts|opinion|call)\b|\bwhat do you (?:think|prefer)\b|\bwhich\b/i;
const designPattern = () =>
  /\b(?:should|shall|must)\b|\b(?:do|would) (?:you|we) (?:want|prefer|like|rather|need)\b|\bis (?:it|that|this) (?:ok|okay|fine|acceptable|enough|good enough)\b|\b(?:ok(?:ay)?|fine) (?:with you|if|to)\b|\bwhat(?:'s| is| are) (?:the|your|our) (?:preferred|desired|expected|target|maximum|minimum|default|policy|limit)\b|\bany preference\b|^(?:open question|question)[^:]{0,30}:|\bis [^?]{2,60} (?:ok(?:ay)?|fine|acceptable|enough|allowed)\?|\bwho (?:wins|owns|decides|may|gets)\b|\bwhat happens (?:if|when)\b|\bdo we\b|^so\b|^then\b|^(?:and )?which (?:[\w-]+ )?(?:region|library|lib|framework|database|db|licen[cs]e|format|algorithm|protocol|provider|engine|package manager|currency|strategy|broker|runtime|encoding|unit|units|timezone|time zone|policy|palette)\b[^?]{0,40}\?/i;
const proposalPattern = () =>
  /\b(?:i'd|i would) (?:suggest|recommend|propose|go with|use|keep|prefer|store|put|make|split|drop|move|build|leave|do|take|start with|lean|have|let|model|treat|avoid|not)\b|\bmy (?:recommendation|suggestion|proposal|preference|pick)\b|\bi (?:suggest|recommend|propose)\b|^(?:proposal|proposed|suggestion|recommendation|recommended)\b/i;
const ownChoicePattern = () =>
  /\b(?:i|we)(?:'ve| have)? (?:\w+ly |therefore |also |now )?(?:went with|gone with|chose|chosen|opted|settled on|decided|picked|kept|left|made|modell?ed|put|stored?|used|built|based|implemented|designed|wrapped|placed|treated|moved|switched|set|limited|restricted|reserved|split)\b/i;
/** What Claude would do next, not how it would build. */
const nextStepPattern = () =>
  /\b(?:suggest|recommend|propose|recommendation is|suggestion is|i'd|i would)(?: that (?:we|you))?(?: to)? (?:first |also |now |then )*(?:run|check|look|read|test|try|commit|push|restart|rerun|re-run|install|fix|debug|wait|start|open|verify|inspect|search|clean|rename|look|log|merg|rebas|review|investigat|continu|go through|go over|add(?:ing)? (?:a |some |more )?(?:tests?|comments?|logs?|logging))/i;
const reasonPattern = () =>
  /\b(?:instead of|rather than|over|because|since|so that|so (?:a|the|we|it|you|[a-z]+ (?:can|stays?|keeps?|never|doesn't|gets?))|which|as it|otherwise|to (?:avoid|keep))\b|: /i;

const MAX_OPTIONS = 8;
const MAX_OPTION_TEXT = 160;
const optionPattern = () =>
  /^\s*(?:[-*+]\s+)?(?:#{1,6}\s+)?\**(?:(option|approach|plan|alternative|variant|choice|proposal)\s+)?([a-h]|\d{1,2})(?:\s*[).:]|\s+[–—-]|\*\*\s*[–—:-]|(?=\s*\())\**\s+(\S.*)$/i;
/** Numbers are put before anything that is listed. */
const choicePattern = () =>
  /\b(?:options?|alternatives?|approach(?:es)?|which|prefer|directions?|choose|pick|either|ways)\b/i;

export function readQuestion(message: string): Question | null {
  const options = readOptions(message);
  const asked = findQuestion(message, options.length > 0);
  if (asked === null && options.length === 0) return null;
  return { text: "", kind: "choice", ...asked, options };
}

/** A choice or a design question; a proposal can only be agreed to. */
export function isQuestion({ kind }: Question): boolean {
  return kind === "choice" || kind === "design";
}

function readOptions(message: string): Option[] {
  const found = new Map<string, Option>();
  const isChoice = choicePattern().test(message);
  let inFence = false;
  for (const line of message.split("\n")) {
    if (/^\s*(?:```|~~~)/.test(line)) inFence = !inFence;
    const [, named, label, rest] = (inFence ? null : optionPattern().exec(line)) ?? [];
    if (label === undefined || rest === undefined) continue;
    // A list that starts anew is another one.
    if (/^[1a]$/i.test(label)) found.clear();
    const isAlternative = named !== undefined || /\D/.test(label) || isChoice;
    const text = plainLine(rest, MAX_OPTION_TEXT);
    found.set(label.toLowerCase(), { label: label.toLowerCase(), text, isAlternative });
  }
  return found.size < 2 ? [] : [...found.values()].slice(0, MAX_OPTIONS);
}

type Asked = Pick<Question, "text" | "kind">;

function findQuestion(message: string, hasOptions: boolean): Asked | null {
  const sentences = splitSentences(message);
  const last = sentences.slice(-LAST_SENTENCES);
  const questions = (hasOptions ? sentences : last).filter(({ plain }) => /[?？]\s*$/.test(plain));
  if (hasOptions) return questionAboveOptions(questions);
  const alternatives = last.filter(({ plain, isOption }) => !isOption && alternativesPattern().test(plain));
  return (
    namelessQuestion(message, sentences, questions, alternatives) ??
    choiceIn(last, questions, alternatives) ??
    toAsked("design", questions.filter(({ plain }) => designPattern().test(plain)).slice(-1)) ??
    proposalIn(last, questions.length > 0)
  );
}

/** The options are below it, and it may stand anywhere above them. */
function questionAboveOptions(questions: readonly Sentence[]): Asked | null {
  const either = questions.slice(-LAST_SENTENCES).filter(({ plain }) => eitherPattern().test(plain));
  return toAsked("choice", either.length > 0 ? either : questions.slice(-1));
}

/** "Which one?": what it is about stands above it, as a list or with an "or". */
function namelessQuestion(
  message: string,
  sentences: readonly Sentence[],
  questions: readonly Sentence[],
  alternatives: readonly Sentence[],
): Asked | null {
  const nameless = questions.find(({ plain }) => namelessPattern().test(plain));
  if (!nameless || /\bor\b/i.test(nameless.plain)) return null;
  const heads = /\b(?:which|prefer)\b/i.test(nameless.plain) ? listHeads(message) : [];
  if (heads.length > 1) return { kind: "choice", text: clip(`${heads.join(" or ")} ${nameless.plain}`) };
  const above = sentences.filter(
    (one) => one !== nameless && !one.isOption && (alternatives.includes(one) || /\bor\b/i.test(one.plain)),
  );
  return above.length === 0 ? null : toAsked("choice", [...above.slice(-2), nameless]);
}

function choiceIn(
  last: readonly Sentence[],
  questions: readonly Sentence[],
  alternatives: readonly Sentence[],
): Asked | null {
  const between = last.filter(
    (one) => (questions.includes(one) && eitherPattern().test(one.plain)) || alternatives.includes(one),
  );
  const isChoice = between.some(({ plain }) =>
    /\bor\b|oder|还是|\bo\b|:|option|variant|choice between/i.test(plain),
  );
  return isChoice ? toAsked("choice", between) : null;
}

function proposalIn(last: readonly Sentence[], hasQuestion: boolean): Asked | null {
  const proposal = last.findLast(
    (one) =>
      proposalPattern().test(one.plain) &&
      (reasonPattern().test(one.plain) || one !== last.at(-1) || !nextStepPattern().test(one.plain)),
  );
  if (proposal) return toAsked("proposal", [proposal]);
  if (hasQuestion) return null;
  const own = last.filter(({ plain }) => ownChoicePattern().test(plain) && reasonPattern().test(plain));
  return toAsked("own-choice", own.slice(-1));
}

function toAsked(kind: QuestionKind, sentences: readonly Sentence[]): Asked | null {
  return sentences.length === 0 ? null : { kind, text: clip(sentences.map(({ plain }) => plain).join(" ")) };
}

function clip(text: string): string {
  return text.slice(-MAX_TEXT);
}

/** What the lines of a list begin with: the names of what can be chosen. */
function listHeads(message: string): string[] {
  const heads = [...message.matchAll(/^\s*(?:[-*+•]|\d\.)\s+(?:\*\*)?([^:*\n(–—]{2,60})/gm)];
  return heads.slice(0, MAX_HEADS).map(([, head = ""]) => head.trim());
}
