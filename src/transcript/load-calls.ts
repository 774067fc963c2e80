// Calls that an earlier reading saw and whose results come now: read again from where they stand.
import type { OpenCall } from "./join-calls.ts";
import { parseChunk, type RecordDrafts } from "./parse-chunk.ts";
import { readPiece } from "./read-bytes.ts";
import { createReport } from "./read-report.ts";
import type { ToolCall } from "./tool-item.ts";

export async function loadCalls(
  path: string,
  open: OpenCall[],
  records: RecordDrafts[],
): Promise<Map<string, ToolCall>> {
  const calls = new Map<string, ToolCall>();
  if (open.length === 0) return calls;
  const wanted = resultIds(records);
  for (const { id, offset, length } of open) {
    if (!wanted.has(id)) continue;
    const piece = await readPiece(path, offset, offset + length);
    if (!piece.ok) continue;
    for (const { drafts } of parseChunk(piece.bytes, offset, 0, createReport()).records)
      for (const draft of drafts) if (draft.kind === "tool-call") calls.set(draft.id, draft);
  }
  return calls;
}

export function resultIds(records: RecordDrafts[]): Set<string> {
  const ids = records.flatMap(({ drafts }) =>
    drafts.flatMap((draft) => (draft.kind === "pending-result" ? [draft.id] : [])),
  );
  return new Set(ids);
}
