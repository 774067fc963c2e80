// Cuts with a margin, redacts with all rules, then cuts to size: half a secret would not be recognised.
import "../../platform/process/watchdog.ts"; // Ends searches of long texts that hang.
import { mayValueHoldSecret } from "../../text/redaction/literal-scan.ts";
import { redact, redactValue } from "../../text/redaction/redact.ts";
import type { Redactor } from "./redact-on-demand.ts";
import { cutMiddle, cutMiddleLoosely, cutTextsLoosely } from "./shorten.ts";

export const FULL_REDACTOR: Redactor = { redactText: redactAndShorten, redactValue: redactAndShortenValue };

export function redactAndShorten(text: string, maxCharacters: number): string {
  return cutMiddle(redact(cutMiddleLoosely(text, maxCharacters)).text, maxCharacters);
}

/** Cuts texts only loosely: `fitRow` cuts them to size. */
function redactAndShortenValue(value: unknown, maxCharacters: number) {
  const shortened = cutTextsLoosely(value, maxCharacters);
  const json = JSON.stringify(shortened) ?? "";
  // Most values have no sign of a secret, and one scan is faster than redacting each text and then the whole.
  if (!mayValueHoldSecret(shortened, json)) return { value: shortened, json };
  const redacted = redactValue(shortened, json).value;
  return { value: redacted, json: redacted === shortened ? json : (JSON.stringify(redacted) ?? "") };
}
