// Open boxes in Claude's last message that are its own: not those of a text it was given.

import type { GatedEvent } from "../../protocol/hook-event.ts";
import { readRecentItems } from "../../transcript/turn-end.ts";
import { listOpenBoxes } from "../plan/list-open-boxes.ts";

export async function gatherChecklist(event: GatedEvent): Promise<string[]> {
  if (!("lastAssistantMessage" in event)) return [];
  const boxes = listOpenBoxes(event.lastAssistantMessage);
  if (boxes.length === 0 || event.transcriptPath === null) return boxes;
  const recent = await readRecentItems(event, event.transcriptPath);
  const { modelInputText, linesNotIn } = await import("../../transcript/selectors/model-input.ts");
  return linesNotIn(
    boxes,
    recent.flatMap((item) => modelInputText(item) ?? []),
  );
}
