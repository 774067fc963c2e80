// A tool's JSON without its secrets, and then without its bulk: half a secret would not be recognised.
import { redact } from "../../text/redaction/redact.ts";
import { redactValue } from "../../text/redaction/redact-value.ts";
import type { Redactor } from "./redact-on-demand.ts";
import { cutMiddle, cutMiddleLoosely, mapTexts } from "./shorten.ts";

/** By all rules. */
export const FULL_REDACTOR: Redactor = { redactText: redactAndShorten, redactValue: redactAndShortenValue };

/** Texts longer than `mostCharacters` lose a part of their middle here, and the rest in `shortenTexts`. */
export function redactAndShortenValue(value: unknown, mostCharacters: number): unknown {
  return redactValue(mapTexts(value, (text) => cutMiddleLoosely(text, mostCharacters))).value;
}

export function redactAndShorten(text: string, mostCharacters: number): string {
  return cutMiddle(redact(cutMiddleLoosely(text, mostCharacters)).text, mostCharacters);
}
