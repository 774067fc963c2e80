import { noteSearch } from "../../../gates/flow/note-evidence.ts";
import { distinctBody } from "../../../memory/files/memory-file.ts";
import type { MemoryHit } from "../../../memory/index/memory-search.ts";
import { searchMemoryText } from "../../../memory/index/memory-search.ts";
import { printable } from "../../../text/printable.ts";
import { UserError } from "../../../text/user-error.ts";
import { defineCommand } from "../../command.ts";
import { readCategoryOption, readLimit, readStatus } from "./options.ts";
import { PLACE_OPTIONS, readMemories } from "./place.ts";
import { printRow, toJson } from "./view.ts";

const EXCERPT = 240;

export const command = defineCommand({
  summary: "find memories by their words, best first",
  usage: "QUERY",
  details:
    "Any of the words counts, whatever its ending, and parts of a word; the title counts more than the text.",
  examples: ['holdfast memory search "package manager"', "holdfast memory search redis --limit 3 --json"],
  options: {
    limit: { type: "string", value: "10", help: "how many (10)" },
    category: { type: "string", value: "KIND", help: "only these, such as runbook" },
    status: { type: "string", value: "any", help: "active (usual), superseded, retired, quarantined" },
    ...PLACE_OPTIONS,
  },
  maxPositionals: 100,
  async run(invocation) {
    const { options, positionals, out } = invocation;
    const query = {
      text: positionals.join(" "),
      status: readStatus(options.status),
      category: options.category === undefined ? null : readCategoryOption(options.category),
      limit: readLimit(options.limit, 10),
    };
    return readMemories(invocation, (store, { projectKey }) => {
      const hits = searchMemoryText(store, { ...query, projectKey });
      if (hits === null)
        throw new UserError(
          "usage",
          "there is no word to look for",
          'Such as: holdfast memory search "redis"',
        );
      noteSearch(store, invocation.env, { what: "memories", query: query.text, found: hits.length });
      if (options.json) out.json(hits.map(hitToJson));
      else if (hits.length === 0) out.line("Nothing found. `holdfast search` looks through past work.");
      else
        for (const hit of hits) {
          printRow(out, hit);
          if (distinctBody(hit) !== "") out.line(`  ${excerptOf(hit)}`);
        }
      return 0;
    });
  },
});

function hitToJson(hit: MemoryHit) {
  const { id, title, category, ...rest } = toJson(hit);
  return { id, title, category, score: hit.score, excerpt: excerptOf(hit), ...rest };
}

function excerptOf({ body }: MemoryHit): string {
  const text = printable(body.replace(/\s+/g, " ").trim());
  return text.length > EXCERPT ? `${text.slice(0, EXCERPT)}…` : text;
}
