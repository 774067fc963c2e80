// Text that speaks to the model instead of saying what is so. It may come from a web page, a tool's output or a
// stranger's repository: such a memory is kept, listed, and given to nobody.
import type { Memory } from "../memory.ts";

/** Nobody writes this into a note, whoever is named as its source. */
const always = (): readonly [RegExp, string][] => [
  [
    /\b(?:ignore|disregard|forget)\b[^.\n]{0,20}\b(?:previous|prior|above|earlier|all|any|your|system)\b[^.\n]{0,20}\b(?:instructions?|prompts?)\b/i,
    "it tells the model to ignore its instructions",
  ],
  [/<\/?\s*(?:system(?:-reminder)?|function_calls|tool_result)\s*>/i, "it imitates the client's own marks"],
  [
    /\byour (?:real|true|new|actual) (?:instructions?|system prompt)\b/i,
    "it gives the model new instructions",
  ],
  [
    /\b(?:reveal|print|repeat|leak|send|exfiltrate)\b[^.\n]{0,20}\byour system prompt\b/i,
    "it asks for the system prompt",
  ],
];

/** A person may say so, to Claude or of their program; a tool or a page may not. */
const fromOutside = (): readonly [RegExp, string][] => [
  [
    /\byou (?:must|should|have to|need to|are (?:now|required)|will) (?:now |always |never |immediately )?\w+/i,
    "text from outside tells the model what to do",
  ],
  [
    /\b(?:ignore|disregard|forget|override|bypass)\b[^.\n]{0,60}\b(?:instruction|prompt|rule|guideline|direction|context|check|test)s?\b/i,
    "text from outside tells the model what to ignore",
  ],
  [
    /\b(?:as an? (?:ai|assistant|language model)|dear (?:ai|assistant|claude)|(?:attention|note to|hey),? (?:claude|ai|assistant))\b/i,
    "text from outside addresses the model",
  ],
  [
    /^\s*(?:system|assistant|human|user)\s*:\s*\S|<\/?\s*(?:assistant|user|human)\b[^>]*>/im,
    "text from outside imitates a turn of the conversation",
  ],
  [
    /\b(?:do not|don't|never) (?:tell|inform|mention|show)\b[^.\n]{0,30}\b(?:user|human|person)\b/i,
    "text from outside asks to hide something from the user",
  ],
  [
    /\b(?:run|execute|curl|wget|download|install)\b[^.\n]{0,60}(?:\|\s*(?:ba|z)?sh\b|https?:\/\/)/i,
    "text from outside brings a command",
  ],
  [
    /\b(?:from now on|always|never|immediately)\b[^.\n]{0,60}\b(?:run|execute|send|upload|delete|push|commit|approve|allow|skip|disable)\b/i,
    "text from outside sets a rule",
  ],
];

/** Why it is given to nobody; null when nothing speaks against it. */
export function quarantineReason({
  title,
  body,
  tags,
  who,
}: Pick<Memory, "title" | "body" | "tags" | "who">): string | null {
  const text = `${title}\n${tags.join(" ")}\n${body}`;
  if (isUntrusted(who)) return firstReason([...always(), ...fromOutside()], text);
  return mayAddressModel(text.toLowerCase()) ? firstReason(always(), text) : null;
}

/** Without a word of these none of the rules for everybody fits. */
function mayAddressModel(lower: string): boolean {
  return lower.includes("instruction") || lower.includes("prompt") || lower.includes("<");
}

function firstReason(rules: readonly [RegExp, string][], text: string): string | null {
  for (const [pattern, reason] of rules) if (pattern.test(text)) return reason;
  return null;
}

/** Told as a quotation at most, never as something to do. */
export function isUntrusted(who: string): boolean {
  return who !== "user" && who !== "claude";
}
