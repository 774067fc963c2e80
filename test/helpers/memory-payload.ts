// The payload of a row that somebody made by hand.
import type { Edit } from "../../src/memory/merge-edits.ts";
import { toPayload } from "../../src/sync/memory-payload.ts";

export function memoryPayload(title: string, more: Partial<Edit> = {}): string {
  const part = { counter: 900, seen: {} };
  const edit: Edit = {
    id: "x",
    machine: "",
    deleted: false,
    created: 1,
    joined: [],
    text: { ...part, title, body: title, who: "user", session: null, updated: 1, lost: [] },
    labels: { ...part, category: "PREFERENCE", tags: [], confidence: 1 },
    status: { ...part, status: "active", supersedes: [] },
    ...more,
  };
  return toPayload(edit) ?? "";
}
