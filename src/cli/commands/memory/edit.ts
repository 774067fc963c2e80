import {
  changeMemory,
  type MemoryChange,
  pickMemory,
  vouchForMemory,
} from "../../../memory/files/change-memory.ts";
import { findNotices } from "../../../memory/files/remember.ts";
import type { MemoryPlace } from "../../../memory/files/roots.ts";
import { restoreMemory, supersedeMemory } from "../../../memory/files/supersede.ts";
import type { MemoryRow } from "../../../memory/index/memories.ts";
import { inMemoryTransaction, type Store } from "../../../store/open.ts";
import { withoutUndefined } from "../../../text/is-record.ts";
import { printable } from "../../../text/printable.ts";
import { UserError } from "../../../text/user-error.ts";
import { defineCommand, type Invocation, option, PROJECT_OPTIONS } from "../../command.ts";
import {
  parseCategory,
  parseConfidence,
  parseTags,
  readBody,
  requireArgument,
  withMemories,
} from "./memories.ts";
import { printSaved } from "./saved-view.ts";

export const edit = defineCommand({
  changes: true,
  usage: "ID",
  details:
    "You can also edit the file itself: holdfast sees it. Without an option: prints where the file is.",
  examples: [
    'holdfast memory edit use-pnpm --title "Use pnpm 10"',
    "holdfast memory edit use-pnpm --tags pnpm,tools",
  ],
  options: {
    title: option("TEXT", "another title"),
    body: option("TEXT", "another text; - reads it from stdin"),
    category: option("KIND", "another category; the file moves"),
    tags: option("a,b", "other tags"),
    confidence: option("0.8", "how sure, 0 to 1"),
    ...PROJECT_OPTIONS,
  },
  maxPositionals: 1,
  async run(invocation) {
    const { options, positionals, out } = invocation;
    const change: MemoryChange = withoutUndefined({
      title: options.title,
      body: await readBody(options.body),
      category: options.category === undefined ? undefined : parseCategory(options.category),
      tags: parseTags(options.tags),
      confidence: parseConfidence(options.confidence),
    });
    const id = requireArgument(positionals[0], "ID");
    await withMemories(invocation, (store, place) => {
      const row = pickMemory(store, place, id);
      if (Object.keys(change).length === 0) {
        const file = `${row.root}/${row.place}`;
        if (options.json) out.json({ id: row.memory_id, file });
        else out.line(file);
        return;
      }
      const saved = inMemoryTransaction(store, () => changeMemory(store, place, row, change, Date.now()));
      const remarks = findNotices(saved, change);
      printSaved(out, { ...saved, ...remarks }, { verb: "Changed", json: options.json === true });
    });
  },
});

export const retire = defineCommand({
  changes: true,
  usage: "ID",
  details: "The file stays; no session is given it any more.",
  examples: ["holdfast memory retire use-pnpm"],
  options: PROJECT_OPTIONS,
  maxPositionals: 1,
  async run(invocation) {
    const id = await changeStatus(invocation, "retired", (store, place, row) => {
      changeMemory(store, place, row, { status: "retired" }, Date.now());
    });
    if (!invocation.options.json) invocation.out.line(`Retired ${id}. Undo: holdfast memory restore ${id}`);
  },
});

export const restore = defineCommand({
  changes: true,
  usage: "ID",
  details:
    "For a retired, superseded or quarantined memory. A memory is quarantined when its text addresses the model instead of\n" +
    "stating a fact. Read it first (`holdfast memory show ID`); only you can restore it, not Claude.",
  examples: ["holdfast memory restore use-pnpm"],
  options: PROJECT_OPTIONS,
  maxPositionals: 1,
  async run(invocation) {
    const id = await changeStatus(invocation, "active", (store, place, row) => {
      if (row.status === "quarantined" && invocation.env.insideAgent) throw notFromClaude(row);
      if (row.status === "quarantined") vouchForMemory(store, place, row);
      else restoreMemory(store, place, row, Date.now());
    });
    if (!invocation.options.json) invocation.out.line(`Restored ${id}.`);
  },
});

/** Returns the whole ID. */
async function changeStatus(
  invocation: Invocation<typeof PROJECT_OPTIONS>,
  status: "active" | "retired",
  change: (store: Store, place: MemoryPlace, row: MemoryRow) => void,
): Promise<string> {
  const id = requireArgument(invocation.positionals[0], "ID");
  return withMemories(invocation, (store, place) => {
    const { memory_id } = inMemoryTransaction(store, () => {
      const row = pickMemory(store, place, id);
      change(store, place, row);
      return row;
    });
    if (invocation.options.json) invocation.out.json({ id: memory_id, status });
    return memory_id;
  });
}

export const supersede = defineCommand({
  changes: true,
  usage: "OLD NEW",
  details:
    "To write the new one at the same time: holdfast memory save TITLE --category KIND --supersede OLD\n" +
    "NEW must be active, and both must be the project's or both personal. `memory restore OLD` undoes it.",
  examples: ["holdfast memory supersede use-npm use-pnpm"],
  options: PROJECT_OPTIONS,
  maxPositionals: 2,
  async run(invocation) {
    const { options, positionals, out } = invocation;
    const oldId = requireArgument(positionals[0], "OLD, the memory to replace");
    const newId = requireArgument(positionals[1], "NEW, the memory that replaces it");
    await withMemories(invocation, (store, place) => {
      const { old, by } = inMemoryTransaction(store, () => {
        const rows = { old: pickMemory(store, place, oldId), by: pickMemory(store, place, newId) };
        supersedeMemory(store, place, rows.old, rows.by, Date.now());
        return rows;
      });
      if (options.json) out.json({ id: old.memory_id, status: "superseded", by: by.memory_id });
      else out.line(`${old.memory_id} is superseded by ${by.memory_id}.`);
    });
  },
});

function notFromClaude({ memory_id, note }: MemoryRow): UserError {
  return new UserError(
    "not-from-claude",
    `${memory_id} is quarantined (${printable(note ?? "")}) and only the user can restore it`,
    `In your own terminal: holdfast memory show ${memory_id}, then holdfast memory restore ${memory_id}`,
  );
}
