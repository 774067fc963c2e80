// What of the memories no session is given, and why.
import { countMemories, withheldMemories } from "../../store/memories.ts";
import { projectKey } from "../../worktree/project-key.ts";
import { type Check, type CheckResult, ok, warn } from "../check.ts";
import { readStore } from "../read-store.ts";

const MOST_NAMED = 3;

export const memories: Check = {
  id: "memories",
  title: "memories",
  async run({ env, projectDir }) {
    const key = await projectKey(projectDir);
    const reading = readStore(env, (store) => ({
      counts: countMemories(store, key),
      withheld: withheldMemories(store, key),
    }));
    // An unreadable or older database is another check's to tell.
    if (reading.state !== "read") return [ok("none known yet")];
    const { counts, withheld } = reading.value;
    const active = counts.filter(({ status }) => status === "active").reduce((sum, { n }) => sum + n, 0);
    return [
      ok(`${active} active for this project`),
      ...describe(
        withheld,
        "quarantined",
        "Read each (`holdfast memory show ID`), then `memory restore` or `memory retire` it.",
      ),
      ...describe(withheld, "unreadable", "Mend or remove these files."),
    ];
  },
};

function describe(
  withheld: ReturnType<typeof withheldMemories>,
  status: string,
  nextStep: string,
): CheckResult[] {
  const rows = withheld.filter((row) => row.status === status);
  if (rows.length === 0) return [];
  const named = rows.slice(0, MOST_NAMED).map((row) => `${row.root}/${row.place} (${row.note})`);
  const more = rows.length > MOST_NAMED ? ` and ${rows.length - MOST_NAMED} more` : "";
  return [warn(`${rows.length} ${status}, given to no session: ${named.join(", ")}${more}`, nextStep)];
}
