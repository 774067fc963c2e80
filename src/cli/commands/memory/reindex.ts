import { rootsOf } from "../../../memory/files/roots.ts";
import { isWithheld, type MemoryRow, notedMemories } from "../../../memory/index/memories.ts";
import { rebuildIndex } from "../../../memory/index/sync-index.ts";
import { countNoun } from "../../../text/count-noun.ts";
import { printable } from "../../../text/printable.ts";
import { defineCommand, PROJECT_OPTIONS } from "../../command.ts";
import { withStore } from "../../target.ts";
import { findMemoryPlace } from "./memories.ts";

export const command = defineCommand({
  changes: true,
  details:
    "holdfast follows the files by itself; use this when the index and the files seem to differ. Lists files that no\n" +
    "session is given, and parts of files that were left out because they are invalid.",
  examples: ["holdfast memory reindex", "holdfast memory reindex --json"],
  options: PROJECT_OPTIONS,
  async run(invocation) {
    const { options, env, out } = invocation;
    const place = await findMemoryPlace(invocation);
    await withStore(env, (store) => {
      const { added, changed } = rebuildIndex(store, place);
      const roots = rootsOf(place).map(({ dir }) => dir);
      const noted = notedMemories(store, place.projectKey);
      const unread = noted.filter(({ root, status }) => status === "unreadable" && roots.includes(root));
      const read = added + changed - unread.length;
      if (options.json) {
        const { withheld = [], odd = [] } = Object.groupBy(noted, (row) =>
          isWithheld(row) ? "withheld" : "odd",
        );
        out.json({ memories: read, withheld: withheld.map(toJson), odd: odd.map(toJson) });
        return;
      }
      out.line(`${countNoun(read, "memory", "memories")} read.`);
      for (const row of noted)
        out.line(out.style.yellow(printable(`  ${row.root}/${row.place}: ${row.note}`)));
    });
  },
});

function toJson({ root, place, status, note }: MemoryRow) {
  return { file: `${root}/${place}`, status, note };
}
