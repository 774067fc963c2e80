// Open boxes in Claude's last message that are its own: not those of a text it was given.

import type { GatedEvent } from "../../protocol/hook-event.ts";
import { readRecent } from "../../worktree/read-recent.ts";
import { listOpenBoxes } from "../plan/list-open-boxes.ts";

export async function gatherChecklist(event: GatedEvent): Promise<string[]> {
  if (!("lastAssistantMessage" in event)) return [];
  const boxes = listOpenBoxes(event.lastAssistantMessage);
  if (boxes.length === 0 || event.transcriptPath === null) return boxes;
  const recent = await readRecent(event, event.transcriptPath);
  const { givenWords, notGiven } = await import("../../transcript/selectors/given-words.ts");
  return notGiven(
    boxes,
    recent.flatMap((item) => givenWords(item) ?? []),
  );
}
