import type { TranscriptItem } from "../../transcript/item.ts";

/** What they print is in files already; it is most of a transcript, and nobody judges it. */
const LOOKING = ["Read", "Grep", "Glob", "LS", "NotebookRead"];

export function withoutListing(item: TranscriptItem): TranscriptItem {
  const isListing = item.kind === "tool-result" && !item.isError && LOOKING.includes(item.call?.tool ?? "");
  return isListing ? { ...item, text: "" } : item;
}
