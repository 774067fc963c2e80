import {
  adoptMemory,
  changeMemory,
  type MemoryChange,
  mergeConflict,
  pickMemory,
  restoreMemory,
  supersedeMemory,
  vouchForMemory,
} from "../../../memory/files/change-memory.ts";
import { findNotices } from "../../../memory/files/remember.ts";
import { type MemoryPlace, workTreeRoot } from "../../../memory/files/roots.ts";
import { isUntrusted } from "../../../memory/files/trust.ts";
import { listRepositoryMemories, type MemoryRow } from "../../../memory/index/memories.ts";
import { inMemoryTransaction, type Store } from "../../../store/open.ts";
import { listUnmerged } from "../../../sync/projects.ts";
import { countNoun } from "../../../text/count-noun.ts";
import { printable } from "../../../text/printable.ts";
import { withoutUndefined } from "../../../text/unknown-values.ts";
import { UserError } from "../../../text/user-error.ts";
import {
  type Context,
  defineCommand,
  flag,
  type Invocation,
  option,
  PROJECT_OPTIONS,
  requireAtMostOne,
} from "../../command.ts";
import { reportPersonsWord } from "../../loosening.ts";
import { isByPerson, requireSignOfPerson } from "../../person.ts";
import { findProject } from "../../target.ts";
import {
  categoryOption,
  parseConfidence,
  readBody,
  requireArgument,
  tagsOption,
  withMemories,
} from "./memories.ts";
import { printSaved } from "./saved-view.ts";

export const edit = defineCommand({
  changes: true,
  usage: "ID",
  details:
    "You can also edit the file itself. Without options, prints the file's path. --supersede OLD says that this memory\n" +
    "replaces OLD: both stay, `memory show` lists them, and no session gets OLD. `memory restore OLD` undoes it. --team-rule makes\n" +
    "a memory that your team has a rule of the project, for everybody, until its text changes. It takes the right to do so.",
  examples: [
    'holdfast memory edit use-pnpm --title "Use pnpm 10"',
    "holdfast memory edit use-pnpm --tags pnpm,tools",
    "holdfast memory edit use-pnpm --supersede use-npm",
  ],
  options: {
    title: option("TEXT", "new title"),
    body: option("TEXT", "new text; - reads it from stdin"),
    category: categoryOption("new category; the file moves"),
    tags: tagsOption("new tags"),
    confidence: option("0.8", "how sure, 0 to 1", parseConfidence),
    supersede: option("OLD", "the memory that this one replaces"),
    "team-rule": flag("make it a rule of the project, for the whole team"),
    "no-team-rule": flag("no longer"),
    ...PROJECT_OPTIONS,
  },
  maxPositionals: 1,
  async run(invocation) {
    const { options, positionals, out } = invocation;
    const { title, category, tags, confidence, supersede } = options;
    const body = await readBody(options.body);
    const change: MemoryChange = withoutUndefined({ title, body, category, tags, confidence });
    const id = requireArgument(positionals[0], "ID");
    const isRule = options["team-rule"] ?? (options["no-team-rule"] ? false : null);
    if (isRule !== null) {
      const { project: _, json: __, ...given } = options;
      requireAtMostOne(Object.fromEntries(Object.entries(given).map(([name, one]) => [`--${name}`, one])));
      return changeRule(invocation, id, isRule);
    }
    const isPersons = await isByPerson(invocation);
    const changed = await withMemories(invocation, (store, place) => {
      if (Object.keys(change).length === 0 && supersede === undefined) {
        const row = pickMemory(store, place, id);
        const file = `${row.root}/${row.place}`;
        if (options.json) out.json({ id: row.memory_id, file });
        else out.line(file);
        return null;
      }
      const saved = inMemoryTransaction(store, () => {
        const by = pickMemory(store, place, id);
        if (!isPersons) refuseForPerson(by);
        if (!isPersons && !isUntrusted(by.who)) change.who = "claude";
        if (supersede === undefined) return changeMemory(store, place, by, change, Date.now());
        const old = pickMemory(store, place, requireArgument(supersede, "OLD, the memory to replace"));
        if (!isPersons) refuseForPerson(old);
        return supersedeMemory(store, place, { old, by, change }, Date.now());
      });
      const remarks = findNotices(saved, change);
      printSaved(out, { ...saved, ...remarks }, { verb: "Changed", json: options.json === true });
      return saved.memory.id;
    });
    if (changed !== null && isPersons) await reportChange(invocation, changed, "was changed");
    return 0;
  },
});

/** With the team's server, which decides who may. */
async function changeRule(
  invocation: Invocation<typeof PROJECT_OPTIONS>,
  id: string,
  isRule: boolean,
): Promise<number> {
  const { env, options, out } = invocation;
  await requireSignOfPerson(invocation, "only a person can make a rule", "Run it in your own terminal.");
  const { syncForRule } = await import("../sync/sync.ts");
  const row = await withMemories(invocation, (store, place) => pickMemory(store, place, id));
  await syncForRule(invocation, row, isRule);
  if (options.json) out.json({ id: row.memory_id, isRule });
  else
    out.line(
      isRule
        ? `${row.memory_id} is a rule of the project now: sessions of the whole team are given it.`
        : `${row.memory_id} is no rule any more.`,
    );
  await reportChange(
    { env, out, cwd: invocation.cwd },
    row.memory_id,
    isRule ? "is a rule of the team now" : "is no rule of the team any more",
  );
  return 0;
}

async function reportChange(invocation: Context, id: string, done: string): Promise<void> {
  await reportPersonsWord(invocation, {
    done: `the memory ${id} ${done}`,
    undo: `\`holdfast memory show ${id}\` shows it.`,
    dir: null,
  });
}

/** Claude may change its own memories, not the person's. */
function refuseForPerson({ who, memory_id, project_key, origin }: MemoryRow): void {
  if (project_key !== "" && (who !== "user" || origin !== "here")) return;
  throw new UserError(
    "not-from-claude",
    `${memory_id} is the user's, and only the user can change it`,
    `To propose a change: holdfast memory save "…" --update ${memory_id}. It waits in the inbox.`,
  );
}

export const retire = defineCommand({
  changes: true,
  usage: "ID",
  details: "The file stays, but no session gets it.",
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
    "Restores a retired, superseded or quarantined memory, and merges both sides of one in which git left a conflict. A memory is quarantined when its text addresses the model\n" +
    "instead of stating a fact: read it first (`holdfast memory show ID`). Only you can restore it, not Claude.",
  examples: ["holdfast memory restore use-pnpm"],
  options: PROJECT_OPTIONS,
  maxPositionals: 1,
  async run(invocation) {
    const { dir } = await findProject(invocation);
    const unmerged = await listUnmerged(invocation.env, dir);
    const id = await changeStatus(invocation, "active", (store, place, row, isPersons) => {
      const isHere = row.root === workTreeRoot({ projectDir: dir, projectKey: place.projectKey }).dir;
      const isUnmerged = isHere && (unmerged === null || unmerged.has(row.place));
      const { memory_id, note } = row;
      if (mergeConflict(store, place, row, isUnmerged)) return;
      if (row.status !== "quarantined") return restoreMemory(store, place, row, Date.now());
      if (!isPersons)
        throw new UserError(
          "not-from-claude",
          `${memory_id} is quarantined (${printable(note ?? "")}) and only the user can restore it`,
          `In your own terminal: holdfast memory show ${memory_id}, then holdfast memory restore ${memory_id}`,
        );
      vouchForMemory(store, place, row);
    });
    if (!invocation.options.json) invocation.out.line(`Restored ${id}.`);
  },
});

/** Returns the whole ID. */
async function changeStatus(
  invocation: Invocation<typeof PROJECT_OPTIONS>,
  status: "active" | "retired",
  change: (store: Store, place: MemoryPlace, row: MemoryRow, isPersons: boolean) => void,
): Promise<string> {
  const id = requireArgument(invocation.positionals[0], "ID");
  const isPersons = await isByPerson(invocation);
  const changed = await withMemories(invocation, (store, place) => {
    const { memory_id } = inMemoryTransaction(store, () => {
      const row = pickMemory(store, place, id);
      if (!isPersons) refuseForPerson(row);
      change(store, place, row, isPersons);
      return row;
    });
    if (invocation.options.json) invocation.out.json({ id: memory_id, status });
    return memory_id;
  });
  if (isPersons) await reportChange(invocation, changed, `is ${status} now`);
  return changed;
}

export const vouch = defineCommand({
  changes: true,
  usage: "ID...",
  details:
    "A memory file that holdfast did not write here, or that was changed by hand, is nobody's: Claude sees it as a quotation when a\n" +
    "prompt is about it, never as your words. Vouch for files you have read; when one changes, vouch again. --all skips\n" +
    "quarantined ones: name those. Claude cannot do this.",
  examples: ["holdfast memory list", "holdfast memory vouch use-pnpm", "holdfast memory vouch --all"],
  options: {
    all: flag("all from the repository, except quarantined ones"),
    ...PROJECT_OPTIONS,
  },
  maxPositionals: 100,
  async run(invocation) {
    const { options, positionals, out } = invocation;
    const hint = "Run it in your own terminal. `holdfast memory list` works here.";
    await requireSignOfPerson(invocation, "only a person can vouch for a memory", hint);
    requireAtMostOne({ "--all": options.all, IDs: positionals[0] });
    const ids = options.all ? [] : [requireArgument(positionals[0], "ID"), ...positionals.slice(1)];
    const vouchedFor = await withMemories(invocation, (store, place) => {
      const vouched = inMemoryTransaction(store, (): MemoryRow[] => {
        const rows = options.all
          ? listRepositoryMemories(store, place.projectKey).filter(({ status }) => status === "active")
          : ids.map((id) => pickMemory(store, place, id));
        for (const row of rows) (options.all ? adoptMemory : vouchForMemory)(store, place, row);
        return rows;
      });
      const left = listRepositoryMemories(store, place.projectKey);
      if (options.json) {
        out.json({ vouched: vouched.map(({ memory_id }) => memory_id), left: left.length });
        return vouched;
      }
      for (const { memory_id, title } of vouched)
        out.line(`Vouched for ${printable(memory_id)}: ${printable(title)}`);
      if (vouched.length === 0) out.line("Nothing here waits to be vouched for.");
      if (left.length > 0) out.line(`${countNoun(left.length, "memory", "memories")} still not vouched for.`);
      return vouched;
    });
    for (const { memory_id } of vouchedFor) await reportChange(invocation, memory_id, "was vouched for");
  },
});
