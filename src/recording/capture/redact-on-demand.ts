// Most of what is kept has nothing in it that any rule begins with. That is seen without the rules, which take longer to
// load than all the rest of a capture.
import { mayHoldSecret, mayValueHoldSecret } from "../../text/redaction/may-hold-secret.ts";
import { cutMiddle, cutMiddleLoosely, mapTexts } from "./shorten.ts";

/** Takes out of texts what must not be kept, and what is too much. */
export interface Redactor {
  redactText(text: string, mostCharacters: number): string;
  redactValue(value: unknown, mostCharacters: number): unknown;
}

/** What `keep` makes of something without its secrets. When it may hold one, it is made once more, by all rules. */
export async function recordRedacted<T>(record: (cleaner: Redactor) => T): Promise<T> {
  const plain = makePlainCleaner();
  const kept = record(plain);
  if (!plain.isInDoubt()) return kept;
  const { FULL_REDACTOR: THOROUGH } = await import("./redact-fully.ts");
  return record(THOROUGH);
}

interface PlainCleaner extends Redactor {
  /** What was cleaned may hold a secret, and must not be used. */
  isInDoubt(): boolean;
}

function makePlainCleaner(): PlainCleaner {
  let inDoubt = false;
  return {
    redactText(text, mostCharacters) {
      const shortened = cutMiddleLoosely(text, mostCharacters);
      inDoubt ||= mayHoldSecret(shortened);
      return cutMiddle(shortened, mostCharacters);
    },
    redactValue(value, mostCharacters) {
      const shortened = mapTexts(value, (text) => cutMiddleLoosely(text, mostCharacters));
      inDoubt ||= mayValueHoldSecret(shortened);
      return shortened;
    },
    isInDoubt: () => inDoubt,
  };
}
