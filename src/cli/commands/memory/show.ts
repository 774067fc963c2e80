import { pickMemory } from "../../../memory/files/change-memory.ts";
import { distinctBody } from "../../../memory/files/memory-file.ts";
import { memoriesSuperseding } from "../../../memory/files/supersede.ts";
import { printable } from "../../../text/printable.ts";
import { defineCommand } from "../../command.ts";
import { requireWord } from "./options.ts";
import { PLACE_OPTIONS, readMemories } from "./place.ts";
import { printRow, toJson } from "./view.ts";

export const command = defineCommand({
  summary: "one memory, whole",
  usage: "ID",
  details: "The beginning of the ID is enough where it fits one memory only.",
  examples: ["holdfast memory show use-pnpm", "holdfast memory show use-pnpm --json"],
  options: PLACE_OPTIONS,
  maxPositionals: 1,
  async run(invocation) {
    const { options, positionals, out } = invocation;
    const id = requireWord(positionals[0], "ID");
    return readMemories(invocation, (store, place) => {
      const row = pickMemory(store, place, id);
      const body = distinctBody(row);
      const by = memoriesSuperseding(store, place.projectKey, row.memory_id)[0] ?? null;
      if (options.json) {
        out.json({ ...toJson(row), body, supersededBy: by?.memory_id ?? null });
        return 0;
      }
      printRow(out, row);
      if (row.note !== null) out.line(out.style.yellow(`  ${row.status}: ${printable(row.note)}`));
      if (by !== null) out.line(`  superseded by ${printable(by.memory_id)}: ${printable(by.title)}`);
      out.line(out.style.dim(printable(`  ${row.root}/${row.place}`)));
      if (body !== "") out.line(`\n${printable(body)}`);
      return 0;
    });
  },
});
