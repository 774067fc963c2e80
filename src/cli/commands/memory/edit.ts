import { type Change, changeMemory, pickMemory } from "../../../memory/files/change-memory.ts";
import { defineCommand } from "../../command.ts";
import { readBody, readCategoryOption, readConfidence, readTags, requireWord } from "./options.ts";
import { PLACE_OPTIONS, withMemories } from "./place.ts";
import { tellSaved } from "./saved-view.ts";

export const command = defineCommand({
  summary: "change a memory",
  usage: "ID",
  details: "You can as well edit the file: holdfast sees it. Without an option: says where the file is.",
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
    ...PLACE_OPTIONS,
  },
  maxPositionals: 1,
  async run(invocation) {
    const { options, positionals, out } = invocation;
    const change: Change = {};
    if (options.title !== undefined) change.title = options.title;
    if (options.body !== undefined) change.body = await readBody(options.body);
    if (options.category !== undefined) change.category = readCategoryOption(options.category);
    const tags = readTags(options.tags);
    if (tags !== undefined) change.tags = tags;
    const confidence = readConfidence(options.confidence);
    if (confidence !== undefined) change.confidence = confidence;
    const id = requireWord(positionals[0], "ID");
    return withMemories(invocation, (store, place) => {
      const row = pickMemory(store, place, id);
      if (Object.keys(change).length === 0) {
        const file = `${row.root}/${row.place}`;
        if (options.json) out.json({ id: row.memory_id, file });
        else out.line(file);
        return 0;
      }
      const saved = store.transaction(() => changeMemory(store, place, row, change, Date.now())).immediate();
      tellSaved(out, saved, { how: "Changed", given: change, json: options.json === true });
      return 0;
    });
  },
});
