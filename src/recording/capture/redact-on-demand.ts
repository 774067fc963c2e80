// Most texts contain nothing that any redaction rule starts with. A quick scan sees that without loading the rules, which
// takes longer than the rest of a capture.
import { mayHoldSecret, mayValueHoldSecret } from "../../text/redaction/literal-scan.ts";
import { cutMiddle, cutMiddleLoosely, cutTextsLoosely } from "./shorten.ts";

/** Removes secrets, and shortens texts that are too long to record. */
export interface Redactor {
  redactText(text: string, maxCharacters: number): string;
  redactValue(value: unknown, maxCharacters: number): unknown;
}

/** Runs `record` with the quick scan; if that suspects a secret, runs it again with all rules. */
export async function recordRedacted<T>(record: (redactor: Redactor) => T): Promise<T> {
  const scan = new QuickScan();
  const recorded = record(scan);
  if (!scan.isSuspicious) return recorded;
  const { FULL_REDACTOR } = await import("./redact-fully.ts");
  return record(FULL_REDACTOR);
}

/** Shortens, but removes nothing. */
class QuickScan implements Redactor {
  /** A text may hold a secret: what was recorded must then be thrown away. */
  isSuspicious = false;

  redactText(text: string, maxCharacters: number): string {
    const shortened = cutMiddleLoosely(text, maxCharacters);
    this.isSuspicious ||= mayHoldSecret(shortened);
    return cutMiddle(shortened, maxCharacters);
  }

  redactValue(value: unknown, maxCharacters: number): unknown {
    const shortened = cutTextsLoosely(value, maxCharacters);
    const json = JSON.stringify(shortened) ?? "";
    this.isSuspicious ||= mayValueHoldSecret(shortened, json);
    return shortened;
  }
}
