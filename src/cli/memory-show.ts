import { printable } from "../config/printable.ts";
import { pickMemory } from "../memory/change-memory.ts";
import { defineCommand } from "./command.ts";
import { PLACE_OPTIONS, withMemories } from "./memory-place.ts";
import { printRow, toJson } from "./memory-view.ts";

export const command = defineCommand({
  summary: "one memory, whole",
  usage: "ID",
  details: "The beginning of the ID is enough where it fits one memory only.",
  examples: ["holdfast memory show use-pnpm", "holdfast memory show use-pnpm --json"],
  options: PLACE_OPTIONS,
  maxPositionals: 1,
  async run(invocation) {
    const { options, positionals, out } = invocation;
    return withMemories(invocation, (store, place) => {
      const row = pickMemory(store, place, positionals[0] ?? "");
      if (options.json) {
        out.json({ ...toJson(row), body: row.body });
        return 0;
      }
      printRow(out, row);
      if (row.note !== null) out.line(out.style.yellow(`  ${row.status}: ${row.note}`));
      out.line(out.style.dim(`  ${row.root}/${row.place}`));
      out.line();
      out.line(printable(row.body));
      return 0;
    });
  },
});
