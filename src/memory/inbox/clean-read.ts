// What was read is cleaned before it is judged. The rules are loaded where a text has something that one of them begins
// with: most have not, and a stop is waited for.
import { mayHoldSecret, mayValueHoldSecret } from "../../text/redaction/may-hold-secret.ts";
import type { TranscriptItem } from "../../transcript/item.ts";
import { isJudged } from "../triage/is-judged.ts";
import { withoutListing } from "./without-listing.ts";

export async function cleanRead(items: readonly TranscriptItem[]): Promise<TranscriptItem[]> {
  const kept: TranscriptItem[] = [];
  // The rest, such as what a message cost, need not be searched.
  for (const item of items) if (isJudged(item)) kept.push(withoutListing(item));
  for (const item of kept) {
    if (!isInDoubt(item)) continue;
    const { cleanItems } = await import("./clean-items.ts");
    return cleanItems(kept);
  }
  return kept;
}

/** Of what is only said, nothing but the words is judged. */
function isInDoubt(item: TranscriptItem): boolean {
  return item.kind === "prompt" || item.kind === "queued-prompt" || item.kind === "assistant-text"
    ? mayHoldSecret(item.text)
    : mayValueHoldSecret(item);
}
