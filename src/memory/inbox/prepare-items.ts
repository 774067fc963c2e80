// Items are redacted before they are triaged, while a text still has its lines: of one that was cut or joined, not every secret
// is recognised. The rules are loaded only where a text has something that one of them begins with: most have not, and
// somebody waits for a stop.
import { mayHoldSecret, mayValueHoldSecret } from "../../text/redaction/literal-scan.ts";
import type { TranscriptItem } from "../../transcript/item.ts";
import { isTriaged } from "../triage/triage-items.ts";

/** What they print is in files already; it is most of a transcript, and nothing is found in it. */
const LISTING_TOOLS = ["Read", "Grep", "Glob", "LS", "NotebookRead"];

export async function prepareItems(items: readonly TranscriptItem[]): Promise<TranscriptItem[]> {
  const triaged = items.filter(isTriaged).map(withoutListing);
  if (!triaged.some(mayItemHoldSecret)) return triaged;
  const { redactValue } = await import("../../text/redaction/redact.ts");
  // An item whose secret ran over the end of its text comes back as a bare text: it is left out.
  return triaged
    .map((item) => redactValue(item).value as TranscriptItem | string)
    .filter((item) => typeof item !== "string");
}

function withoutListing(item: TranscriptItem): TranscriptItem {
  if (item.kind !== "tool-result" || item.isError) return item;
  return LISTING_TOOLS.includes(item.call?.tool ?? "") ? { ...item, text: "" } : item;
}

/** Of what is only said, nothing but the words is looked at. */
function mayItemHoldSecret(item: TranscriptItem): boolean {
  return item.kind === "prompt" || item.kind === "queued-prompt" || item.kind === "assistant-text"
    ? mayHoldSecret(item.text)
    : mayValueHoldSecret(item);
}
