import { pickMemory } from "../../../memory/files/change-memory.ts";
import { memoriesSuperseding } from "../../../memory/files/supersede.ts";
import {
  countMemories,
  listMemories,
  type MemoryCount,
  notedMemories,
} from "../../../memory/index/memories.ts";
import { distinctBody } from "../../../memory/memory.ts";
import { printable } from "../../../text/printable.ts";
import { defineCommand, option, PROJECT_OPTIONS } from "../../command.ts";
import {
  parseCategory,
  parseLimit,
  parseStatus,
  printRow,
  readMemories,
  requireArgument,
  toJson,
} from "./memories.ts";

const DEFAULT_LIST = 50;
const VOUCH_HINT =
  "From the repository: nobody here wrote or vouched for it. Once you have read it: holdfast memory vouch ID";

export const list = defineCommand({
  examples: ["holdfast memory list", "holdfast memory list --category constraint --status any --json"],
  options: {
    category: option("KIND", "only these, such as preference"),
    status: option("any", "active (default), superseded, retired, quarantined, unreadable, duplicate"),
    limit: option("50", `how many (default: ${DEFAULT_LIST})`),
    ...PROJECT_OPTIONS,
  },
  async run(invocation) {
    const { options, out } = invocation;
    const status = parseStatus(options.status);
    const category = options.category === undefined ? null : parseCategory(options.category);
    const limit = parseLimit(options.limit, DEFAULT_LIST);
    await readMemories(invocation, (store, { projectKey }) => {
      const rows = listMemories(store, { projectKey, status, category, limit: limit + 1 });
      const shown = rows.slice(0, limit);
      const noted = notedMemories(store, projectKey);
      for (const row of noted.filter(({ status: state }) => state === "duplicate"))
        out.error(out.style.yellow(printable(`${row.root}/${row.place} is left out: ${row.note}`)));
      if (options.json) {
        out.json(shown.map(toJson));
        return;
      }
      for (const row of shown) printRow(out, row);
      if (shown.some(({ origin }) => origin === "repository")) out.line(VOUCH_HINT);
      const counts = countMemories(store, projectKey);
      if (rows.length > limit)
        out.line(`and ${countMatching(counts, status, category) - limit} more (--limit)`);
      if (rows.length === 0) out.line(describeNone(counts));
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

function describeNone(counts: readonly MemoryCount[]): string {
  return counts.length === 0
    ? 'None yet. Save one: holdfast memory save "Use pnpm" --category preference'
    : "Nothing matches; `holdfast memory list --status any` shows all.";
}

export const show = defineCommand({
  usage: "ID",
  details: "The beginning of the ID is enough when only one memory starts with it.",
  examples: ["holdfast memory show use-pnpm", "holdfast memory show use-pnpm --json"],
  options: PROJECT_OPTIONS,
  maxPositionals: 1,
  async run(invocation) {
    const { options, positionals, out } = invocation;
    const id = requireArgument(positionals[0], "ID");
    await readMemories(invocation, (store, place) => {
      const row = pickMemory(store, place, id);
      const body = distinctBody(row);
      const by = memoriesSuperseding(store, place.projectKey, row.memory_id)[0] ?? null;
      if (options.json) {
        out.json({ ...toJson(row), body, supersededBy: by?.memory_id ?? null });
        return;
      }
      printRow(out, row);
      if (row.origin === "repository") out.line(out.style.yellow(`  ${VOUCH_HINT}`));
      if (row.note !== null) out.line(out.style.yellow(`  ${row.status}: ${printable(row.note)}`));
      if (by !== null) out.line(`  superseded by ${printable(by.memory_id)}: ${printable(by.title)}`);
      out.line(out.style.dim(printable(`  ${row.root}/${row.place}`)));
      if (body !== "") out.line(`\n${printable(body)}`);
    });
  },
});
