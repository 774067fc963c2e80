// Which loop, flow or pipeline a command is about: this session's; for a person the newest session's, else the newest
// one of the project.

import type { Store } from "../../../store/open.ts";
import { UserError } from "../../../text/user-error.ts";
import type { Invocation } from "../../command.ts";
import { findProject } from "../../project.ts";
import { type FoundSession, findDeclaredSession } from "../../session.ts";
import { withStore } from "../../with-store.ts";

export type Caller = Pick<Invocation, "env" | "cwd">;

export interface Wanted {
  session?: string;
  project?: string;
}

export interface Chosen<Row> {
  row: Row;
  /** Told to the person, such as "this session". */
  how: string;
}

interface Kind<Row> {
  name: string;
  ofSession(store: Store, sessionId: string): Row | null;
  /** Only what is open. */
  newestOf(store: Store, projectDir: string): Row | null;
}

/** null when there is none; one that is over counts only in the session that was meant. */
export async function chooseDeclared<Row extends { status: string }>(
  caller: Caller,
  wanted: Wanted,
  kind: Kind<Row>,
): Promise<Chosen<Row> | null> {
  const { env } = caller;
  const meant = await meantSession(caller, wanted);
  const own = meant && (await withStore(env, (store) => kind.ofSession(store, meant.id)));
  if (own && meant && (isMeant(caller, wanted) || isOpen(own))) return { row: own, how: meant.how };
  if (isMeant(caller, wanted)) return null;
  const project = await findProject(caller, wanted.project);
  const newest = await withStore(env, (store) => kind.newestOf(store, project.dir));
  if (newest) return { row: newest, how: `the project's newest ${kind.name}` };
  return own && meant ? { row: own, how: meant.how } : null;
}

/** The session was named, or it is Claude that asks. */
export function isMeant({ env }: Caller, wanted: Wanted): boolean {
  return wanted.session !== undefined || env.sessionId !== null;
}

export function isOpen({ status }: { status: string }): boolean {
  return status === "active" || status === "suspended";
}

/** null when nobody is running: what was left behind can still be looked at and ended. */
export async function meantSession(caller: Caller, wanted: Wanted): Promise<FoundSession | null> {
  try {
    return await findDeclaredSession(caller, wanted);
  } catch (error) {
    if (error instanceof UserError && error.code === "no-session" && !wanted.session) return null;
    throw error;
  }
}
