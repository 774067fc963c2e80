import { redactValue } from "../redaction/redact-value.ts";
import type { TranscriptItem } from "../transcript/item.ts";

/** What they print is in files already; it is most of a transcript, and nobody judges it. */
const LOOKING = new Set(["Read", "Grep", "Glob", "LS", "NotebookRead"]);

/** While a text still has its lines: of one that was cut or joined, not every secret is recognised. */
export function cleanItems(items: readonly TranscriptItem[]): TranscriptItem[] {
  return items.map((item) => redactValue(withoutListing(item)).value).filter(isItem);
}

function withoutListing(item: TranscriptItem): TranscriptItem {
  const isListing = item.kind === "tool-result" && !item.isError && LOOKING.has(item.call?.tool ?? "");
  return isListing ? { ...item, text: "" } : item;
}

/** One whose secret ran over the end of its text comes back as a bare text: it is left out. */
function isItem(value: unknown): value is TranscriptItem {
  return typeof value === "object" && value !== null;
}
