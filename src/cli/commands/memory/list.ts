import { listDuplicates } from "../../../memory/index/duplicate-ids.ts";
import { countMemories, listMemories, type MemoryCount } from "../../../memory/index/memories.ts";
import { printable } from "../../../text/printable.ts";
import { defineCommand } from "../../command.ts";
import { readCategoryOption, readLimit, readStatus } from "./options.ts";
import { PLACE_OPTIONS, readMemories } from "./place.ts";
import { printRow, toJson } from "./view.ts";

export const command = defineCommand({
  summary: "the memories of this project and your own",
  examples: ["holdfast memory list", "holdfast memory list --category constraint --status any --json"],
  options: {
    category: { type: "string", value: "KIND", help: "only these, such as preference" },
    status: {
      type: "string",
      value: "any",
      help: "active (usual), superseded, retired, quarantined, unreadable, duplicate",
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
    return readMemories(invocation, (store, { projectKey }) => {
      const rows = listMemories(store, { projectKey, status, category, limit: limit + 1 });
      const shown = rows.slice(0, limit);
      for (const row of listDuplicates(store, projectKey))
        out.error(out.style.yellow(printable(`${row.root}/${row.place} is left out: ${row.note}`)));
      if (options.json) {
        out.json(shown.map(toJson));
        return 0;
      }
      for (const row of shown) printRow(out, row);
      const counts = countMemories(store, projectKey);
      if (rows.length > limit)
        out.line(`and ${countMatching(counts, status, category) - limit} more (--limit)`);
      if (rows.length === 0) out.line(sayNone(counts));
      return 0;
    });
  },
});

function countMatching(
  counts: readonly MemoryCount[],
  status: string | null,
  category: string | null,
): number {
  return counts
    .filter((one) => (status ?? one.status) === one.status && (category ?? one.category) === one.category)
    .reduce((sum, { n }) => sum + n, 0);
}

function sayNone(counts: readonly MemoryCount[]): string {
  return counts.length === 0
    ? 'None yet. Such as: holdfast memory save "Use pnpm" --category preference'
    : "Nothing matches; `holdfast memory list --status any` shows all.";
}
