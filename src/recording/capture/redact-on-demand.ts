// Loads the redaction rules only when a quick scan suspects a secret: loading them takes longer than the rest of a capture.
import { mayHoldSecret, mayValueHoldSecret } from "../../text/redaction/literal-scan.ts";
import { cutMiddle, cutMiddleLoosely, cutTextsLoosely } from "./shorten.ts";

/** Removes secrets and shortens long texts. */
export interface Redactor {
  redactText(text: string, maxCharacters: number): string;
  redactValue(value: unknown, maxCharacters: number): RedactedValue;
}

interface RedactedValue {
  value: unknown;
  /** `value` as JSON. */
  json: string;
}

/** Runs `build` with the quick scan and, if that suspects a secret, again with all rules. */
export async function redactOnDemand<T>(build: (redactor: Redactor) => T): Promise<T> {
  const scan = new QuickScan();
  const built = build(scan);
  if (!scan.isSuspicious) return built;
  const { FULL_REDACTOR } = await import("./redact-fully.ts");
  return build(FULL_REDACTOR);
}

/** Shortens texts and looks for signs of a secret, but removes nothing. */
class QuickScan implements Redactor {
  /** Once true, the texts it returned must not be recorded. */
  isSuspicious = false;

  redactText(text: string, maxCharacters: number): string {
    const shortened = cutMiddleLoosely(text, maxCharacters);
    this.isSuspicious ||= mayHoldSecret(shortened);
    return cutMiddle(shortened, maxCharacters);
  }

  redactValue(value: unknown, maxCharacters: number): RedactedValue {
    const shortened = cutTextsLoosely(value, maxCharacters);
    const json = JSON.stringify(shortened) ?? "";
    this.isSuspicious ||= mayValueHoldSecret(shortened, json);
    return { value: shortened, json };
  }
}
