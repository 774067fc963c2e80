// Recognises that a person corrects Claude, by phrases that are rarely used otherwise: "again" or "should be" alone prove nothing.
// Only the person's own words are searched.

/** A longer message is mostly pasted text. */
const MAX_OWN_WORDS_LENGTH = 400;
const MAX_MESSAGE_LENGTH = 10_000;

/** The strongest first. */
const PATTERNS = {
  /** The person has said or asked this before. */
  "said-before": [
    /\bi(?:['’]ve| have)? (?:already |just )?(?:told|asked|said to) you\b/,
    /\b(?:as|like) i (?:already )?(?:said|told you|mentioned|asked)\b|\bi (?:already|just) (?:said|mentioned|asked)\b/,
    /\b(?:did|have|had)(?: we|n['’]?t we| we not)\b[^.?!]{0,30}\b(?:through|over|about) this (?:before|already)\b/,
  ],
  /** Claude misunderstood. */
  meant: [
    /\bwhat i (?:actually |really )?(?:meant|asked|wanted)\b|\bnot what i (?:asked|wanted|meant|said)\b|^(?:no,? )?i meant\b/,
  ],
  /** A reported fault or a requested change is still open. */
  still: [
    /(?<!\b(?:which|what|whatever|who|if|whether|anything|would|will|may|might|could|can)\b[^.?!]{0,40}|['’]ll )\bstill (?:not\b|no\b|too\b|fail(?:s|ing)?\b|broken|wrong|crash(?:es|ing)|the same\b|leak|show(?:s|ing)\b|seeing\b|getting\b|ha(?:s|ve|ving)\b|(?:does|is|are|do)(?:n['’]?t| not)\b|miss(?:es|ing)\b)/,
    /\b(?:it|this|that|which|still|fix|button|page|test|build|command|nothing|just)\s+(?:doesn['’]?t|does not|didn['’]?t|did not|isn['’]?t|is not|won['’]?t) work(?:ing)?\b/,
  ],
  /** Something is wrong, or must not be done. */
  correcting: [
    /^(?:no|nope|nah|wrong)\b(?!\s+(?:problem|worries|rush|need|idea|thanks|hurry))/,
    /\b(?:that|this|it|which)(?:['’]?s| is| was) (?:not (?:right|correct|true|what|the|how)|wrong|incorrect)\b|\bis not (?:correct|right)\b|\bisn['’]?t (?:correct|right|what)\b/,
    /(?:^|[.!,;] )(?:please )?(?:do not|don['’]?t|never|stop|quit)(?: ever)? (?!(?:know|think|see|understand|worry|have|care|want|need|really|forget|get)\b)\w+/,
  ],
};

/** A yes-or-no question is not a complaint. */
const PLAIN_QUESTION = /^(?:is|are|do|does|did|can|could|should|would|will|was|were)\b[^.!]*\?/;

/** A "no" that means all is well. */
const ALL_WELL = /^(?:no|nope|nah)\b[^.!?]*\b(?:fine|ok(?:ay)?|good|great|perfect)\b/;

export interface Correction {
  kind: keyof typeof PATTERNS;
  /** The sentence that matched. */
  sentence: string;
}

export function readCorrection(message: string): Correction | null {
  const sentences = ownWords(message)
    .split(/(?<=[.!?])\s+|\n+/)
    .map((sentence) => sentence.trim());
  for (const kind of Object.keys(PATTERNS) as Correction["kind"][]) {
    const sentence = sentences.find((text) => isOfKind(kind, text.toLowerCase()));
    if (sentence !== undefined) return { kind, sentence };
  }
  return null;
}

function isOfKind(kind: Correction["kind"], sentence: string): boolean {
  const isComplaint = kind === "still" || kind === "correcting";
  if (isComplaint && (PLAIN_QUESTION.test(sentence) || ALL_WELL.test(sentence))) return false;
  return PATTERNS[kind].some((pattern) => pattern.test(sentence));
}

/** Removes code, quotations and what looks pasted. */
export function ownWords(message: string): string {
  return message
    .slice(0, MAX_MESSAGE_LENGTH)
    .replace(/```[\s\S]*?(?:```|$)/g, " ")
    .replace(/`[^`\n]*`|"[^"\n]*"|“[^”\n]*”/g, " ")
    .replace(/^[ \t]*(?:>|\||at\s|[-+*#]|\d+[.)]).*$/gm, " ")
    .trim()
    .slice(0, MAX_OWN_WORDS_LENGTH);
}
