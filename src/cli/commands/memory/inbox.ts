import { listCandidates } from "../../../memory/inbox/candidates.ts";
import { DIALOG, OPTION } from "../../../memory/triage/candidate.ts";
import type { Store } from "../../../store/open.ts";
import { clip } from "../../../text/clip.ts";
import { countNoun } from "../../../text/count-noun.ts";
import { formatTime } from "../../../text/format-time.ts";
import { drainFirst } from "../../../upkeep/drain-first.ts";
import { hasAnswers, type InboxRow, listInbox, readInbox } from "../../../views/inbox.ts";
import {
  defineCommand,
  flag,
  type Invocation,
  type Output,
  PROJECT_OPTIONS,
  requireAtMostOne,
} from "../../command.ts";
import { findAgent } from "../../person.ts";
import { withStoreToRead } from "../../store-copy.ts";
import { findMemoryPlace, limitOption, readMemories, withMemories } from "./memories.ts";

const DEFAULT_LIMIT = 20;
const MAX_EVIDENCE = 2;
const MAX_LINE = 160;

export const command = defineCommand({
  usage: "[WORDS]",
  details:
    "At a terminal you go through the items one by one: a accept, e edit, r reject, d duplicate, s skip, u undo. Nothing\n" +
    "changes before the end. Elsewhere, and with --list, it prints them, with how many of the same source were worth\n" +
    "keeping where that was measured. WORDS: only items that have all of them, and your other short messages that do.\n" +
    "accept works for these too. No session gets any of this until you accept it. --stats instead shows how many memories there are and how often sessions used them, and for each category\n" +
    "and source the precision: the share of accepted items, edited or not, among those you answered.",
  examples: [
    "holdfast memory inbox",
    "holdfast memory inbox docker",
    "holdfast memory inbox --json",
    "holdfast memory inbox --stats",
  ],
  options: {
    limit: limitOption(DEFAULT_LIMIT),
    list: flag("print the list, even at a terminal"),
    stats: flag("only numbers: memories, their use, your answers"),
    ...PROJECT_OPTIONS,
  },
  maxPositionals: 20,
  async run(invocation) {
    const { options, positionals, out } = invocation;
    const { limit = DEFAULT_LIMIT } = options;
    const words = positionals.flatMap((text) => text.split(/\s+/)).filter((word) => word !== "");
    if (options.stats) {
      for (const other of [{ "--list": options.list }, { WORDS: words[0] }])
        requireAtMostOne({ "--stats": true, ...other });
      return showStats(invocation);
    }
    const { projectKey } = await findMemoryPlace(invocation);
    // A person at a terminal reviews the items; everybody else gets a list.
    if (out.interactive && !options.list && findAgent(invocation.env) === null)
      return review(invocation, words, limit);
    await withStoreToRead(invocation, async (store) => {
      await drainFirst(invocation.env, store);
      const { rows: found, waiting } = readInbox(store, { projectKey, words, limit });
      const said = words.length > 0 ? listInbox(store, { projectKey, status: "said", words, limit }) : [];
      if (options.json) out.json([...found, ...said]);
      else {
        if (found.length + said.length === 0) out.line(describeEmpty(store, projectKey, words));
        if (found.length > 0) printInbox(out, found, words.length > 0 ? 0 : waiting - found.length);
        printSaid(out, said);
      }
    });
  },
});

async function showStats(invocation: Invocation<typeof PROJECT_OPTIONS>): Promise<number> {
  const [{ readMemoryStats }, { printStats }] = await Promise.all([
    import("../../../views/memory-stats.ts"),
    import("./inbox-stats.ts"),
  ]);
  const stats = await readMemories(invocation, (store, { projectKey }) => readMemoryStats(store, projectKey));
  if (invocation.options.json) invocation.out.json(stats);
  else printStats(invocation.out, stats);
  return 0;
}

async function review(invocation: Invocation, words: string[], limit: number): Promise<number> {
  const { out } = invocation;
  return withMemories(invocation, async (store, place) => {
    const { projectKey } = place;
    await drainFirst(invocation.env, store);
    const list = (status: "new" | "said") => listCandidates(store, { projectKey, status, words, limit });
    const rows = words.length > 0 ? [...list("new"), ...list("said")] : list("new");
    if (rows.length === 0) out.line(describeEmpty(store, projectKey, words));
    const { reviewInbox } = await import("./inbox-review.ts");
    const code = rows.length > 0 ? await reviewInbox(invocation, store, place, rows) : 0;
    const left = words.length > 0 ? 0 : readInbox(store, { projectKey, limit: 0 }).waiting;
    if (left > 0 && rows.length > 0) out.line(out.style.dim(`${countNoun(left, "item")} left in the inbox.`));
    return code;
  });
}

function describeEmpty(store: Store, projectKey: string, words: readonly string[]): string {
  if (words.length > 0) return "Nothing in the inbox or among your other messages matches all these words.";
  // Somebody who has answered an item needs no explanation.
  return hasAnswers(store, projectKey)
    ? "Nothing new."
    : "The inbox is empty. It fills as you say things worth keeping, such as 'always use pnpm'.";
}

function printInbox(out: Output, rows: readonly InboxRow[], more: number): void {
  const { bold, cyan, dim } = out.style;
  for (const { id, title, category, kept, quotes, foundAt, session } of rows) {
    out.line(`${bold(String(id))}  ${title}  ${cyan(category)}${kept && dim(`  ${kept}`)}`);
    for (const { text, who, why } of quotes.slice(0, MAX_EVIDENCE))
      out.line(dim(text === title ? `   ${who}, ${why}` : `   ${who}: ${clip(text, MAX_LINE)} (${why})`));
    const where = session === "" ? "" : ` · session ${session.slice(0, 8)}`;
    out.line(dim(`   ${formatTime(Date.parse(foundAt))}${where}`));
  }
  if (more > 0) out.line(`and ${more} more (--limit)`);
  out.line("Save one: holdfast memory accept N. Drop one: holdfast memory reject N.");
}

/** What the store has of the words, by session. */
function printSaid(out: Output, rows: readonly InboxRow[]): void {
  const { bold, dim } = out.style;
  if (rows.length > 0) out.line(bold("Also said"));
  let last = "";
  for (const { id, title, who, session, foundAt, quotes } of rows) {
    if (session !== last)
      out.line(dim(`   ${formatTime(Date.parse(foundAt))} · session ${session.slice(0, 8)}`));
    last = session;
    const choice = quotes.some(({ why }) => why === OPTION || why === DIALOG);
    const note = choice ? " (your choice, in the agent's words)" : who === "user" ? "" : ` (${who})`;
    out.line(`${dim(String(id))}  ${title}${dim(note)}`);
  }
}
