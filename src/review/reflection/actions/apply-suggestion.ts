// One approved finding, acted on. Doing it twice is doing it once.
import type { Environment } from "../../../config/environment.ts";
import type { MemoryPlace } from "../../../memory/files/roots.ts";
import { writeNewMemory } from "../../../memory/files/save-memory.ts";
import { findSimilar } from "../../../memory/index/find-similar.ts";
import { syncIndex } from "../../../memory/index/sync-index.ts";
import type { Store } from "../../../store/open.ts";
import type { FindingRow } from "../finding-rows.ts";
import type { MemoryDraft, Pattern } from "../pattern.ts";
import { draftScript } from "./draft-files.ts";
import { applyChange, type PlannedChange, planConfigChange, planPermission } from "./plan-change.ts";

const THE_SAME = 0.9;

type Remembered = { how: "saved"; path: string } | { how: "known"; id: string };

export interface Workshop {
  env: Pick<Environment, "holdfastHome" | "claudeDir">;
  store: Store;
  projectDir: string;
  projectKey: string;
}

/** What a finding's outcome says once a script was drafted of it; its path follows. */
export const DRAFT_OUTCOME = "drafted ";

/** Null when the suggestion is no change to a file. */
export async function planFor(
  { env, projectDir }: Pick<Workshop, "env" | "projectDir">,
  { suggestion }: Pattern,
): Promise<PlannedChange | null> {
  if (suggestion.kind === "gate") return planConfigChange(projectDir, suggestion.payload);
  if (suggestion.kind === "permission") return planPermission(env, projectDir, suggestion.payload);
  return null;
}

/** Does what the pattern suggests; what was done, for the record and for the person. */
export async function carryOut(
  shop: Workshop,
  finding: Pick<FindingRow, "session_id">,
  { suggestion, title }: Pattern,
  change: PlannedChange | null,
): Promise<string> {
  if (change) {
    await applyChange(shop.env, change);
    if (change.before === change.after) return `as it was: ${change.path}`;
    const trust = suggestion.kind === "gate" ? "; what it runs waits for `holdfast trust`" : "";
    return `changed ${change.path}${trust}`;
  }
  if (suggestion.kind === "script")
    return DRAFT_OUTCOME + draftScript(shop.projectDir, suggestion.payload, title);
  if (suggestion.kind !== "memory") throw new Error(`nothing is suggested for ${suggestion.kind}`);
  const done = remember(shop.store, shop, suggestion.payload, finding.session_id);
  return done.how === "saved" ? `saved ${done.path}` : `known already as memory ${done.id}`;
}

// An approved suggestion as a memory. One that says the same already is enough.
function remember(store: Store, place: MemoryPlace, draft: MemoryDraft, sessionId: string): Remembered {
  syncIndex(store, place);
  return store
    .transaction((): Remembered => {
      const [nearest] = findSimilar(store, place, draft);
      if (nearest && nearest.similarity >= THE_SAME) return { how: "known", id: nearest.id };
      const memory = { ...draft, session: sessionId, tags: ["reflection"] };
      return { how: "saved", path: writeNewMemory(store, place, memory, Date.now()).path };
    })
    .immediate();
}
