// The client's tool events are async and may land in any order: the transcript has the right one.

import type { QueueRow } from "../recording/queue/pending-queue.ts";
import { readTail } from "../transcript/read-tail.ts";
import { listSubagentFiles } from "../transcript/subagent-files.ts";

export interface TranscriptOrder {
  ordered: QueueRow[];
  timeOf(row: QueueRow): number;
}

const FIRST_BYTES = 512 * 1024;
const MAX_BYTES = 32 * 1024 * 1024;
const MAX_AGENTS = 50;

export async function orderByTranscript(
  transcriptPath: string | null,
  rows: QueueRow[],
): Promise<TranscriptOrder> {
  const wanted = new Set(rows.flatMap(({ tool_use_id }) => tool_use_id ?? []));
  const places = new Map<string, { at: number | null; offset: number }>();
  if (transcriptPath !== null) {
    await readPlaces(transcriptPath, wanted, places);
    if (places.size < wanted.size) {
      const since = Math.min(...rows.map((row) => row.created_at));
      const agents = (await listSubagentFiles(transcriptPath)).map(({ path }) => path);
      const recent = agents.filter((path) => Bun.file(path).lastModified >= since - 60_000);
      for (const path of recent.slice(-MAX_AGENTS)) await readPlaces(path, wanted, places);
    }
  }
  const timeOf = (row: QueueRow) => places.get(row.tool_use_id ?? "")?.at ?? row.created_at;
  const offsetOf = (row: QueueRow) => places.get(row.tool_use_id ?? "")?.offset ?? 0;
  const ordered = rows.toSorted((a, b) => timeOf(a) - timeOf(b) || offsetOf(a) - offsetOf(b) || a.id - b.id);
  return { ordered, timeOf };
}

/** Reads back until every call is found, or as far as is reasonable. */
async function readPlaces(
  path: string,
  wanted: ReadonlySet<string>,
  places: Map<string, { at: number | null; offset: number }>,
): Promise<void> {
  for (let maxBytes = FIRST_BYTES; ; maxBytes *= 4) {
    const { items, from, problem } = await readTail(path, { maxBytes });
    if (problem !== null) return;
    for (const item of items) {
      if (item.kind !== "tool-call" || !wanted.has(item.id)) continue;
      places.set(item.id, { at: item.timestamp, offset: item.offset });
    }
    if (from === 0 || maxBytes >= MAX_BYTES || places.size >= wanted.size) return;
  }
}
