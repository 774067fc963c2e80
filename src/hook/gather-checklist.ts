// Open boxes in Claude's last message that are its own: not those of a text it was given.
import { listOpenBoxes } from "../plan/list-open-boxes.ts";
import type { GatedEvent } from "../protocol/hook-event.ts";

const MAX_BYTES = 2 * 1024 * 1024;

export async function gatherChecklist(event: GatedEvent): Promise<string[]> {
  if (!("lastAssistantMessage" in event)) return [];
  const boxes = listOpenBoxes(event.lastAssistantMessage);
  if (boxes.length === 0 || event.transcriptPath === null) return boxes;
  const given = plain(await readGiven(event.transcriptPath));
  return boxes.filter((box) => !given.includes(plain(box)));
}

/** Everything it was told or has read lately. */
async function readGiven(path: string): Promise<string> {
  const { readTail } = await import("../transcript/read-tail.ts");
  const { items } = await readTail(path, { maxBytes: MAX_BYTES });
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
