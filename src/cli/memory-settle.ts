// accept and reject: what becomes of the inbox. Each answer is also an answer about the patterns that found it.
import { UserError } from "../config/user-error.ts";
import { findSimilar } from "../memory/find-similar.ts";
import { readCategory, SPEAKERS } from "../memory/memory.ts";
import type { MemoryPlace } from "../memory/roots.ts";
import { type Draft, type Saved, writeNewMemory } from "../memory/save-memory.ts";
import { type CandidateRow, findCandidate, listCandidates, settleCandidate } from "../store/candidates.ts";
import type { Store } from "../store/open.ts";
import { noteFeedback } from "../store/pattern-feedback.ts";
import { defineCommand } from "./command.ts";
import { readBody, readCategoryOption, readTags } from "./memory-options.ts";
import { PLACE_OPTIONS, withMemories } from "./memory-place.ts";
import { noteSaved } from "./note-in-flow.ts";
import { tellSaved } from "./tell-saved.ts";

const MOST = 1000;

export const accept = defineCommand({
  summary: "keep something from the inbox",
  usage: "N",
  details: "Word it better with --title and --body: that is told to the triage too.",
  examples: ["holdfast memory accept 3", 'holdfast memory accept 3 --title "Use pnpm, never npm"'],
  options: {
    title: { type: "string", value: "TEXT", help: "a better title" },
    body: { type: "string", value: "TEXT", help: "the whole text; - reads it from stdin" },
    category: { type: "string", value: "KIND", help: "another category" },
    tags: { type: "string", value: "a,b", help: "words to find it by" },
    personal: { type: "boolean", help: "about you, not the project" },
    force: { type: "boolean", help: "keep it although one like it is there" },
    ...PLACE_OPTIONS,
  },
  maxPositionals: 1,
  async run(invocation) {
    const { options, positionals, out } = invocation;
    const body = options.body === undefined ? undefined : await readBody(options.body);
    return withMemories(invocation, (store, place) => {
      const row = pick(store, place, positionals[0] ?? "");
      const draft = toDraft(row, { ...options, body });
      const saved = store
        .transaction(() => keep(store, place, row, draft, options.force === true))
        .immediate();
      noteSaved(store, invocation.env, saved.memory.title);
      tellSaved(out, saved, options.json === true);
      return 0;
    });
  },
});

export const reject = defineCommand({
  summary: "say that something in the inbox is not worth it",
  usage: "N",
  details: "What keeps being rejected is found less and less: see `holdfast memory stats`.",
  examples: ["holdfast memory reject 3", "holdfast memory reject --all"],
  options: {
    all: { type: "boolean", help: "everything that is new" },
    ...PLACE_OPTIONS,
  },
  maxPositionals: 1,
  async run(invocation) {
    const { options, positionals, out } = invocation;
    return withMemories(invocation, (store, place) => {
      const rows = options.all
        ? listCandidates(store, { projectKey: place.projectKey, status: "new", limit: MOST })
        : [pick(store, place, positionals[0] ?? "")];
      store
        .transaction(() => {
          for (const row of rows) settle(store, row, "rejected", null);
        })
        .immediate();
      if (options.json) out.json({ rejected: rows.map(({ id }) => id) });
      else out.line(`Rejected ${rows.length}.`);
      return 0;
    });
  },
});

function pick(store: Store, place: MemoryPlace, text: string): CandidateRow {
  if (text === "")
    throw new UserError(
      "usage",
      "which one?",
      "`holdfast memory inbox` lists what is new, with its numbers.",
    );
  const row = /^\d+$/.test(text) ? findCandidate(store, Number(text)) : null;
  if (row?.project_key === place.projectKey && row.status === "new") return row;
  const why =
    row?.project_key === place.projectKey
      ? `${text} was ${row.status} before`
      : `there is no ${text} in the inbox`;
  throw new UserError("no-candidate", why, "`holdfast memory inbox` lists what is new.");
}

type Wording = {
  title?: string;
  body: string | undefined;
  category?: string;
  tags?: string;
  personal?: boolean;
};

function toDraft(row: CandidateRow, { title, body, category, tags, personal }: Wording): Draft {
  const own = readCategory(row.category) ?? "DECISION";
  return {
    title: title ?? row.title,
    body: body ?? quoted(row),
    category: category === undefined ? own : readCategoryOption(category),
    tags: readTags(tags) ?? [],
    personal: personal === true,
    who: SPEAKERS.find((who) => who === row.who) ?? "tool",
    session: row.session_id,
    confidence: Math.min(1, Math.max(0, row.score)),
  };
}

/** What was said, where the title does not have it all. */
function quoted(row: CandidateRow): string {
  const lines = (JSON.parse(row.evidence) as { line: string }[]).map(({ line }) => line);
  return lines.length === 1 && lines[0] === row.title ? "" : lines.join("\n\n");
}

function keep(store: Store, place: MemoryPlace, row: CandidateRow, draft: Draft, force: boolean): Saved {
  const [near] = force ? [] : findSimilar(store, place, draft);
  if (near) {
    throw new UserError(
      "like-another",
      `${near.id} says nearly the same: ${near.title}`,
      `Keep both: holdfast memory accept ${row.id} --force. Or: holdfast memory edit ${near.id} …, then holdfast memory reject ${row.id}.`,
    );
  }
  const saved = writeNewMemory(store, place, draft, Date.now());
  const isEdited = draft.title !== row.title || draft.category !== row.category || draft.body !== quoted(row);
  settle(store, row, isEdited ? "edited" : "accepted", saved.memory.id);
  return saved;
}

function settle(
  store: Store,
  row: CandidateRow,
  status: "accepted" | "edited" | "rejected",
  memoryId: string | null,
): void {
  if (!settleCandidate(store, { id: row.id, status, memoryId, at: Date.now() })) return;
  noteFeedback(store, JSON.parse(row.patterns) as string[], status);
}
