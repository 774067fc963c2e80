import { type CandidateRow, countNewCandidates, listCandidates } from "../../../memory/inbox/candidates.ts";
import { clip } from "../../../text/clip.ts";
import { formatTime } from "../../../text/format-time.ts";
import { printable } from "../../../text/printable.ts";
import { defineCommand, type Output, option, PROJECT_OPTIONS } from "../../command.ts";
import { withStoreToRead } from "../../store-copy.ts";
import { findMemoryPlace, parseLimit } from "./memories.ts";

const DEFAULT_LIMIT = 20;
const MAX_EVIDENCE = 2;
const MAX_LINE = 160;

interface Evidence {
  line: string;
  who: string;
  why: string;
}

export const command = defineCommand({
  details: "Found in what was said and done. No session is given it until you accept it.",
  examples: ["holdfast memory inbox", "holdfast memory inbox --json"],
  options: {
    limit: option("20", `how many (default: ${DEFAULT_LIMIT})`),
    ...PROJECT_OPTIONS,
  },
  async run(invocation) {
    const { options, out } = invocation;
    const limit = parseLimit(options.limit, DEFAULT_LIMIT);
    const { projectKey } = await findMemoryPlace(invocation);
    await withStoreToRead(invocation, (store) => {
      const rows = listCandidates(store, { projectKey, status: "new", limit });
      if (options.json) out.json(rows.map(toJson));
      else print(out, rows, countNewCandidates(store, projectKey) - rows.length);
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
    for (const { line, who, why } of evidenceOf(row).slice(0, MAX_EVIDENCE))
      out.line(dim(`   ${who}: ${clip(printable(line), MAX_LINE)} (${why})`));
    out.line(dim(`   ${formatTime(row.found_at)} · session ${row.session_id.slice(0, 8)}`));
  }
  if (more > 0) out.line(`and ${more} more (--limit)`);
  if (rows.length > 0) out.line("Save one: holdfast memory accept N. Drop one: holdfast memory reject N.");
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
