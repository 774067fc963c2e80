import { redactValue } from "../redaction/redact-value.ts";
import type { TranscriptItem } from "../transcript/item.ts";

/** While a text still has its lines: of one that was cut or joined, not every secret is recognised. */
export function cleanItems(items: readonly TranscriptItem[]): TranscriptItem[] {
  return items.map((item) => redactValue(withoutPatch(item)).value).filter(isItem);
}

/** Lines of files tell nothing here, and there are many. */
function withoutPatch(item: TranscriptItem): TranscriptItem {
  return item.kind === "tool-result" && item.patch !== null ? { ...item, patch: null } : item;
}

/** One whose secret ran over the end of its text comes back as a bare text: it is left out. */
function isItem(value: unknown): value is TranscriptItem {
  return typeof value === "object" && value !== null;
}
