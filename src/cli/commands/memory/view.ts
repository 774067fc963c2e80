// Memories as a command shows them.

import type { MemoryRow } from "../../../memory/index/memories.ts";
import { formatTime } from "../../../text/format-time.ts";
import { printable } from "../../../text/printable.ts";
import type { Output } from "../../command.ts";

export function toJson(row: MemoryRow) {
  return {
    id: row.memory_id,
    title: row.title,
    category: row.category,
    status: row.status,
    tags: JSON.parse(row.tags) as string[],
    who: row.who,
    session: row.source_session,
    confidence: row.confidence,
    created: new Date(row.created_at).toISOString(),
    updated: new Date(row.updated_at).toISOString(),
    supersedes: JSON.parse(row.supersedes) as string[],
    personal: row.project_key === "",
    file: `${row.root}/${row.place}`,
    note: row.note,
  };
}

/** Two lines each. */
export function printRow(out: Output, row: MemoryRow): void {
  const { bold, cyan, dim, yellow } = out.style;
  const state = row.status === "active" ? "" : `  ${yellow(row.status)}`;
  const own = row.project_key === "" ? " · yours" : "";
  out.line(`${bold(printable(row.title))}  ${cyan(row.category)}${state}`);
  out.line(dim(`  ${printable(row.memory_id)} · ${formatTime(row.updated_at)} · said by ${row.who}${own}`));
}
