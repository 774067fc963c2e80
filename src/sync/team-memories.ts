// What others of a team wrote, as it is shown here: under its author's name, and as a rule of the project if somebody with the right to do so made
// it one. A rule is bound to a text: when its author changes or forgets it, it ends.
import type { Memory } from "../memory/memory.ts";
import type { MergedMemory } from "../memory/merge-edits.ts";
import type { Store } from "../store/open.ts";
import { isRecord, parseJson } from "../text/unknown-values.ts";
import type { MachineKey } from "./machine-key.ts";
import type { ProjectMemories } from "./sync-context.ts";
import { listRows, nextVersion, writeOwnRow } from "./sync-rows.ts";

export interface TeamMemory {
  merged: MergedMemory;
  /** One of those who wrote it. */
  author: string;
  /** All of them, for people. */
  authors: string;
  isRule: boolean;
}

/** Of a project, besides its rules. */
const MAX_SHOWN = 2000;

/** Active ones. What the person, or a file that the project's git has, says too is left out. */
export function listTeamMemories(
  store: Store,
  project: string,
  { own, team }: Pick<ProjectMemories, "own" | "team">,
  knownIds: ReadonlySet<string>,
): TeamMemory[] {
  const rules = listRules(store, project);
  const said = team.flatMap(({ author, memories }) => memories.map((merged) => ({ author, merged })));
  const shown = said.filter(({ merged: { ids, memory } }) => {
    const { status, category } = memory;
    return status === "active" && category !== "SESSION_SUMMARY" && !ids.some((id) => knownIds.has(id));
  });
  const texts = new Set(own.map(({ memory }) => textOf(memory)));
  const taken = new Set(own.flatMap(({ ids }) => ids));
  const all = [...Map.groupBy(shown, ({ merged }) => textOf(merged.memory))].flatMap(([text, same]) => {
    const [first] = same;
    if (first === undefined || texts.has(text)) return [];
    const { merged, author } = first;
    const { id } = merged.memory;
    const isRule = same.some((one) => rules.has(hashOf(one.author, one.merged.memory)));
    const shownId = taken.has(id) ? `${id}@${author}` : id;
    taken.add(id);
    return [
      {
        merged: { ...merged, ids: [shownId], memory: { ...merged.memory, id: shownId } },
        author,
        authors: same.map((one) => one.author).join(", "),
        isRule,
      },
    ];
  });
  const others = all.filter(({ isRule }) => !isRule);
  const newest = others.toSorted((a, b) => b.merged.memory.updated - a.merged.memory.updated);
  return [...all.filter(({ isRule }) => isRule), ...newest.slice(0, MAX_SHOWN)];
}

function textOf({ title, body, category }: Memory): string {
  return JSON.stringify([category, title, body]);
}

function hashOf(author: string, memory: Memory): string {
  const text = JSON.stringify([author, textOf(memory)]);
  return new Bun.CryptoHasher("sha256").update(text).digest("hex");
}

/** Hashes of the texts that are rules. */
function listRules(store: Store, project: string): Set<string> {
  const rows = listRows(store, "rule", project).filter(({ isSigned }) => isSigned);
  return new Set(rows.flatMap(({ payload }) => hashIn(payload) ?? []));
}

function hashIn(payload: string): string | null {
  const value = parseJson(payload);
  return isRecord(value) && typeof value.rule === "string" ? value.rule : null;
}

/** The payload of a rule's row. */
export function rulePayload(author: string, memory: Memory): string {
  return JSON.stringify({ rule: hashOf(author, memory) });
}

export const NO_RULE = "{}";

/** Rules of this machine about texts that no longer exist keep no hash of them. */
export function endRulesOfForgotten(
  store: Store,
  key: MachineKey,
  project: string,
  { own, team }: Pick<ProjectMemories, "own" | "team">,
  developer: string,
): void {
  const all = [...team, { author: developer, memories: own }];
  const hashes = new Set(
    all.flatMap(({ author, memories }) => memories.map(({ memory }) => hashOf(author, memory))),
  );
  for (const row of listRows(store, "rule", project)) {
    const hash = hashIn(row.payload);
    if (row.machine !== key.machine || hash === null || hashes.has(hash)) continue;
    writeOwnRow(
      store,
      key,
      { kind: "rule", id: row.id, project, payload: NO_RULE },
      nextVersion(store, [key.machine]),
    );
  }
}
