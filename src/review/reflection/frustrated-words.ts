// Words of a person whose patience is tried. Only what is hardly said otherwise: "again" or "should be" are ordinary.

const STUCK: readonly RegExp[] = [
  /(?<!\b(?:which|what|whatever|who|if|whether|anything)\b[^.?!]{0,40})\bstill (?:not (?:working|fixed|there|right)|fail(?:s|ing)?\b|broken|wrong|crash(?:es|ing)|(?:get|gett|see|hav)(?:ing)? (?:the|this|that|an?|same)\b[^.?!]{0,40}\b(?:error|problem|issue|failure)|the same (?:error|problem|issue)|(?:does|is)(?:n['’]?t| not) (?:work|fix))/,
  /\b(?:it|this|that|which|still|fix|button|page|test|build|command|nothing|just)\s+(?:doesn['’]?t|does not|didn['’]?t|did not|isn['’]?t|is not|won['’]?t) work(?:ing)?\b/,
  /^(?:no,? )?(?:doesn['’]?t|does not|didn['’]?t|not) work(?:ing)?\b/,
  /\b(?:i['’]?m|i am|we['’]?re|we are|you['’]?re|you are|are you|it['’]?s|got|gets?|seems?|keeps? getting) stuck\b/,
  /\bgoing (?:around )?in circles\b/,
  /\b(?:wtf|ffs)\b/,
];

const TOLD: readonly RegExp[] = [
  /\bi (?:already |just )?(?:told|asked|said to) you\b/,
  /\b(?:why|how come) (?:do|did|are|have) you (?:keep|still|always)\b/,
  /\bnot what i (?:asked|wanted|meant|said)\b/,
  /\byou (?:keep|kept) \w+ing\b/,
  /\byou (?:did it|forgot) again\b/,
  /\b(?:stop|quit) (?:doing|adding|changing|making|writing|removing|guessing|ignoring)\b/,
];

/** A longer one is mostly something pasted. */
const SEARCHED = 400;
const MAX_READ = 10_000;

/** "told": the person says what is wanted, once more. */
export function frustrationIn(prompt: string): "stuck" | "told" | null {
  const text = ownWords(prompt).toLowerCase();
  if (TOLD.some((pattern) => pattern.test(text))) return "told";
  return STUCK.some((pattern) => pattern.test(text)) ? "stuck" : null;
}

/** Without code, quotes and what looks pasted. */
function ownWords(prompt: string): string {
  return prompt
    .slice(0, MAX_READ)
    .replace(/```[\s\S]*?(?:```|$)/g, " ")
    .replace(/`[^`\n]*`|"[^"\n]*"|“[^”\n]*”/g, " ")
    .replace(/^[ \t]*(?:>|\||at\s|[-+*#]|\d+[.)]).*$/gm, " ")
    .trim()
    .slice(0, SEARCHED);
}
