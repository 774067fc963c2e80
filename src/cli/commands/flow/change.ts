// The three ways to change a condition: with evidence, back, and by force.

import { type Offered, takeEvidence } from "../../../gates/flow/accept-evidence.ts";
import type { ConditionId } from "../../../gates/flow/conditions.ts";
import type { Flow, NewEvidence } from "../../../gates/flow/flow.ts";
import type { ConditionState } from "../../../gates/flow/judge-conditions.ts";
import { runCheck } from "../../../gates/flow/run-condition.ts";
import { UserError } from "../../../text/user-error.ts";
import type { Invocation } from "../../command.ts";
import type { FoundSession } from "../../session.ts";
import { permitRelease, tellRelease } from "../hold/release.ts";
import { lookAgain, recordEvidence } from "./record.ts";

export interface Target {
  flow: Flow;
  session: FoundSession;
  id: ConditionId;
}

type Caller = Pick<Invocation, "env" | "out">;

/** What is offered is recorded as far as it is evidence; a command runs where one must tell. */
export async function prove(caller: Caller, target: Target, offered: Offered): Promise<ConditionState> {
  const { env } = caller;
  const { flow, session, id } = target;
  const seen = await lookAgain(env, flow, session);
  const { change, check, evidence } = takeEvidence(id, offered, seen, Date.now());
  const checked = check ? [await runCheck(env, flow, check)] : [];
  return recordEvidence(caller, flow, session, { id, change, evidence: [...evidence, ...checked] });
}

export async function takeBack(caller: Caller, target: Target, note: string): Promise<ConditionState> {
  const { flow, session, id } = target;
  if (id === "task_classified") {
    throw new UserError(
      "not-taken-back",
      "a classification is changed, not taken back",
      "`holdfast flow set task_classified --complexity N --kind K`",
    );
  }
  const row: NewEvidence = {
    condition: id,
    kind: "withdrawn",
    source: "flow set",
    text: note,
    at: Date.now(),
  };
  return recordEvidence(caller, flow, session, { id, change: {}, evidence: [row] });
}

export async function force(caller: Caller, target: Target, why: string): Promise<ConditionState> {
  const { env } = caller;
  const { flow, session, id } = target;
  if (why === "") {
    throw new UserError("no-why", "--force needs a reason", '`--force --why "…"`: it is told to the user.');
  }
  const by = await permitRelease(env, flow.projectDir, `flow set ${id} --force`);
  const row: NewEvidence = { condition: id, kind: "forced", source: by, text: why, at: Date.now() };
  const state = await recordEvidence(caller, flow, session, { id, change: {}, evidence: [row] });
  await tellRelease(env, `holdfast: Claude set ${id} of the flow without evidence: ${why.slice(0, 200)}`);
  return state;
}
