// Detects prompt injection: text from a web page, a tool's output or a stranger's repository that addresses the model instead
// of stating something, in English: whatever the language, the defence is that memories are quoted. Such a memory is quarantined: kept and listed, but given to no session.
import type { Memory, Origin } from "../memory.ts";

/** No memory has a reason to say this, whatever its source. */
const alwaysRules = (): readonly [RegExp, string][] => [
  [
    /\b(?:ignore|disregard|forget)\b[^.\n]{0,20}\b(?:previous|prior|above|earlier|all|any|your|system)\b[^.\n]{0,20}\b(?:instructions?|prompts?)\b/i,
    "it tells the model to ignore its instructions",
  ],
  [/<\/?\s*(?:system(?:-reminder)?|function_calls|tool_result)\s*>/i, "it imitates the client's own tags"],
  [
    /\byour (?:real|true|new|actual) (?:instructions?|system prompt)\b/i,
    "it gives the model new instructions",
  ],
  [
    /\b(?:reveal|print|repeat|leak|send|exfiltrate)\b[^.\n]{0,20}\byour system prompt\b/i,
    "it asks for the system prompt",
  ],
];

/** A person may say this to Claude; a tool or a web page may not. */
const outsideRules = (): readonly [RegExp, string][] => [
  [
    /\byou (?:must|should|have to|need to|are (?:now|required)|will) (?:now |always |never |immediately )?\w+/i,
    "text from outside tells the model what to do",
  ],
  [
    /\b(?:from now on|always|never|immediately)\b[^.\n]{0,60}\b(?:run|execute|send|upload|delete|push|commit|approve|allow|skip|disable)\b/i,
    "text from outside sets a rule",
  ],
  ...addressingRules(),
];

/** Nor may Claude, who then repeats what it read. */
const addressingRules = (): readonly [RegExp, string][] => [
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
    "text from outside contains a command to run",
  ],
];

/** null when the memory may be given to sessions. Text from a repository counts as from outside, whatever its `who` field says. */
export function quarantineReason(
  { title, body, tags, who }: Pick<Memory, "title" | "body" | "tags" | "who">,
  origin: Origin = "here",
): string | null {
  const text = `${title}\n${tags.join(" ")}\n${body}`;
  if ((origin !== "here" && origin !== "rule") || isUntrusted(who))
    return firstReason([...alwaysRules(), ...outsideRules()], text);
  return mayAddressModel(text.toLowerCase()) ? firstReason(alwaysRules(), text) : null;
}

/** Whether Claude may have read it in a page or a tool's output, which planted it to command the model. */
export function mayBePlanted(text: string): boolean {
  return firstReason([...alwaysRules(), ...addressingRules()], text) !== null;
}

/** A quick test: every rule in `alwaysRules` needs one of these words. */
function mayAddressModel(lower: string): boolean {
  return lower.includes("instruction") || lower.includes("prompt") || lower.includes("<");
}

function firstReason(rules: readonly [RegExp, string][], text: string): string | null {
  for (const [pattern, reason] of rules) if (pattern.test(text)) return reason;
  return null;
}

/** Text that may be quoted, but never given as an instruction. */
export function isUntrusted(who: string): boolean {
  return who !== "user" && who !== "claude" && who !== "rule";
}
