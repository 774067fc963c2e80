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
  const given = plain(textOf(await readRecent(event, event.transcriptPath)));
  return boxes.filter((box) => !given.includes(plain(box)));
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

/** Everything it was told or has read lately. */
function textOf(items: readonly TranscriptItem[]): string {
  return items
    .flatMap((item) => {
      switch (item.kind) {
        case "prompt":
        case "agent-prompt":
        case "injected":
        case "hook-feedback":
        case "compaction-summary":
        case "tool-result":
        case "teammate-message":
        case "queued-prompt":
        case "local-output":
          return [item.text];
        case "slash-command":
          return [item.args];
        default:
          return [];
      }
    })
    .join("\n");
}

/** The same words, however they are set. */
function plain(text: string): string {
  return text
    .toLowerCase()
    .replaceAll(/[\s*_`~]+/g, " ")
    .trim();
}
