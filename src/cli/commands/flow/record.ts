// Writes evidence down and judges the flow again with it.
import type { Environment } from "../../../config/environment.ts";
import type { ConditionId } from "../../../gates/flow/conditions.ts";
import { insertEvidence } from "../../../gates/flow/evidence-rows.ts";
import type { Flow, NewEvidence } from "../../../gates/flow/flow.ts";
import type { ConditionState } from "../../../gates/flow/judge-conditions.ts";
import { lookAtFlow, type SeenFlow } from "../../../gates/flow/look-at-flow.ts";
import { changeFlow, type FlowChange, findFlow } from "../../../gates/flow/rows.ts";
import type { Store } from "../../../store/open.ts";
import { UserError } from "../../../text/user-error.ts";
import type { Invocation } from "../../command.ts";
import type { FoundSession } from "../../session.ts";
import { withStore } from "../../with-store.ts";
import { isOpen } from "../hold/choose.ts";
import { publishFlow } from "./state-file.ts";

export interface Recorded {
  id: ConditionId;
  change: FlowChange;
  evidence: NewEvidence[];
}

/** The condition as it stands with the new evidence. */
export async function recordEvidence(
  { env, out }: Pick<Invocation, "env" | "out">,
  flow: Flow,
  session: FoundSession,
  { id, change, evidence }: Recorded,
): Promise<ConditionState> {
  await withStore(env, (store) =>
    store
      .transaction(() => {
        const at = Date.now();
        requireSame(store, flow);
        changeFlow(store, flow.id, change, at);
        for (const row of evidence) insertEvidence(store, flow.id, row);
      })
      .immediate(),
  );
  const seen = await lookAgain(env, flow, session);
  await publishFlow(env, out, seen.flow, seen.states);
  const state = seen.states.find((one) => one.id === id);
  if (!state) throw new Error(`${id} was not judged`);
  return state;
}

/** The flow as it is now; what the user did meanwhile is recorded on the way. */
export async function lookAgain(env: Environment, flow: Flow, session: FoundSession): Promise<SeenFlow> {
  return withStore(env, async (store) => {
    const now = requireSame(store, flow);
    const around = { env, transcriptPath: session.transcriptPath, now: Date.now() };
    const seen = await lookAtFlow(store, now, around);
    if (seen.recognised.length === 0) return seen;
    store
      .transaction(() => {
        for (const row of seen.recognised) insertEvidence(store, flow.id, row);
      })
      .immediate();
    return lookAtFlow(store, now, around);
  });
}

/** It may have been cancelled or taken over while a command ran. */
export function requireSame(store: Store, flow: Flow): Flow {
  const now = findFlow(store, flow.sessionId);
  if (now?.id === flow.id && isOpen(now)) return now;
  throw new UserError(
    "flow-over",
    "the flow was ended meanwhile",
    "`holdfast flow status` shows what is on.",
  );
}
