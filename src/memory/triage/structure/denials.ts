// Claude asks whether it may or could, and the person says no by how things are: a limit in two halves.
import { type Candidate, makeLineCandidate } from "../candidate.ts";
import type { Weights } from "../weights.ts";

const MAX_REPLY = 300;
const MIN_WORDS = 5;
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

export function readDenial(text: string, message: string, weights: Weights): Candidate[] {
  const reply = text.trim();
  const asked = message.trim();
  if (
    reply.length > MAX_REPLY ||
    !noPattern().test(reply) ||
    !askPattern().test(asked) ||
    nextStepPattern().test(asked)
  )
    return [];
  const line = reply.replace(noPattern(), "").replace(/\s+/g, " ");
  if (line.split(" ").length < MIN_WORDS || wishPattern().test(line) || !limitPattern().test(line)) return [];
  const why = "why what Claude asked about is not possible";
  const found = { category: "CONSTRAINT", pattern: "constraint.denial", strength: 0.55 } as const;
  return [makeLineCandidate({ ...found, line, who: "user", why }, weights)];
}
