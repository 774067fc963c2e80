// Limits commands to their own project if an agent runs them, or a process that may be one's, unless the user's config allows
// others: a page that Claude reads must not make it read the history of every project. This is a guard rail; the session
// determines the project, or the folder of a process that left its session.
import { loadConfig } from "../config/load-config.ts";
import { UserError } from "../text/user-error.ts";
import { ALL_PROJECTS, type Command, type Context } from "./command.ts";
import { findAgent, isByPerson } from "./person.ts";
import {
  findByBeginning,
  findProjectKey,
  ONLY_THIS_PROJECT,
  otherProject,
  readLedger,
  type StoreReader,
} from "./target.ts";

/** The key of the only project that may be shown; null if all may. */
export async function onlyProject(invocation: Context, readStore?: StoreReader): Promise<string | null> {
  const agent = findAgent(invocation.env);
  if (agent === null && (await isByPerson(invocation, agent))) return null;
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
