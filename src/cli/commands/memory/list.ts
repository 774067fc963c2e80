import { pickMemory } from "../../../memory/files/change-memory.ts";
import {
  countMemories,
  listMemories,
  listProblemMemories,
  type MemoryCount,
  type MemoryRow,
} from "../../../memory/index/memories.ts";
import { findChain, listSuperseding } from "../../../memory/index/memory-chain.ts";
import { distinctBody } from "../../../memory/memory.ts";
import { printable, quoteForShell } from "../../../text/printable.ts";
import { defineCommand, PROJECT_OPTIONS } from "../../command.ts";
import {
  categoryOption,
  limitOption,
  printRow,
  readMemories,
  requireArgument,
  statusOption,
  toJson,
  toStatusFilter,
} from "./memories.ts";

const DEFAULT_LIST = 50;
const vouchHint = (id: string) =>
  `From the repository, not vouched for. Once you have read it: holdfast memory vouch ${id}`;

export const list = defineCommand({
  examples: ["holdfast memory list", "holdfast memory list --category constraint --status any --json"],
  options: {
    category: categoryOption("only these, such as preference"),
    status: statusOption("active (default), superseded, retired, quarantined, unreadable, duplicate"),
    limit: limitOption(DEFAULT_LIST),
    ...PROJECT_OPTIONS,
  },
  async run(invocation) {
    const { options, out } = invocation;
    const { category = null, limit = DEFAULT_LIST } = options;
    const status = toStatusFilter(options.status);
    await readMemories(invocation, (store, { projectKey }) => {
      const rows = listMemories(store, { projectKey, status, category, limit: limit + 1 });
      const shown = rows.slice(0, limit);
      const noted = listProblemMemories(store, projectKey);
      for (const row of noted.filter(({ status: state }) => state === "duplicate"))
        out.error(out.style.yellow(printable(`${row.root}/${row.place} left out: ${row.note}`)));
      if (options.json) {
        out.json(shown.map(toJson));
        return;
      }
      for (const row of shown) printRow(out, row);
      if (shown.some(mayBeVouchedFor)) out.line(vouchHint("ID"));
      const counts = countMemories(store, projectKey);
      if (rows.length > limit)
        out.line(`and ${countMatching(counts, status, category) - limit} more (--limit)`);
      if (counts.length === 0)
        out.line('None yet. Save one: holdfast memory save "Use pnpm" --category preference');
      else if (rows.length === 0) out.line("Nothing matches; `holdfast memory list --status any` shows all.");
    });
  },
});

function mayBeVouchedFor({ origin, status }: MemoryRow): boolean {
  return origin === "repository" && status !== "unreadable";
}

function countMatching(
  counts: readonly MemoryCount[],
  status: string | null,
  category: string | null,
): number {
  return counts
    .filter((one) => (status ?? one.status) === one.status && (category ?? one.category) === one.category)
    .reduce((sum, { n }) => sum + n, 0);
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
      const { before, after } = findChain(store, row);
      if (options.json) {
        const supersededBy = listSuperseding(store, row.project_key, row.memory_id)[0]?.memory_id ?? null;
        out.json({ ...toJson(row), body, supersededBy, chain: [...before, row, ...after].map(toChainJson) });
        return;
      }
      printRow(out, row);
      if (mayBeVouchedFor(row))
        out.line(out.style.yellow(`  ${vouchHint(printable(quoteForShell(row.memory_id)))}`));
      if (row.note !== null) out.line(out.style.yellow(`  ${row.status}: ${printable(row.note)}`));
      for (const each of before) out.line(`  replaces ${nameRow(each)}`);
      for (const each of after) out.line(`  superseded by ${nameRow(each)}`);
      out.line(out.style.dim(printable(`  ${row.root}/${row.place}`)));
      if (body !== "") out.line(`\n${printable(body)}`);
    });
  },
});

function nameRow({ memory_id, title }: MemoryRow): string {
  return `${printable(memory_id)}: ${printable(title)}`;
}

function toChainJson({ memory_id, title, status, updated_at }: MemoryRow) {
  return { id: memory_id, title, status, updatedAt: updated_at };
}
