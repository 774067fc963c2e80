// Leftovers in the lines this session added, and which of them were refused before.
import type { Config } from "../config/config.ts";
import type { FoundLeftover } from "../gates/facts.ts";
import type { Leftover } from "../hygiene/leftover.ts";
import type { GatedEvent } from "../protocol/hook-event.ts";
import { wasShown } from "../store/advice.ts";
import type { GatheredChanges } from "./gather-changes.ts";
import type { Known } from "./gather-facts.ts";
import { wantsHygiene } from "./gather-subagent.ts";

/** Notes and stubs: a teammate that goes idle may be asked to go on with them. */
const UNFINISHED = new Set(["todo", "placeholder", "skipped-test"]);

/** Added lines of a subagent are looked at when a rule for its type says so. */
export function looksForLeftovers(event: GatedEvent, config: Config): boolean {
  return event.name !== "SubagentStop" || wantsHygiene(event, config);
}

export async function gatherLeftovers(
  { name, sessionId }: GatedEvent,
  { store, loaded }: Known,
  changes: GatheredChanges | null,
): Promise<FoundLeftover[]> {
  if (sessionId === null || changes === null || changes.files.length === 0) return [];
  const [{ lines }, { findLeftovers }] = await Promise.all([
    changes.addedLines(),
    import("../hygiene/find-leftovers.ts"),
  ]);
  const found = findLeftovers(lines, loaded.config.hygiene);
  return (name === "TeammateIdle" ? found.filter(({ rule }) => !UNFINISHED.has(rule)) : found).map((one) => ({
    ...one,
    refused: wasShown(store, sessionId, refusalMark(one)),
  }));
}

/** Kept beside the advice that was shown: both are said once a session. */
export function refusalMark({ fingerprint }: Leftover): string {
  return `refused:${fingerprint}`;
}
