import { printable, quoteForShell } from "../../../text/printable.ts";
import { readMemoryList, readNamedMemory } from "../../../views/memories.ts";
import type { MemoryRow } from "../../../views/memory-rows.ts";
import { defineCommand, PROJECT_OPTIONS } from "../../command.ts";
import {
  categoryOption,
  limitOption,
  printRow,
  readMemories,
  requireArgument,
  statusOption,
  toStatusFilter,
} from "./memories.ts";

const DEFAULT_LIST = 50;
const vouchHint = (id: string) => `Not vouched for. Once you have read it: holdfast memory vouch ${id}`;

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
      const list = readMemoryList(store, { project: projectKey, status, category, limit });
      const { rows, more, isEmpty, duplicates } = list;
      for (const { file, note } of duplicates) out.error(out.style.yellow(`${file} left out: ${note}`));
      if (options.json) {
        out.json(rows);
        return;
      }
      for (const row of rows) printRow(out, row);
      if (rows.some(mayBeVouchedFor)) out.line(vouchHint("ID"));
      if (more > 0) out.line(`and ${more} more (--limit)`);
      if (isEmpty) out.line('None yet. Save one: holdfast memory save "Use pnpm" --category preference');
      else if (rows.length === 0) out.line("Nothing matches; `holdfast memory list --status any` shows all.");
    });
  },
});

function mayBeVouchedFor({ origin, status }: MemoryRow): boolean {
  return (origin === "repository" || origin === "remote") && status !== "unreadable";
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
      const memory = readNamedMemory(store, place, id);
      if (options.json) {
        out.json(memory);
        return;
      }
      const { status, note, chain, file, body } = memory;
      printRow(out, memory);
      if (mayBeVouchedFor(memory))
        out.line(out.style.yellow(`  ${vouchHint(printable(quoteForShell(memory.id)))}`));
      if (note !== null) out.line(out.style.yellow(`  ${status}: ${note}`));
      const self = chain.findIndex((one) => one.self);
      for (const each of chain.slice(0, self)) out.line(`  replaces ${nameMemory(each)}`);
      for (const each of chain.slice(self + 1)) out.line(`  superseded by ${nameMemory(each)}`);
      for (const { title, body } of memory.lost)
        out.line(`  written at the same time, and not used: ${title}${body === "" ? "" : `: ${body}`}`);
      out.line(out.style.dim(`  ${file}`));
      if (body !== "") out.line(`\n${body}`);
    });
  },
});

function nameMemory({ id, title }: Pick<MemoryRow, "id" | "title">): string {
  return `${printable(id)}: ${title}`;
}
