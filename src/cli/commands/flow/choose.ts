import type { Flow } from "../../../gates/flow/flow.ts";
import { findFlow, openFlowsBeside } from "../../../gates/flow/rows.ts";
import { findSession } from "../../../store/sessions.ts";
import { UserError } from "../../../text/user-error.ts";
import { findProject } from "../../project.ts";
import type { FoundSession } from "../../session.ts";
import { withStore } from "../../with-store.ts";
import { type Caller, isMeant, isOpen, meantSession, type Wanted } from "../hold/choose.ts";

export interface ChosenFlow {
  /** Whatever became of it; null when the session has none of ours. */
  flow: Flow | null;
  session: FoundSession;
}

/** null when nobody is meant: no session runs here and no flow was left behind. */
export async function chooseFlow(caller: Caller, wanted: Wanted): Promise<ChosenFlow | null> {
  const { env } = caller;
  const session = await meantSession(caller, wanted);
  const own = session && (await withStore(env, (store) => findFlow(store, session.id)));
  if (session && (isMeant(caller, wanted) || (own && isOpen(own)))) return { flow: own, session };
  const project = await findProject(caller, wanted.project);
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

/** A flow that is active or suspended, and of ours. */
export async function requireFlow(
  caller: Caller,
  wanted: Wanted,
): Promise<{ flow: Flow; session: FoundSession }> {
  const chosen = await chooseFlow(caller, wanted);
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
