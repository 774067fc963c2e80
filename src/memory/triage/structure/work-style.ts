// How the person wants Claude to work, said as an answer to a question about it.
import type { TranscriptItem } from "../../../transcript/item.ts";
import { type Candidate, makeLineCandidate } from "../candidate.ts";
import { plainLine } from "../title.ts";
import type { Weights } from "../weights.ts";

const MAX_LINE = 300;
const MAX_REPLY = 160;
/** A question on how to work with each other, not on what to build. */
const workStylePattern = () =>
  /\b(?:should|shall|do you want|would you like|may|can)\b.{0,40}\b(?:i|me|my|claude)\b.{0,80}\b(?:in general|generally|always|by default|from now on|going forward|in (?:the )?future|every time|each time|before (?:each|every)|after (?:each|every)|without asking)\b|\b(?:in general|generally|from now on|going forward|in (?:the )?future)\b.{0,60}\b(?:should|shall|want|would)\b.{0,20}\b(?:i|me|my)\b|\bhow (?:verbose|detailed|formal|terse|chatty|long|often) (?:should|shall|do you want) (?:i|my|me)\b|\bmy (?:\w+ )?(?:answers|replies|updates|summaries|explanations|commit messages)\b|\b(?:commit|code|comment|naming|docstring|quote|coding|test|branch) (?:\w+ )?(?:style|convention|format)s?\b.{0,40}\b(?:prefer|want|use|like|follow)\b/i;
/** Claude asked what to do now; the answer is for always. */
const permissionPattern = () =>
  /\b(?:should|shall|may|can|want|would you like|do you want)\b[^?\n]{0,30}\b(?:i|me)\b[^?\n]*\?/i;
const alwaysPattern = () =>
  /^(?:(?:yes|yeah|yep|yup|sure|no|nope|nah|please|ok(?:ay)?|please do|of course|do)[,.!]? (?:and |but |please )?)*(?:in general|generally|as a rule|always|by default|usually|normally|every time|each time|from now on|going forward|in future|you (?:can|may) always|you never (?:need|have) to)\b|(?<!\b(?:it|that|this|they|which|he|she) )\b(?:always|in general|as a rule|every time|from now on|going forward|by default|you (?:don't|never) (?:need|have) to ask|without asking|don't ask|no need to ask|for all|for every|whenever)\b/i;
const noAnswerPattern = () =>
  /^(?:not sure|no preference|either|whatever|up to you|you decide|skip|later|n\/a|none|depends|just (?:this|here)|this time|not now|for now|wait|hold on|hmm*|let me|(?:we|i)(?:'ll| will) see|let's see|no idea|dunno|idk|(?:i )?(?:don't|dont|do not) (?:know|care|mind)|doesn't matter|ask me)\b|\?\s*$/i;

/** In the client's dialog. */
export function readWorkStyleAnswers(item: TranscriptItem, weights: Weights): Candidate[] {
  if (item.kind !== "answers") return [];
  return item.answers
    .filter(({ question, answer }) => workStylePattern().test(question) && !isNoAnswer(answer))
    .map(({ question, answer }) => toCandidate(question, answer, weights));
}

/** In words. */
export function readWorkStyleReply(text: string, asked: string, weights: Weights): Candidate[] {
  const reply = plainLine(text);
  if (asked === "" || reply === "" || reply.length > MAX_REPLY || isNoAnswer(reply)) return [];
  const isWorkStyle =
    workStylePattern().test(asked) || (permissionPattern().test(asked) && alwaysPattern().test(reply));
  return isWorkStyle ? [toCandidate(plainLine(asked), reply, weights)] : [];
}

function isNoAnswer(answer: string): boolean {
  return noAnswerPattern().test(answer.trim());
}

function toCandidate(question: string, answer: string, weights: Weights): Candidate {
  const line = `${question} → ${answer}`.slice(0, MAX_LINE);
  const kind = { category: "PREFERENCE", pattern: "preference.answer", strength: 0.6 } as const;
  return makeLineCandidate(
    { ...kind, line, who: "user", why: "the person's answer on how to work" },
    weights,
  );
}
