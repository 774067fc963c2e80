// Words that stand in so many observations that looking for them tells nothing and takes long. Counting them reads the
// whole index: never on the way of a hook.

import { inMemoryTransaction } from "../../store/in-transaction.ts";
import { readMeta, writeMeta } from "../../store/meta.ts";
import type { Store } from "../../store/open.ts";
import { replaceCommonTerms, termCounts } from "./common-terms.ts";
import { newestObservation } from "./observations.ts";

const KEY = "common_terms_counted";
/** A word that fewer observations have is looked for without asking. */
const MIN_DOCUMENTS = 200;
/** Counted anew when the store has grown by this share. */
const GROWTH = 1.1;

/** True when the words were counted. */
export function refreshCommonTerms(store: Store): boolean {
  const newest = newestObservation(store);
  const counted = Number(readMeta(store, KEY) ?? 0);
  // Fewer than when they were counted: something was forgotten.
  if (newest < MIN_DOCUMENTS || (newest >= counted && newest < counted * GROWTH)) return false;
  const terms = termCounts(store, MIN_DOCUMENTS);
  inMemoryTransaction(store, () => replaceCommonTerms(store, terms));
  writeMeta(store, KEY, String(newest));
  return true;
}
