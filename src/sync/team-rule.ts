// Makes a memory of the team a rule of its project, or no longer one. Only who has the right to do so can, and the server decides who has.
import type { MemoryRow } from "../memory/index/memories.ts";
import { inMemoryTransaction } from "../store/open.ts";
import { UserError } from "../text/user-error.ts";
import type { Membership } from "./backend.ts";
import { listSyncProjects } from "./projects.ts";
import { signRow } from "./row.ts";
import { contextOf, markAllChanged, type SyncRequest } from "./run-sync.ts";
import { mergeProject } from "./sync-context.ts";
import { nextVersion, saveSentRow } from "./sync-rows.ts";
import { listTeamMemories, NO_RULE, rulePayload } from "./team-memories.ts";

type RuleRequest = Pick<SyncRequest, "env" | "store" | "config" | "key" | "projectDir" | "openBackend">;

/** The last sync must have brought the memory to the team, or here. */
export async function changeTeamRule(
  request: RuleRequest,
  memory: Pick<MemoryRow, "memory_id" | "project_key">,
  isRule: boolean,
): Promise<void> {
  const { store, key } = request;
  const backend = await request.openBackend();
  try {
    const team = await backend.findTeam();
    if (!team?.mayMakeRules)
      throw new UserError(
        "no-right",
        "the team's admin has not allowed you to make rules",
        `The admin can: holdfast sync admin add ${team?.developer ?? "NAME"} --rules`,
      );
    const { author, text, project } = await findText(request, memory, team);
    const payload = isRule ? rulePayload(author, text) : NO_RULE;
    const id = `${memory.memory_id.split("@", 1)[0]}@${author}`;
    const version = inMemoryTransaction(store, () => nextVersion(store, [key.machine]));
    const row = signRow({ kind: "rule", id, project, version, deleted: false, payload }, key);
    await backend.push([row]);
    inMemoryTransaction(store, () => {
      saveSentRow(store, row);
      markAllChanged(store);
    });
  } finally {
    await backend.close();
  }
}

async function findText(
  request: RuleRequest,
  memory: Pick<MemoryRow, "memory_id" | "project_key">,
  team: Membership,
) {
  const { memory_id: id, project_key } = memory;
  const { projects } = await listSyncProjects(request);
  const project = projects.find(({ key }) => key === project_key);
  if (project === undefined || project.name === "")
    throw new UserError(
      "not-of-team",
      project_key === ""
        ? `${id} is about you, not about a project`
        : "this project is not shared with the team",
      "A rule is a memory of a project that the team shares: holdfast sync status",
    );
  const memories = mergeProject(contextOf(request), project.name);
  const own = memories.own.find(({ ids }) => ids.includes(id));
  if (own) return { author: team.developer, text: own.memory, project: project.name };
  const found = listTeamMemories(request.store, project.name, memories, new Set()).find(
    ({ merged }) => merged.memory.id === id,
  );
  if (found) return { author: found.author, text: found.merged.memory, project: project.name };
  throw new UserError(
    "not-of-team",
    `the team does not have ${id}`,
    "What the project's git has does not travel by sync: commit the rule there.",
  );
}
