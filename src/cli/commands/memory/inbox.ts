import { type CandidateRow, countCandidates, listCandidates } from "../../../memory/inbox/candidates.ts";
import { clip } from "../../../text/clip.ts";
import { formatTime } from "../../../text/format-time.ts";
import { printable } from "../../../text/printable.ts";
import { defineCommand, flag, type Output, option, PROJECT_OPTIONS } from "../../command.ts";
import { withStoreToRead } from "../../store-copy.ts";
import { findMemoryPlace, parseLimit } from "./memories.ts";

const DEFAULT_LIMIT = 20;
const MAX_SAID = 10;
const MAX_EVIDENCE = 2;
const MAX_LINE = 160;

interface Evidence {
  line: string;
  who: string;
  why: string;
}

export const command = defineCommand({
  usage: "[WORDS]",
  details:
    "At most five things a session, the best first, with how often such finds were right in real sessions. What else you\n" +
    "said in short messages is listed below, by session; accept works there too. WORDS: only what has all of them. No\n" +
    "session is given any of it until you accept it.",
  examples: [
    "holdfast memory inbox",
    "holdfast memory inbox docker",
    "holdfast memory inbox --said",
    "holdfast memory inbox --json",
  ],
  options: {
    limit: option("20", `how many (default: ${DEFAULT_LIMIT})`),
    said: flag("only what else you said"),
    ...PROJECT_OPTIONS,
  },
  maxPositionals: 20,
  async run(invocation) {
    const { options, positionals, out } = invocation;
    const limit = parseLimit(options.limit, DEFAULT_LIMIT);
    const words = positionals.flatMap((text) => text.split(/\s+/)).filter((word) => word !== "");
    const { projectKey } = await findMemoryPlace(invocation);
    await withStoreToRead(invocation, (store) => {
      const list = (status: "new" | "said", most: number) =>
        listCandidates(store, { projectKey, status, words, limit: most });
      const count = (status: "new" | "said") =>
        words.length > 0 ? 0 : countCandidates(store, projectKey, status);
      const found = options.said ? [] : list("new", limit);
      if (options.json) out.json((options.said ? list("said", limit) : found).map(toJson));
      else {
        if (!options.said) printInbox(out, found, count("new") - found.length);
        const said = list("said", options.said || words.length > 0 ? limit : MAX_SAID);
        printSaid(out, said, count("said") - said.length);
      }
    });
  },
});

function printInbox(out: Output, rows: readonly CandidateRow[], more: number): void {
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

function printSaid(out: Output, rows: readonly CandidateRow[], more: number): void {
  const { bold, dim } = out.style;
  if (rows.length === 0) return;
  out.line(bold("You also said"));
  let session = "";
  for (const { id, session_id, found_at, title } of rows) {
    if (session_id !== session)
      out.line(dim(`   ${formatTime(found_at)} · session ${session_id.slice(0, 8)}`));
    session = session_id;
    out.line(`${dim(String(id))}  ${printable(title)}`);
  }
  if (more > 0) out.line(`and ${more} more (--said)`);
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
