import type { ItemBase, TranscriptItem } from "../item.ts";
import type { Raw } from "./fields.ts";

/** A result whose meaning needs the call it answers. */
export interface PendingResult {
  kind: "pending-result";
  head: ItemBase;
  id: string;
  block: Raw;
  record: Raw;
}

/** What one record says by itself. */
export type Draft = TranscriptItem | PendingResult;
