// Which pipeline a command is about: this session's; for a person the newest session's, else the project's newest one.
import { UserError } from "../config/user-error.ts";
import { findPipeline, openPipelines, type PipelineRow } from "../store/pipelines.ts";
import type { Invocation } from "./command.ts";
import { findProject } from "./project.ts";
import { findDeclaredSession } from "./session.ts";
import { withStore } from "./with-store.ts";

export interface ChosenPipeline {
  row: PipelineRow;
  /** Told to the person, such as "this session". */
  how: string;
}

interface Wanted {
  session?: string;
  project?: string;
}

export async function choosePipeline(
  invocation: Pick<Invocation, "env" | "cwd">,
  wanted: Wanted,
): Promise<ChosenPipeline | null> {
  const { env } = invocation;
  const meant = await meantSession(invocation, wanted);
  const own = meant && (await withStore(env, (store) => findPipeline(store, meant.id)));
  const isMeant = wanted.session !== undefined || env.sessionId !== null;
  if (own && meant && (isMeant || isOpen(own))) return { row: own, how: meant.how };
  if (isMeant) return null;
  const project = await findProject(invocation, wanted.project);
  const newest = await withStore(env, (store) => openPipelines(store, project.dir)[0] ?? null);
  if (newest) return { row: newest, how: "the project's newest pipeline" };
  return own && meant ? { row: own, how: meant.how } : null;
}

export function isOpen({ status }: PipelineRow): boolean {
  return status === "active" || status === "suspended";
}

async function meantSession(invocation: Pick<Invocation, "env" | "cwd">, wanted: Wanted) {
  try {
    return await findDeclaredSession(invocation, wanted);
  } catch (error) {
    // Nobody is running: the pipeline that was left behind can still be looked at and ended.
    if (error instanceof UserError && error.code === "no-session" && !wanted.session) return null;
    throw error;
  }
}
