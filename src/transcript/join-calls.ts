// Joins each tool result to its call, by id: parallel calls and their results do not stand side by side.
import type { TranscriptItem } from "./item.ts";
import type { RecordDrafts } from "./parse-chunk.ts";
import { completeResult } from "./records/tool-result.ts";
import type { IgnoresResults } from "./skip-line.ts";
import type { ToolCall } from "./tool-item.ts";

/** A call without its result so far, and the bytes of its record. */
export interface OpenCall {
  id: string;
  offset: number;
  length: number;
}

export interface CallJoiner {
  push(record: RecordDrafts): TranscriptItem[];
  /** Oldest first. */
  open(): OpenCall[];
}

// A call that never got its result must not be kept for ever.
const MAX_OPEN = 64;
const MAX_OPEN_BYTES = 16 * 1024 * 1024;

/** `loaded` has those of the open calls that will be asked for. */
export function createJoiner(
  open: OpenCall[] = [],
  loaded = new Map<string, ToolCall>(),
  ignoresResults: IgnoresResults = () => false,
): CallJoiner {
  const waiting = new Map<string, OpenCall>();
  const calls = new Map(loaded);
  let waitingBytes = 0;
  for (const call of open) {
    waiting.set(call.id, call);
    waitingBytes += call.length;
  }

  function wait(call: ToolCall, length: number): void {
    forget(call.id);
    waiting.set(call.id, { id: call.id, offset: call.offset, length });
    calls.set(call.id, call);
    waitingBytes += length;
    for (const id of waiting.keys()) {
      if (waiting.size <= MAX_OPEN && waitingBytes <= MAX_OPEN_BYTES) break;
      forget(id);
    }
  }

  function forget(id: string): void {
    waitingBytes -= waiting.get(id)?.length ?? 0;
    waiting.delete(id);
    calls.delete(id);
  }

  return {
    push({ drafts, length }) {
      const items: TranscriptItem[] = [];
      for (const draft of drafts) {
        if (draft.kind === "tool-call" && !ignoresResults(draft.tool)) wait(draft, length);
        if (draft.kind !== "pending-result") {
          items.push(draft);
          continue;
        }
        const call = calls.get(draft.id) ?? null;
        forget(draft.id);
        items.push(...completeResult(draft, call));
      }
      return items;
    },
    open: () => [...waiting.values()],
  };
}
