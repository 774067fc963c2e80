import { rebuildIndex } from "../memory/sync-index.ts";
import { withheldMemories } from "../store/memories.ts";
import { defineCommand } from "./command.ts";
import { findMemoryPlace, PLACE_OPTIONS } from "./memory-place.ts";
import { withStore } from "./with-store.ts";

export const command = defineCommand({
  summary: "read every memory file anew",
  details: "holdfast follows the files by itself; this is for when the index and the files seem to differ.",
  examples: ["holdfast memory reindex", "holdfast memory reindex --json"],
  options: PLACE_OPTIONS,
  maxPositionals: 0,
  async run(invocation) {
    const { options, env, out } = invocation;
    const place = await findMemoryPlace(invocation);
    return withStore(env, (store) => {
      const { added, changed } = rebuildIndex(store, place);
      const read = added + changed;
      const withheld = withheldMemories(store, place.projectKey);
      if (options.json) {
        out.json({
          memories: read,
          withheld: withheld.map(({ root, place: at, note }) => ({ file: `${root}/${at}`, note })),
        });
        return 0;
      }
      out.line(`${read} memories read.`);
      for (const row of withheld) out.line(out.style.yellow(`  ${row.root}/${row.place}: ${row.note}`));
      return 0;
    });
  },
});
