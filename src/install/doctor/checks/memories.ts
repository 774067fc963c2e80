// What of the memories no session is given, or not as its file says, and why.
import { countMemories, isWithheld, type MemoryRow, notedMemories } from "../../../memory/index/memories.ts";
import { projectKey } from "../../../worktree/project-key.ts";
import { type Check, type CheckResult, ok, warn } from "../check.ts";
import { readStore } from "../read-store.ts";

const MAX_NAMED = 3;

export const memories: Check = {
  id: "memories",
  title: "memories",
  async run({ env, projectDir }) {
    const key = await projectKey(projectDir);
    const reading = readStore(env, (store) => ({
      counts: countMemories(store, key),
      noted: notedMemories(store, key),
    }));
    // An unreadable or older database is another check's to tell.
    if (reading.state !== "read") return [ok("none known yet")];
    const { counts, noted } = reading.value;
    const active = counts.filter(({ status }) => status === "active").reduce((sum, { n }) => sum + n, 0);
    const withheld = (status: string, nextStep: string) =>
      tell(
        noted.filter((row) => row.status === status),
        `${status}, given to no session`,
        nextStep,
      );
    return [
      ok(`${active} active for this project`),
      ...withheld(
        "quarantined",
        "Read each (`holdfast memory show ID`), then `memory restore` or `memory retire` it.",
      ),
      ...withheld("unreadable", "Mend or remove these files."),
      ...withheld("duplicate", "Change the `id:` in one file of each pair, or remove the copy."),
      ...tell(
        noted.filter((row) => !isWithheld(row)),
        "with something that makes no sense and was left out",
        "Correct it in the file.",
      ),
    ];
  },
};

function tell(rows: readonly MemoryRow[], what: string, nextStep: string): CheckResult[] {
  if (rows.length === 0) return [];
  const named = rows.slice(0, MAX_NAMED).map((row) => `${row.root}/${row.place} (${row.note})`);
  const more = rows.length > MAX_NAMED ? ` and ${rows.length - MAX_NAMED} more` : "";
  return [warn(`${rows.length} ${what}: ${named.join(", ")}${more}`, nextStep)];
}
