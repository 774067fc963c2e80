// Redacts items before triage cuts or joins their texts, after which a secret might not be recognised. The rules are loaded
// only when a quick scan suspects a secret, because a stop waits for this.
import { mayHoldSecret, mayValueHoldSecret } from "../../text/redaction/literal-scan.ts";
import type { TranscriptItem } from "../../transcript/item.ts";
import { isTriaged } from "../triage/triage-items.ts";

/** Their output is most of a transcript, and triage finds nothing in it. */
const LISTING_TOOLS = ["Read", "Grep", "Glob", "LS", "NotebookRead"];

export async function prepareItems(items: readonly TranscriptItem[]): Promise<TranscriptItem[]> {
  const triaged = items.filter(isTriaged).map(withoutListing);
  if (!triaged.some(mayItemHoldSecret)) return triaged;
  const { redactValue } = await import("../../text/redaction/redact.ts");
  // An item with an unterminated secret is redacted to a single string, and left out.
  return triaged
    .map((item) => redactValue(item).value as TranscriptItem | string)
    .filter((item) => typeof item !== "string");
}

function withoutListing(item: TranscriptItem): TranscriptItem {
  if (item.kind !== "tool-result" || item.isError) return item;
  return LISTING_TOOLS.includes(item.call?.tool ?? "") ? { ...item, text: "" } : item;
}

/** Of messages only the text is scanned. */
function mayItemHoldSecret(item: TranscriptItem): boolean {
  return item.kind === "prompt" || item.kind === "queued-prompt" || item.kind === "assistant-text"
    ? mayHoldSecret(item.text)
    : mayValueHoldSecret(item);
}
