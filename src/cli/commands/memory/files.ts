import { adoptMemory, pickMemory, vouchForMemory } from "../../../memory/files/change-memory.ts";
import { rootsOf } from "../../../memory/files/roots.ts";
import {
  isWithheld,
  type MemoryRow,
  memoriesFromRepository,
  notedMemories,
} from "../../../memory/index/memories.ts";
import { rebuildIndex } from "../../../memory/index/sync-index.ts";
import { inMemoryTransaction } from "../../../store/open.ts";
import { countNoun } from "../../../text/count-noun.ts";
import { printable } from "../../../text/printable.ts";
import { UserError } from "../../../text/user-error.ts";
import { defineCommand, flag, PROJECT_OPTIONS } from "../../command.ts";
import { withStore } from "../../target.ts";
import { findMemoryPlace, requireArgument, withMemories } from "./memories.ts";

export const vouch = defineCommand({
  changes: true,
  usage: "ID...",
  details:
    "A memory file that was not written on this machine is from the repository: told to Claude as a quotation where a\n" +
    "prompt is about it, never as something you said. Vouch for those you have read; when a file changes, it is from the\n" +
    "repository again. --all leaves quarantined ones out: name them. Claude cannot do this.",
  examples: ["holdfast memory list", "holdfast memory vouch use-pnpm", "holdfast memory vouch --all"],
  options: {
    all: flag("every one from the repository that is not quarantined"),
    ...PROJECT_OPTIONS,
  },
  maxPositionals: 100,
  async run(invocation) {
    const { options, positionals, env, out } = invocation;
    if (env.insideAgent) throw personNeeded();
    if (options.all && positionals.length > 0)
      throw new UserError("usage", "--all and IDs exclude each other", "Give one of them.");
    const ids = options.all ? [] : [requireArgument(positionals[0], "ID"), ...positionals.slice(1)];
    await withMemories(invocation, (store, place) => {
      const vouched = inMemoryTransaction(store, (): MemoryRow[] => {
        const rows = options.all
          ? memoriesFromRepository(store, place.projectKey).filter(({ status }) => status === "active")
          : ids.map((id) => pickMemory(store, place, id));
        for (const row of rows) (options.all ? adoptMemory : vouchForMemory)(store, place, row);
        return rows;
      });
      const left = memoriesFromRepository(store, place.projectKey);
      if (options.json) {
        out.json({ vouched: vouched.map(({ memory_id }) => memory_id), left: left.length });
        return;
      }
      for (const { memory_id, title } of vouched)
        out.line(`Vouched for ${printable(memory_id)}: ${printable(title)}`);
      if (vouched.length === 0) out.line("Nothing here is from the repository.");
      if (left.length > 0) out.line(`${countNoun(left.length, "memory file")} still from the repository.`);
    });
  },
});

function personNeeded(): UserError {
  const hint = "Run it in your own terminal. `holdfast memory list` works here.";
  return new UserError("inside-claude", "only a person vouches for a memory, not Claude", hint);
}

export const reindex = defineCommand({
  changes: true,
  details:
    "holdfast follows the files by itself; use this when the index and the files seem to differ. Lists files that no\n" +
    "session is given, and parts of files that were left out because they are invalid.",
  examples: ["holdfast memory reindex", "holdfast memory reindex --json"],
  options: PROJECT_OPTIONS,
  async run(invocation) {
    const { options, env, out } = invocation;
    const place = await findMemoryPlace(invocation);
    await withStore(env, (store) => {
      const { added, changed } = rebuildIndex(store, place);
      const roots = rootsOf(place).map(({ dir }) => dir);
      const noted = notedMemories(store, place.projectKey);
      const unread = noted.filter(({ root, status }) => status === "unreadable" && roots.includes(root));
      const read = added + changed - unread.length;
      if (options.json) {
        const { withheld = [], odd = [] } = Object.groupBy(noted, (row) =>
          isWithheld(row) ? "withheld" : "odd",
        );
        out.json({ memories: read, withheld: withheld.map(toJson), odd: odd.map(toJson) });
        return;
      }
      out.line(`${countNoun(read, "memory", "memories")} read.`);
      for (const row of noted)
        out.line(out.style.yellow(printable(`  ${row.root}/${row.place}: ${row.note}`)));
    });
  },
});

function toJson({ root, place, status, note }: MemoryRow) {
  return { file: `${root}/${place}`, status, note };
}
