// Claude asks whether it may or could, and the person says no by how things are: a limit in two halves.
import type { Candidate } from "../candidate.ts";
import type { Utterance } from "../text/utterance.ts";
import type { Weights } from "../weights.ts";
import { structuralFinding } from "./finding.ts";

const LONGEST_REPLY = 300;
const LONGEST_LINE = 300;
const LEAST_WORDS = 5;
const noPattern = () =>
  /^(?:(?:haha|ha|hm+|oh|well|sorry|ugh|ah|lol|unfortunately|sadly)[,.!]* )*(?:no way|no can do|no chance|no(?! (?:idea|thanks|problem|worries|need|rush|clue))|nope|nah|can't|cant|cannot|not possible|not allowed|impossible|won't work|wont work|not an option|forget it|negative)\b[\s,.!:–—-]*/i;
const askPattern = () =>
  /\b(?:can|could|may|shall|should|is (?:it|that|this) (?:ok|okay|possible|all right|fine)|do(?:es)? (?:we|you|it|the|they)|would it|are we|is there|want me to|how about|what about)\b[^?\n]*\?[^?\n]{0,150}$/i;
/** About the work at hand, not about what is possible. */
const stepPattern = () =>
  /\b(?:commit|push|merge|continue|proceed|go ahead|run the tests?|open a pr|rename|reformat|clean ?up|explain|show)\b[^?\n]*\?\s*$/i;
/** What the person wants instead, or not now. */
const wishPattern = () =>
  /^(?:use|do|keep|make|just|let's|lets|go|try|leave|don't|dont|write|put|add|remove|please|thanks|not|later|wait|first|stick|stay|but|i\b|you\b|we (?:decided|agreed|use|prefer|want|already|should|could))|\b(?:fine|still|broken|bugs?|reproduce|fix|skip|either|wanted|tests?|overkill|too (?:complex|complicated|much|early|slow)|prefer|i (?:want|like|think|need|hate)|instead|later|not yet|for now|next time|ugly|readab\w+|consisten\w+|simpler|cleaner|easier|nicer)\b|\?\s*$/i;
const limitPattern = () =>
  /\b(?:only|can't|cannot|cant|won't|wont|doesn't|doesnt|don't have|dont have|isn't|isnt|aren't|arent|has no|have no|there's no|no \w+ (?:on|in|at|there)|stuck|ancient|nobody|must|has to|have to|forbid\w*|forbidden|banned|belongs?|read-only|locked|frozen|a?gpl|closed|proprietary|budget|licen[cs]e\w*|policy|legal|contract\w*|vendor\w*|customers?|client'?s?|hoster|runs? \w+ \d|offers?|at most|max|until|before (?:20\d\d|next|q\d)|old)\b/i;

/** `told`: the end of what Claude said last. */
export function readDenial({ who, text }: Utterance, told: string, weights: Weights): Candidate[] {
  const reply = text.trim();
  if (who !== "user" || told === "" || reply.length > LONGEST_REPLY) return [];
  const no = noPattern().exec(reply);
  if (!no) return [];
  const reason = reply.slice(no[0].length);
  const asked = told.trim();
  if (reason.split(/\s+/).length < LEAST_WORDS || wishPattern().test(reason) || !limitPattern().test(reason))
    return [];
  if (!askPattern().test(asked) || stepPattern().test(asked)) return [];
  const line = reason.replace(/\s+/g, " ").slice(0, LONGEST_LINE);
  return [
    structuralFinding(
      {
        category: "CONSTRAINT",
        title: line,
        strengths: { "constraint.denial": 0.55 },
        evidence: [{ line, who: "user", why: "why what Claude asked about is not possible" }],
        sameAs: line,
      },
      weights,
    ),
  ];
}
