// Items are redacted before they are triaged. The rules are loaded only where a text has something that one of them begins
// with: most have not, and somebody waits for a stop.
import { mayHoldSecret, mayValueHoldSecret } from "../../text/redaction/literal-scan.ts";
import type { TranscriptItem } from "../../transcript/item.ts";
import { isTriaged } from "../triage/triage-items.ts";

/** What they print is in files already; it is most of a transcript, and nothing is found in it. */
const LISTING_TOOLS = ["Read", "Grep", "Glob", "LS", "NotebookRead"];

export async function prepareItems(items: readonly TranscriptItem[]): Promise<TranscriptItem[]> {
  const triaged = items.filter(isTriaged).map(withoutListing);
  if (!triaged.some(mayItemHoldSecret)) return triaged;
  const { redactItems } = await import("./redact-items.ts");
  return redactItems(triaged);
}

export function withoutListing(item: TranscriptItem): TranscriptItem {
  if (item.kind !== "tool-result" || item.isError) return item;
  return LISTING_TOOLS.includes(item.call?.tool ?? "") ? { ...item, text: "" } : item;
}

/** Of what is only said, nothing but the words is looked at. */
function mayItemHoldSecret(item: TranscriptItem): boolean {
  return item.kind === "prompt" || item.kind === "queued-prompt" || item.kind === "assistant-text"
    ? mayHoldSecret(item.text)
    : mayValueHoldSecret(item);
}
