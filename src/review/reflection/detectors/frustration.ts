import type { Suggestion } from "../reflection.ts";
import { advise, type Sighting, type TranscriptDetector } from "./detector.ts";
import { cutAtWord } from "./normalize.ts";

const MAX_SIGHTINGS = 5;
const MAX_TEXT = 600;
const MAX_TITLE = 100;

// Only phrases that are rarely used otherwise: "again" or "should be" are ordinary.

/** Something still does not work. */
const STUCK: readonly RegExp[] = [
  /(?<!\b(?:which|what|whatever|who|if|whether|anything)\b[^.?!]{0,40})\bstill (?:not (?:working|fixed|there|right)|fail(?:s|ing)?\b|broken|wrong|crash(?:es|ing)|(?:get|gett|see|hav)(?:ing)? (?:the|this|that|an?|same)\b[^.?!]{0,40}\b(?:error|problem|issue|failure)|the same (?:error|problem|issue)|(?:does|is)(?:n['’]?t| not) (?:work|fix))/,
  /\b(?:it|this|that|which|still|fix|button|page|test|build|command|nothing|just)\s+(?:doesn['’]?t|does not|didn['’]?t|did not|isn['’]?t|is not|won['’]?t) work(?:ing)?\b/,
  /^(?:no,? )?(?:doesn['’]?t|does not|didn['’]?t|not) work(?:ing)?\b/,
  /\b(?:i['’]?m|i am|we['’]?re|we are|you['’]?re|you are|are you|it['’]?s|got|gets?|seems?|keeps? getting) stuck\b/,
  /\bgoing (?:around )?in circles\b/,
  /\b(?:wtf|ffs)\b/,
];

/** The person repeats what was asked for. */
const REPEATED_REQUEST: readonly RegExp[] = [
  /\bi (?:already |just )?(?:told|asked|said to) you\b/,
  /\b(?:why|how come) (?:do|did|are|have) you (?:keep|still|always)\b/,
  /\bnot what i (?:asked|wanted|meant|said)\b/,
  /\byou (?:keep|kept) \w+ing\b/,
  /\byou (?:did it|forgot) again\b/,
  /\b(?:stop|quit) (?:doing|adding|changing|making|writing|removing|guessing|ignoring)\b/,
];

/** A longer prompt is mostly pasted text. */
const MAX_OWN_WORDS = 400;
const MAX_PROMPT = 10_000;

/** The person had to say more than once that something does not work, or is not what was asked for. */
export const frustration: TranscriptDetector = ({ frustration: min }) => {
  const prompts: Sighting[] = [];
  let count = 0;
  let request: string | null = null;
  return {
    see(item) {
      if (item.kind !== "prompt") return;
      const kind = detectFrustration(item.text);
      if (kind === null) return;
      count++;
      const text = cutAtWord(item.text, MAX_TEXT);
      if (prompts.length < MAX_SIGHTINGS) prompts.push({ at: item.offset, text });
      if (kind === "repeated-request") request ??= text;
    },
    found() {
      if (count < min) return [];
      return [
        {
          id: "USER_FRUSTRATION",
          count,
          title: `You said ${count} times that something does not work or is not what you asked for`,
          // Of one session only: it is reported even when that of an earlier session was dismissed.
          subject: prompts.map(({ text }) => text).join("\n"),
          evidence: prompts,
          suggestion: suggest(request),
        },
      ];
    },
  };
};

function suggest(request: string | null): Suggestion {
  if (request === null)
    return advise(
      'Next time ask first for a test or command that shows the fault, and let a loop hold Claude to it. (`holdfast loop start --verify "…"`)',
    );
  const title = request.split("\n")[0]?.slice(0, MAX_TITLE) ?? request;
  return {
    kind: "memory",
    text: "Save what you asked for as a preference, so that it is known from the start.",
    payload: { category: "PREFERENCE", title, body: request },
  };
}

export function detectFrustration(prompt: string): "stuck" | "repeated-request" | null {
  const text = ownWords(prompt).toLowerCase();
  if (REPEATED_REQUEST.some((pattern) => pattern.test(text))) return "repeated-request";
  return STUCK.some((pattern) => pattern.test(text)) ? "stuck" : null;
}

/** Without code, quotes and what looks pasted. */
function ownWords(prompt: string): string {
  return prompt
    .slice(0, MAX_PROMPT)
    .replace(/```[\s\S]*?(?:```|$)/g, " ")
    .replace(/`[^`\n]*`|"[^"\n]*"|“[^”\n]*”/g, " ")
    .replace(/^[ \t]*(?:>|\||at\s|[-+*#]|\d+[.)]).*$/gm, " ")
    .trim()
    .slice(0, MAX_OWN_WORDS);
}
