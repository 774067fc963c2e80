import { noteSearch } from "../../../gates/flow/note-evidence.ts";
import { NOT_ALL_WORDS } from "../../../recording/search/search.ts";
import { UserError } from "../../../text/user-error.ts";
import { searchMemories } from "../../../views/memory-rows.ts";
import { defineCommand, PROJECT_OPTIONS } from "../../command.ts";
import { withStoreToRead } from "../../store-copy.ts";
import {
  categoryOption,
  findMemoryPlace,
  limitOption,
  printRow,
  statusOption,
  toStatusFilter,
} from "./memories.ts";

const DEFAULT_LIMIT = 10;

export const command = defineCommand({
  usage: "QUERY",
  details:
    "Matches any of the words, in any form; if none is found, parts of words. The title counts more than the text.",
  examples: ['holdfast memory search "package manager"', "holdfast memory search redis --limit 3 --json"],
  options: {
    limit: limitOption(DEFAULT_LIMIT),
    category: categoryOption("only these, such as runbook"),
    status: statusOption("active (default), superseded, retired, quarantined"),
    ...PROJECT_OPTIONS,
  },
  maxPositionals: 100,
  async run(invocation) {
    const { options, positionals, out } = invocation;
    const query = {
      text: positionals.join(" "),
      status: toStatusFilter(options.status),
      category: options.category ?? null,
      limit: options.limit ?? DEFAULT_LIMIT,
    };
    const place = await findMemoryPlace(invocation);
    await withStoreToRead(invocation, async (store) => {
      const hits = await searchMemories(store, place, query);
      if (hits === null)
        throw new UserError(
          "usage",
          "the query has no word to search for",
          'Example: holdfast memory search "redis"',
        );
      // A flow may require a search of memories.
      noteSearch(store, invocation.env, { what: "memories", query: query.text, found: hits.length });
      if (options.json) out.json(hits);
      else if (hits.length === 0) out.line("Nothing found. `holdfast search` searches past work.");
      else {
        if (!hits.some(({ allWords }) => allWords)) out.line(NOT_ALL_WORDS);
        for (const hit of hits) {
          printRow(out, hit);
          if (hit.excerpt !== "") out.line(`  ${hit.excerpt}`);
        }
      }
    });
  },
});
