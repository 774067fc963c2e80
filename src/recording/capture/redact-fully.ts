// A tool's JSON without its secrets, and then without its bulk: half a secret would not be recognised.
import { redact } from "../../text/redaction/redact.ts";
import { redactValue } from "../../text/redaction/redact-value.ts";
import type { Cleaner } from "./redact-on-demand.ts";
import { cutMiddle, leaveOutMiddle, mapTexts } from "./shorten.ts";

/** By all rules. */
export const THOROUGH: Cleaner = { cleanText, cleanValue };

/** Texts longer than `mostCharacters` lose a part of their middle here, and the rest in `shortenTexts`. */
export function cleanValue(value: unknown, mostCharacters: number): unknown {
  return redactValue(mapTexts(value, (text) => leaveOutMiddle(text, mostCharacters))).value;
}

export function cleanText(text: string, mostCharacters: number): string {
  return cutMiddle(redact(leaveOutMiddle(text, mostCharacters)).text, mostCharacters);
}
