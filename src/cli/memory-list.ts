import { listMemories } from "../store/memories.ts";
import { defineCommand } from "./command.ts";
import { readCategoryOption, readLimit, readStatus } from "./memory-options.ts";
import { PLACE_OPTIONS, withMemories } from "./memory-place.ts";
import { printRow, toJson } from "./memory-view.ts";

export const command = defineCommand({
  summary: "the memories of this project and your own",
  examples: ["holdfast memory list", "holdfast memory list --category constraint --status any --json"],
  options: {
    category: { type: "string", value: "KIND", help: "only these, such as preference" },
    status: {
      type: "string",
      value: "any",
      help: "active (usual), superseded, retired, quarantined, unreadable",
    },
    limit: { type: "string", value: "50", help: "how many (50)" },
    ...PLACE_OPTIONS,
  },
  maxPositionals: 0,
  async run(invocation) {
    const { options, out } = invocation;
    const status = readStatus(options.status);
    const category = options.category === undefined ? null : readCategoryOption(options.category);
    const limit = readLimit(options.limit, 50);
    return withMemories(invocation, (store, { projectKey }) => {
      const rows = listMemories(store, { projectKey, status, category, limit });
      if (options.json) out.json(rows.map(toJson));
      else if (rows.length === 0)
        out.line('None yet. Such as: holdfast memory save "Use pnpm" --category preference');
      else for (const row of rows) printRow(out, row);
      return 0;
    });
  },
});
