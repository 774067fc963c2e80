import type { Flow } from "../../../gates/flow/flow.ts";
import { findFlow, openFlowsBeside } from "../../../gates/flow/rows.ts";
import { findSession } from "../../../store/sessions.ts";
import { UserError } from "../../../text/user-error.ts";
import { type FoundSession, findProject, withStore } from "../../target.ts";
import { type Caller, findSessionIfAny, isNamed, isOpen, type Target } from "../hold/choose.ts";

export interface FlowChoice {
  /** In whatever state; null when the session has none of ours. */
  flow: Flow | null;
  session: FoundSession;
}

/** null when no session runs here and no flow was left behind. */
export async function chooseFlow(caller: Caller, target: Target): Promise<FlowChoice | null> {
  const { env } = caller;
  const session = await findSessionIfAny(caller, target);
  const own = session && (await withStore(env, (store) => findFlow(store, session.id)));
  if (session && (isNamed(caller, target) || (own && isOpen(own)))) return { flow: own, session };
  const project = await findProject(caller, target.project);
  const left = await withStore(env, (store) => {
    const flow = openFlowsBeside(store, project.dir, "")[0];
    return flow && { flow, row: findSession(store, flow.sessionId) };
  });
  if (!left) return session && { flow: own, session };
  const { flow, row } = left;
  const how = "the project's newest flow";
  const found = { id: flow.sessionId, how, projectDir: flow.projectDir };
  return { flow, session: { ...found, transcriptPath: row?.transcript_path ?? null } };
}

/** An active or suspended flow of ours. */
export async function requireFlow(
  caller: Caller,
  target: Target,
): Promise<{ flow: Flow; session: FoundSession }> {
  const chosen = await chooseFlow(caller, target);
  if (chosen?.flow && isOpen(chosen.flow) && chosen.flow.fileKey === null) {
    return { flow: chosen.flow, session: chosen.session };
  }
  const last = chosen?.flow ? ` (the last one is ${chosen.flow.status})` : "";
  throw new UserError(
    "no-flow",
    `there is no flow in ${chosen ? `session ${chosen.session.id}` : "this project"}${last}`,
    '`holdfast flow start "task" --complexity N --kind K` starts one.',
  );
}
