// Leftovers in the lines this session added, and which of them were refused before.
import type { Config } from "../../config/config.ts";
import type { GatedEvent } from "../../protocol/hook-event.ts";
import { wasShown } from "../../store/advice.ts";
import type { HookContext } from "../../store/event-context.ts";
import type { FoundLeftover } from "../engine/facts.ts";
import type { GatheredChanges } from "../engine/gather-changes.ts";
import type { Known } from "../engine/known.ts";
import { wantsHygiene } from "../subagents/gather.ts";
import type { Leftover } from "./leftover.ts";
import { leftoversOnce } from "./leftovers-once.ts";

/** Notes and stubs: a teammate that goes idle may be asked to go on with them. */
const UNFINISHED = new Set(["todo", "placeholder", "skipped-test"]);

/** Added lines of a subagent are looked at when a rule for its type says so. */
export async function gatherLeftovers(
  context: HookContext<GatedEvent>,
  { store, loaded }: Known,
  lookAtChanges: () => Promise<GatheredChanges | null>,
): Promise<FoundLeftover[]> {
  const { event, env } = context;
  const { name, sessionId } = event;
  if (sessionId === null || (name === "SubagentStop" && !wantsHygiene(event, loaded.config))) return [];
  const changes = await lookAtChanges();
  if (changes === null || changes.files.length === 0) return [];
  const { hygiene } = loaded.config;
  const found =
    name === "Stop"
      ? await leftoversOnce({ env, sessionId, changes, hygiene }, () => find(changes, hygiene))
      : (await find(changes, hygiene)).found;
  return (name === "TeammateIdle" ? found.filter(({ rule }) => !UNFINISHED.has(rule)) : found).map((one) => ({
    ...one,
    refused: wasShown(store, sessionId, refusalMark(one)),
  }));
}

async function find(changes: GatheredChanges, hygiene: Config["hygiene"]) {
  const [{ lines, skipped, problem }, { findLeftovers }] = await Promise.all([
    changes.addedLines(),
    import("./find-leftovers.ts"),
  ]);
  // What was passed over may be looked at the next time.
  return { found: findLeftovers(lines, hygiene), isWhole: problem === null && skipped.length === 0 };
}

/** Kept beside the advice that was shown: both are said once a session. */
export function refusalMark({ fingerprint }: Leftover): string {
  return `refused:${fingerprint}`;
}
