import { redactValue } from "../../text/redaction/redact.ts";
import type { TranscriptItem } from "../../transcript/item.ts";
import { withoutListing } from "./prepare-items.ts";

/** While a text still has its lines: of one that was cut or joined, not every secret is recognised. */
export function redactItems(items: readonly TranscriptItem[]): TranscriptItem[] {
  return items.map((item) => redactValue(withoutListing(item)).value).filter(isItem);
}

/** One whose secret ran over the end of its text comes back as a bare text: it is left out. */
function isItem(value: unknown): value is TranscriptItem {
  return typeof value === "object" && value !== null;
}
