import type { GatedEvent } from "../protocol/hook-event.ts";
import type { TranscriptItem } from "../transcript/item.ts";
import { endOf } from "../transcript/turn-end.ts";
import { LOOK_AGAIN_MS, MAX_LAG_MS } from "./session-calls.ts";

const MAX_BYTES = 2 * 1024 * 1024;

/** The end of a transcript. Waits a moment for a client that has not written everything down yet. */
export async function readRecent(event: GatedEvent, path: string): Promise<TranscriptItem[]> {
  const { readTail } = await import("../transcript/read-tail.ts");
  const isWhole = endOf(event);
  for (const waitUntil = performance.now() + MAX_LAG_MS; ; await Bun.sleep(LOOK_AGAIN_MS)) {
    const { items } = await readTail(path, { maxBytes: MAX_BYTES });
    if (isWhole(items) || performance.now() >= waitUntil) return items;
  }
}
