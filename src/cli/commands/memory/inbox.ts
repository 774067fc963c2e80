import { type CandidateRow, countNewCandidates, listCandidates } from "../../../memory/inbox/candidates.ts";
import { formatTime } from "../../../text/format-time.ts";
import { printable } from "../../../text/printable.ts";
import { defineCommand, type Output } from "../../command.ts";
import { withStoreToRead } from "../../with-store-to-read.ts";
import { readLimit } from "./options.ts";
import { findMemoryPlace, PLACE_OPTIONS } from "./place.ts";

interface Evidence {
  line: string;
  who: string;
  why: string;
}

export const command = defineCommand({
  summary: "what holdfast thinks is worth remembering",
  details: "Found in what was said and done. Nothing of it is given to a session until it is accepted.",
  examples: ["holdfast memory inbox", "holdfast memory inbox --json"],
  options: {
    limit: { type: "string", value: "20", help: "how many (20)" },
    ...PLACE_OPTIONS,
  },
  maxPositionals: 0,
  async run(invocation) {
    const { options, out } = invocation;
    const limit = readLimit(options.limit, 20);
    const { projectKey } = await findMemoryPlace(invocation);
    return withStoreToRead(invocation, (store) => {
      const rows = listCandidates(store, { projectKey, status: "new", limit });
      if (options.json) out.json(rows.map(toJson));
      else print(out, rows, countNewCandidates(store, projectKey) - rows.length);
      return 0;
    });
  },
});

function print(out: Output, rows: readonly CandidateRow[], more: number): void {
  const { bold, cyan, dim } = out.style;
  if (rows.length === 0) out.line("Nothing new.");
  for (const row of rows) {
    out.line(
      `${bold(String(row.id))}  ${printable(row.title)}  ${cyan(row.category)} ${row.score.toFixed(2)}`,
    );
    for (const { line, who, why } of evidenceOf(row).slice(0, 2))
      out.line(dim(`   ${who}: ${printable(line).slice(0, 160)} (${why})`));
    out.line(dim(`   ${formatTime(row.found_at)} · session ${row.session_id.slice(0, 8)}`));
  }
  if (more > 0) out.line(`and ${more} more (--limit)`);
  if (rows.length > 0)
    out.line("Keep one: holdfast memory accept N. Not worth it: holdfast memory reject N.");
}

function toJson(row: CandidateRow) {
  return {
    id: row.id,
    title: row.title,
    category: row.category,
    score: row.score,
    who: row.who,
    session: row.session_id,
    found: new Date(row.found_at).toISOString(),
    evidence: evidenceOf(row),
    patterns: JSON.parse(row.patterns) as string[],
  };
}

function evidenceOf(row: CandidateRow): Evidence[] {
  return JSON.parse(row.evidence) as Evidence[];
}
