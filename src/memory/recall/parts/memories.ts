// What was kept on purpose: preferences and constraints first, then the last decisions. Never what a tool or a page said.

import type { MemoryRow } from "../../index/memories.ts";
import { memoriesForStart } from "../../index/memories-for-start.ts";
import { asKept } from "../as-data.ts";
import type { Part } from "../part.ts";
import type { Known } from "../start-parts.ts";

const MAX_TEXT = 240;

export function keptMemories({ store, projectKey, source }: Known): Part | null {
  // A resumed session has been told.
  if (source === "resume") return null;
  const memories = memoriesForStart(store, projectKey);
  if (memories.length === 0) return null;
  return {
    id: "memories",
    heading: "Kept on purpose for sessions here (`holdfast memory show ID` has the whole text):",
    lines: memories.map(describe),
    items: memories.map(({ memory_id }) => ({ source: "memory" as const, id: memory_id })),
  };
}

function describe({ memory_id, title, body, category, who, project_key }: MemoryRow): string {
  const whose = `${project_key === "" ? "about the user, " : ""}said by ${who === "user" ? "the user" : "Claude"}`;
  const text = saysTitle(body, title) ? body : `${title}\n${body}`;
  return `${category.toLowerCase().replace("_", " ")} ${asKept(memory_id, 60)}, ${whose}: "${asKept(text, MAX_TEXT)}"`;
}

/** With its markup and in full, where the title has neither. */
function saysTitle(body: string, title: string): boolean {
  const plain = body.replaceAll("`", "").replaceAll("*", "");
  return plain.startsWith(title.endsWith("…") ? title.slice(0, -1) : title);
}
