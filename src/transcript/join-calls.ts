// Joins each tool result to its call by id: calls and their results are not adjacent in the file.
import type { Translate } from "../protocol/agent-log.ts";
import type { TranscriptItem } from "./item.ts";
import { createReport, parseChunk, type RecordDrafts } from "./parse-chunk.ts";
import { readPiece } from "./read-bytes.ts";
import { completeResult } from "./records/tool-result.ts";
import type { ToolCall } from "./tool-item.ts";

/** A call without a result so far, and where its record is in the file. */
export interface OpenCall {
  id: string;
  offset: number;
  length: number;
}

/** Some calls never get a result: the oldest open ones are dropped. */
const MAX_OPEN_CALLS = 64;

export class CallJoiner {
  readonly #open: Map<string, OpenCall>;
  readonly #calls: Map<string, ToolCall>;

  /** `loaded`: those of the open calls whose results are in the next records. */
  constructor(open: readonly OpenCall[] = [], loaded: ReadonlyMap<string, ToolCall> = new Map()) {
    this.#calls = new Map(loaded);
    this.#open = new Map(open.map((call) => [call.id, call]));
  }

  join({ drafts, length }: RecordDrafts): TranscriptItem[] {
    const items: TranscriptItem[] = [];
    for (const draft of drafts) {
      if (draft.kind === "pending-result") {
        const call = this.#calls.get(draft.id) ?? null;
        this.#close(draft.id);
        items.push(...completeResult(draft, call));
        continue;
      }
      if (draft.kind === "tool-call") this.#add(draft, length);
      items.push(draft);
    }
    return items;
  }

  /** Oldest first. */
  openCalls(): OpenCall[] {
    return [...this.#open.values()];
  }

  #add(call: ToolCall, length: number): void {
    this.#close(call.id);
    this.#open.set(call.id, { id: call.id, offset: call.offset, length });
    this.#calls.set(call.id, call);
    const [oldest] = this.#open.keys();
    if (this.#open.size > MAX_OPEN_CALLS && oldest !== undefined) this.#close(oldest);
  }

  #close(id: string): void {
    this.#open.delete(id);
    this.#calls.delete(id);
  }
}

/** Reads again the open calls of an earlier read whose results are in these records. */
export async function loadCalls(
  path: string,
  open: readonly OpenCall[],
  records: readonly RecordDrafts[],
  translate?: Translate,
): Promise<Map<string, ToolCall>> {
  const calls = new Map<string, ToolCall>();
  if (open.length === 0) return calls;
  const drafts = records.flatMap((record) => record.drafts);
  const wanted = new Set(drafts.flatMap((draft) => (draft.kind === "pending-result" ? [draft.id] : [])));
  for (const { id, offset, length } of open) {
    if (!wanted.has(id)) continue;
    const piece = await readPiece(path, offset, offset + length);
    if (!piece.ok) continue;
    const options = { readsAgentProgress: true, ...(translate ? { translate } : {}) };
    for (const record of parseChunk(piece.bytes, offset, 0, createReport(), options).records)
      for (const draft of record.drafts) if (draft.kind === "tool-call") calls.set(draft.id, draft);
  }
  return calls;
}
