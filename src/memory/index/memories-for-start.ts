// What every session of a project is given. Reads the index only: no file is touched on the way of a hook.

import type { Store } from "../../store/open.ts";
import { isFromOutside } from "../files/trust.ts";
import { type MemoryRow, newestActive } from "./memories.ts";

/** What always holds, and the last things that were settled. */
const AT_START: readonly [string, number][] = [
  ["PREFERENCE", 30],
  ["CONSTRAINT", 20],
  ["DECISION", 5],
];

/** Preferences and constraints first, then the newest decisions; nothing that a tool or a page said. */
export function memoriesForStart(store: Store, projectKey: string): MemoryRow[] {
  const memories: MemoryRow[] = [];
  for (const [category, most] of AT_START)
    for (const memory of newestActive(store, projectKey, category, most))
      if (!isFromOutside(memory.who)) memories.push(memory);
  return memories;
}
