// Open boxes in Claude's last message that are its own: not those of a text it was given.
import { listOpenBoxes } from "../plan/list-open-boxes.ts";
import type { GatedEvent } from "../protocol/hook-event.ts";
import type { TranscriptItem } from "../transcript/item.ts";
import { endOf, LONGEST_LAG_MS, LOOK_AGAIN_MS } from "./own-calls.ts";

const MAX_BYTES = 2 * 1024 * 1024;

export async function gatherChecklist(event: GatedEvent): Promise<string[]> {
  if (!("lastAssistantMessage" in event)) return [];
  const boxes = listOpenBoxes(event.lastAssistantMessage);
  if (boxes.length === 0 || event.transcriptPath === null) return boxes;
  const recent = await readRecent(event, event.transcriptPath);
  const { givenWords, notGiven } = await import("../transcript/selectors/given-words.ts");
  return notGiven(
    boxes,
    recent.flatMap((item) => givenWords(item) ?? []),
  );
}

/** Waits a moment for a client that has not written everything down yet. */
async function readRecent(event: GatedEvent, path: string): Promise<TranscriptItem[]> {
  const { readTail } = await import("../transcript/read-tail.ts");
  const isWhole = endOf(event);
  for (const waitUntil = performance.now() + LONGEST_LAG_MS; ; await Bun.sleep(LOOK_AGAIN_MS)) {
    const { items } = await readTail(path, { maxBytes: MAX_BYTES });
    if (isWhole(items) || performance.now() >= waitUntil) return items;
  }
}
