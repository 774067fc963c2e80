import { type Change, changeMemory, pickMemory } from "../../../memory/files/change-memory.ts";
import { findRemarks } from "../../../memory/files/remember.ts";
import { withoutUndefined } from "../../../memory/files/save-memory.ts";
import { inMemoryTransaction } from "../../../store/transaction.ts";
import { defineCommand } from "../../command.ts";
import { PROJECT_OPTIONS } from "../../options.ts";
import { withMemories } from "./memories.ts";
import { parseCategory, parseConfidence, parseTags, readBody, requireArgument } from "./options.ts";
import { printSaved } from "./saved-view.ts";

export const command = defineCommand({
  usage: "ID",
  details:
    "You can also edit the file itself: holdfast sees it. Without an option: prints where the file is.",
  examples: [
    'holdfast memory edit use-pnpm --title "Use pnpm 10"',
    "holdfast memory edit use-pnpm --tags pnpm,tools",
  ],
  options: {
    title: { type: "string", value: "TEXT", help: "another title" },
    body: { type: "string", value: "TEXT", help: "another text; - reads it from stdin" },
    category: { type: "string", value: "KIND", help: "another category; the file moves" },
    tags: { type: "string", value: "a,b", help: "other tags" },
    confidence: { type: "string", value: "0.8", help: "how sure, 0 to 1" },
    ...PROJECT_OPTIONS,
  },
  maxPositionals: 1,
  async run(invocation) {
    const { options, positionals, out } = invocation;
    const change: Change = withoutUndefined({
      title: options.title,
      body: await readBody(options.body),
      category: options.category === undefined ? undefined : parseCategory(options.category),
      tags: parseTags(options.tags),
      confidence: parseConfidence(options.confidence),
    });
    const id = requireArgument(positionals[0], "ID");
    return withMemories(invocation, (store, place) => {
      const row = pickMemory(store, place, id);
      if (Object.keys(change).length === 0) {
        const file = `${row.root}/${row.place}`;
        if (options.json) out.json({ id: row.memory_id, file });
        else out.line(file);
        return 0;
      }
      const saved = inMemoryTransaction(store, () => changeMemory(store, place, row, change, Date.now()));
      const remarks = findRemarks(saved, change);
      printSaved(out, { ...saved, ...remarks }, { verb: "Changed", json: options.json === true });
      return 0;
    });
  },
});
