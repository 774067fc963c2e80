// Leftovers in the lines this session added, and which of them were refused before.
import type { FoundLeftover } from "../gates/facts.ts";
import type { Leftover } from "../hygiene/leftover.ts";
import { wasShown } from "../store/advice.ts";
import type { GatheredChanges } from "./gather-changes.ts";
import type { Known } from "./gather-facts.ts";

export async function gatherLeftovers(
  sessionId: string | null,
  { store, loaded }: Known,
  changes: GatheredChanges | null,
): Promise<FoundLeftover[]> {
  if (sessionId === null || changes === null || changes.files.length === 0) return [];
  const [{ lines }, { findLeftovers }] = await Promise.all([
    changes.addedLines(),
    import("../hygiene/find-leftovers.ts"),
  ]);
  return findLeftovers(lines, loaded.config.hygiene).map((one) => ({
    ...one,
    refused: wasShown(store, sessionId, refusalMark(one)),
  }));
}

/** Kept beside the advice that was shown: both are said once a session. */
export function refusalMark({ fingerprint }: Leftover): string {
  return `refused:${fingerprint}`;
}
