// What a reply to Claude's question tells beside a choice: why something is not possible, or how the person wants Claude to
// work.
import type { TranscriptItem } from "../../../transcript/item.ts";
import { makeLineFinding, type TriageFinding } from "../candidate.ts";
import { plainLine } from "../title.ts";

const MAX_LINE = 300;
const MAX_DENIAL = 300;
const MIN_DENIAL_WORDS = 5;
const MAX_WORK_STYLE = 160;
const noPattern = () =>
  /^(?:(?:haha|ha|hm+|oh|well|sorry|ugh|ah|lol|unfortunately|sadly)[,.!]* )*(?:no way|no can do|no chance|no(?! (?:idea|thanks|problem|worries|need|rush|clue))|nope|nah|can't|cant|cannot|not possible|not allowed|impossible|won't work|wont work|not an option|forget it|negative)\b[\s,.!:–—-]*/i;
const askPattern = () =>
  /\b(?:can|could|may|shall|should|is (?:it|that|this) (?:ok|okay|possible|all right|fine)|do(?:es)? (?:we|you|it|the|they)|would it|are we|is there|want me to|how about|what about)\b[^?\n]*\?[^?\n]{0,150}$/i;
/** About the current work, not about what is possible. */
const nextStepPattern = () =>
  /\b(?:commit|push|merge|continue|proceed|go ahead|run the tests?|open a pr|rename|reformat|clean ?up|explain|show)\b[^?\n]*\?\s*$/i;
/** What the person wants instead, or not now. */
const wishPattern = () =>
  /^(?:use|do|keep|make|just|let's|lets|go|try|leave|don't|dont|write|put|add|remove|please|thanks|not|later|wait|first|stick|stay|but|i\b|you\b|we (?:decided|agreed|use|prefer|want|already|should|could))|\b(?:fine|still|broken|bugs?|reproduce|fix|skip|either|wanted|tests?|overkill|too (?:complex|complicated|much|early|slow)|prefer|i (?:want|like|think|need|hate)|instead|later|not yet|for now|next time|ugly|readab\w+|consisten\w+|simpler|cleaner|easier|nicer)\b|\?\s*$/i;
const limitPattern = () =>
  /\b(?:only|can't|cannot|cant|won't|wont|doesn't|doesnt|don't have|dont have|isn't|isnt|aren't|arent|has no|have no|there's no|no \w+ (?:on|in|at|there)|stuck|ancient|nobody|must|has to|have to|forbid\w*|forbidden|banned|belongs?|read-only|locked|frozen|a?gpl|closed|proprietary|budget|licen[cs]e\w*|policy|legal|contract\w*|vendor\w*|customers?|client'?s?|hoster|runs? \w+ \d|offers?|at most|max|until|before (?:20\d\d|next|q\d)|old)\b/i;
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

/** Claude asks whether it may or could, and the person says no by how things are. */
export function readDenial(text: string, message: string): TriageFinding[] {
  const reply = text.trim();
  const asked = message.trim();
  if (
    reply.length > MAX_DENIAL ||
    !noPattern().test(reply) ||
    !askPattern().test(asked) ||
    nextStepPattern().test(asked)
  )
    return [];
  const line = reply.replace(noPattern(), "").replace(/\s+/g, " ");
  if (line.split(" ").length < MIN_DENIAL_WORDS || wishPattern().test(line) || !limitPattern().test(line))
    return [];
  const why = "why what Claude asked about is not possible";
  const found = { category: "CONSTRAINT", pattern: "constraint.denial", strength: 0.55 } as const;
  return [makeLineFinding({ ...found, line, who: "user", why })];
}

/** How to work, answered in the client's dialog. */
export function readWorkStyleAnswers(item: TranscriptItem): TriageFinding[] {
  if (item.kind !== "answers") return [];
  return item.answers
    .filter(({ question, answer }) => workStylePattern().test(question) && !isNoAnswer(answer))
    .map(({ question, answer }) => toFinding(question, answer));
}

/** The same in words. */
export function readWorkStyleReply(text: string, asked: string): TriageFinding[] {
  const reply = plainLine(text);
  if (asked === "" || reply === "" || reply.length > MAX_WORK_STYLE || isNoAnswer(reply)) return [];
  const isWorkStyle =
    workStylePattern().test(asked) || (permissionPattern().test(asked) && alwaysPattern().test(reply));
  return isWorkStyle ? [toFinding(plainLine(asked), reply)] : [];
}

function isNoAnswer(answer: string): boolean {
  return noAnswerPattern().test(answer.trim());
}

function toFinding(question: string, answer: string): TriageFinding {
  const line = `${question} → ${answer}`.slice(0, MAX_LINE);
  const kind = { category: "PREFERENCE", pattern: "preference.answer", strength: 0.6 } as const;
  return makeLineFinding({ ...kind, line, who: "user", why: "the person's answer on how to work" });
}
