// Most of what is kept has nothing in it that any rule begins with. That is seen without the rules, which take longer to
// load than all the rest of a capture.
import { mayHoldSecret, mayValueHoldSecret } from "../../text/redaction/may-hold-secret.ts";
import { cutMiddle, leaveOutMiddle, mapTexts } from "./shorten.ts";

/** Takes out of texts what must not be kept, and what is too much. */
export interface Cleaner {
  cleanText(text: string, mostCharacters: number): string;
  cleanValue(value: unknown, mostCharacters: number): unknown;
}

/** What `keep` makes of something without its secrets. When it may hold one, it is made once more, by all rules. */
export async function keepClean<T>(keep: (cleaner: Cleaner) => T): Promise<T> {
  const plain = makePlainCleaner();
  const kept = keep(plain);
  if (!plain.isInDoubt()) return kept;
  const { THOROUGH } = await import("./redact-fully.ts");
  return keep(THOROUGH);
}

interface PlainCleaner extends Cleaner {
  /** What was cleaned may hold a secret, and must not be used. */
  isInDoubt(): boolean;
}

function makePlainCleaner(): PlainCleaner {
  let inDoubt = false;
  return {
    cleanText(text, mostCharacters) {
      const shortened = leaveOutMiddle(text, mostCharacters);
      inDoubt ||= mayHoldSecret(shortened);
      return cutMiddle(shortened, mostCharacters);
    },
    cleanValue(value, mostCharacters) {
      const shortened = mapTexts(value, (text) => leaveOutMiddle(text, mostCharacters));
      inDoubt ||= mayValueHoldSecret(shortened);
      return shortened;
    },
    isInDoubt: () => inDoubt,
  };
}
