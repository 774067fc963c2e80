// Limits commands to their own project if an agent runs them, or a process that may be one's, unless the user's config allows
// others: a page that Claude reads must not make it read the history of every project. This is a guard rail; the session
// determines the project, or the folder of a process that left its session.
import { loadConfig } from "../config/load-config.ts";
import { projectKey, resolveLinks } from "../platform/repository.ts";
import { historyDir } from "../recording/ingest/session-files.ts";
import { UserError } from "../text/user-error.ts";
import { openLog } from "../transcript/open-log.ts";
import { findAgent, isByPerson } from "./actor.ts";
import { ALL_PROJECTS, type Command, type Context } from "./command.ts";
import {
  findByBeginning,
  findProject,
  findProjectKey,
  ONLY_THIS_PROJECT,
  otherProject,
  readLedger,
  type StoreReader,
} from "./target.ts";

/** The key of the only project that may be shown; null if all may. */
export async function onlyProject(invocation: Context, readStore?: StoreReader): Promise<string | null> {
  if (findAgent(invocation.env) === null && (await isByPerson(invocation))) return null;
  // Only the user's own file counts: a repository must not open other projects.
  const { config } = await loadConfig(invocation.env, null);
  return config.recall.otherProjects ? null : findProjectKey(invocation, undefined, readStore);
}

/** Removes options that lead to other projects; for a command that changes something, refuses them. */
export async function limitOptions(
  { changes, options: table }: Pick<Command, "changes" | "options">,
  given: Record<string, unknown>,
  context: Context,
): Promise<Record<string, unknown>> {
  if (table.session?.type === "string" && typeof given.session === "string")
    await requireOwnSession(context, given.session);
  const wantsAll = given.all === true && table.all === ALL_PROJECTS;
  const named = table.project?.type === "string" && typeof given.project === "string" ? given.project : null;
  if (!wantsAll && named === null) return given;
  const own = await onlyProject(context);
  if (own === null) return given;
  const isOther = named !== null && (await findProjectKey(context, named)) !== own;
  if (!wantsAll && !isOther) return given;
  if (changes) throw otherProject(`${named} is another project`);
  const { all, project, ...rest } = given;
  context.out.error(ONLY_THIS_PROJECT);
  return { ...rest, ...(wantsAll ? {} : { all }), ...(isOther ? {} : { project }) };
}

/** Leaves a missing project or a broken store for the command to report. */
async function requireOwnSession(context: Context, id: string): Promise<void> {
  // The ledger is enough, and the mod asks for its session at each event of a turn.
  await readLedger(context.env, async (ledger) => {
    const own = await onlyProject(context, async (use) => use(ledger));
    if (own !== null) findByBeginning(ledger, id, own);
  }).catch((error: unknown) => {
    if (!(error instanceof UserError) || error.code === "other-project") throw error;
  });
}

/** Which of the client's transcripts may be shown. Files elsewhere were named explicitly and may be shown. */
export async function ownTranscripts(invocation: Context): Promise<(path: string) => boolean> {
  const own = await onlyProject(invocation);
  if (own === null) return () => true;
  const { dir, startDir } = await findProject(invocation);
  const folders = new Set([own, dir, startDir].map(transcriptFolder));
  const history = `${historyDir(invocation.env)}/`;
  return (path) =>
    !path.startsWith(history) || folders.has(path.slice(history.length).split("/", 1)[0] ?? "");
}

export async function requireOwnTranscript(invocation: Context, path: string): Promise<void> {
  const isOwn = await ownTranscripts(invocation);
  const file = await resolveLinks(path);
  if (!isOwn(file) || !(await isOwnLog(invocation, file)))
    throw otherProject("this transcript is of another project");
}

/** The logs of other agents are not in a folder of their project, but say where they were started. */
async function isOwnLog(invocation: Context, path: string): Promise<boolean> {
  const log = await openLog(path);
  const own = await onlyProject(invocation);
  if (log === null || own === null) return true;
  return log.head.cwd !== null && (await projectKey(log.head.cwd)) === own;
}

/** The client's name for the folder of a project's transcripts. */
export function transcriptFolder(dir: string): string {
  return dir.replace(/[^A-Za-z0-9]/g, "-");
}
