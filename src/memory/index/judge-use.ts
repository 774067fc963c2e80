// For every memory that a session was given: was its file, command or subject used afterwards?

import type { Store } from "../../store/open.ts";
import { findUse } from "./find-use.ts";
import { memoryWithId } from "./memories.ts";
import { givenMemories, saveOutcome, workAfter } from "./memory-usage.ts";

export function judgeUse(store: Store, sessionId: string, projectKey: string): number {
  const given = givenMemories(store, sessionId);
  for (const { memoryId, at } of given) {
    const row = memoryWithId(store, projectKey, memoryId) ?? memoryWithId(store, "", memoryId);
    if (row === null) continue;
    const work = workAfter(store, sessionId, at);
    const how = findUse(row, work);
    saveOutcome(store, { sessionId, projectKey: row.project_key, memoryId, how, at });
  }
  return given.length;
}
