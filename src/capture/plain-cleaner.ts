// Most of what is kept has nothing in it that any rule begins with. That is seen without the rules, which take longer to
// load than all the rest of a capture.
import { mayHoldSecret, mayValueHoldSecret } from "../redaction/may-hold-secret.ts";
import type { Cleaner } from "./cleaner.ts";
import { cutMiddle, leaveOutMiddle } from "./cut-middle.ts";
import { mapTexts } from "./cut-texts.ts";

export interface PlainCleaner extends Cleaner {
  /** What was cleaned may hold a secret: it must not be used, and be cleaned by all rules instead. */
  isInDoubt(): boolean;
}

export function makePlainCleaner(): PlainCleaner {
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
