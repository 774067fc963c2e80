// What several machines, or two branches, say about the same memories becomes one list of memories. A pure function of a set of edits: their order,
// the time and how often they came do not matter, so all who have the same edits have the same memories.
import type { Category, Memory, MemoryStatus, Speaker } from "./memory.ts";

/** What one machine says about one memory. A part is null if this machine did not write it. */
export interface Edit {
  id: string;
  machine: string;
  /** Nothing else of the memory is left, and it never returns. */
  deleted: boolean;
  created: number;
  text: TextPart | null;
  labels: LabelsPart | null;
  status: StatusPart | null;
  /** Ids of memories that said the same and have been one with this one since. */
  joined: readonly string[];
}

interface Part {
  /** Higher than all counters that the machine knew when it wrote the part. A clock may be wrong. */
  counter: number;
  /** The newest counter of each edit that this part replaced. */
  seen: Seen;
}

/** By `keyOfEdit`. */
export type Seen = Readonly<Record<string, number>>;

const keyOfEdit = ({ id, machine }: Pick<Edit, "id" | "machine">): string => `${id} ${machine}`;

export interface TextPart extends Part {
  title: string;
  body: string;
  who: Speaker;
  session: string | null;
  updated: number;
  /** Texts that lost before this one was written. */
  lost: readonly LostText[];
}

export interface LabelsPart extends Part {
  category: Category;
  tags: readonly string[];
  confidence: number;
}

export interface StatusPart extends Part {
  status: MemoryStatus;
  supersedes: readonly string[];
}

/** A text that was written at the same time as the one that is used. */
export interface LostText {
  counter: number;
  machine: string;
  title: string;
  body: string;
}

export interface MergedMemory {
  /** Of all memories that became this one, sorted. The first is its id. */
  ids: readonly string[];
  memory: Memory;
  /** Who wrote the text that is used. */
  machine: string;
  lost: LostText[];
  /** All machines that wrote a part of it. */
  machines: string[];
  seen: Seen;
}

const MAX_LOST = 10;

/** The memories, by id. All edits are of one project, or all are personal. */
export function mergeEdits(edits: readonly Edit[]): MergedMemory[] {
  const deleted = new Set(edits.filter((edit) => edit.deleted).map(({ id }) => id));
  const merged = groupJoined(edits).flatMap((group) => {
    const live = group.filter(({ id }) => !deleted.has(id));
    const memory = mergeGroup(live);
    return memory ? [{ memory, edits: live }] : [];
  });
  const equal = Map.groupBy(merged, ({ memory }) => keyOfText(memory));
  return [...equal.values()]
    .flatMap((same) => mergeGroup(same.flatMap((one) => one.edits)) ?? [])
    .toSorted((a, b) => compare(a.memory.id, b.memory.id));
}

/** Active memories with the same text and category are joined. */
function keyOfText({ memory: { id, status, category, title, body } }: MergedMemory): string {
  return status === "active" ? JSON.stringify([category, title, body]) : id;
}

/** Edits of the same memory, or of memories that were joined. */
function groupJoined(edits: readonly Edit[]): Edit[][] {
  const parents = new Map<string, string>();
  const rootOf = (id: string): string => {
    let root = id;
    for (let next = parents.get(root); next !== undefined; next = parents.get(root)) root = next;
    return root;
  };
  for (const { id, joined } of edits) {
    for (const other of joined) {
      const [first = id, second = id] = [rootOf(id), rootOf(other)].toSorted(compare);
      if (first !== second) parents.set(second, first);
    }
  }
  return [...Map.groupBy(edits, ({ id }) => rootOf(id)).values()];
}

/** null when no machine has written a text, labels and a status of it. */
function mergeGroup(edits: readonly Edit[]): MergedMemory | null {
  const texts = headsOf(edits, ({ text }) => text);
  const labels = headsOf(edits, (edit) => edit.labels);
  const [text] = texts;
  const [label] = labels;
  const [state] = headsOf(edits, ({ status }) => status);
  const ids = [...new Set(edits.map(({ id }) => id))].toSorted(compare);
  const [id] = ids;
  if (!text || !label || !state || id === undefined) return null;
  const isSame = (other: { title: string; body: string }) =>
    other.title === text.title && other.body === text.body;
  return {
    ids,
    memory: {
      id,
      title: text.title,
      body: text.body,
      // Who said the same words oneself is not repeating somebody else's.
      who: texts.some((other) => isSame(other) && other.who === "user") ? "user" : text.who,
      session: text.session,
      created: Math.min(...edits.map(({ created }) => created)),
      updated: text.updated,
      category: label.category,
      tags: [...new Set(labels.flatMap(({ tags }) => tags))].toSorted(compare),
      confidence: label.confidence,
      status: state.status,
      supersedes: state.supersedes.filter((other) => !ids.includes(other)),
    },
    machine: text.machine,
    lost: lostTexts(edits, texts.slice(1)).filter((other) => !isSame(other)),
    machines: [...new Set(edits.map(({ machine }) => machine))].toSorted(compare),
    seen: newestCounters(edits),
  };
}

/** The parts that no other part replaced, the newest first. */
function headsOf<T extends Part>(
  edits: readonly Edit[],
  partOf: (edit: Edit) => T | null,
): (T & Pick<Edit, "id" | "machine">)[] {
  const parts = edits.flatMap((edit) => {
    const part = partOf(edit);
    return part ? [{ ...part, id: edit.id, machine: edit.machine }] : [];
  });
  const heads = parts.filter(
    (part) => !parts.some(({ seen }) => (seen[keyOfEdit(part)] ?? 0) >= part.counter),
  );
  return (heads.length > 0 ? heads : parts).toSorted(newestFirst);
}

function lostTexts(edits: readonly Edit[], concurrent: readonly LostText[]): LostText[] {
  const all = [...concurrent, ...edits.flatMap(({ text }) => text?.lost ?? [])].toSorted(newestFirst);
  const byVersion = new Map(all.map((text) => [`${text.counter} ${text.machine}`, text]));
  return [...byVersion.values()]
    .slice(0, MAX_LOST)
    .map(({ counter, machine, title, body }) => ({ counter, machine, title, body }));
}

function newestCounters(edits: readonly Edit[]): Seen {
  const seen: Record<string, number> = {};
  for (const edit of edits) {
    const key = keyOfEdit(edit);
    for (const part of [edit.text, edit.labels, edit.status])
      if (part) seen[key] = Math.max(seen[key] ?? 0, part.counter);
  }
  return seen;
}

function newestFirst(a: { counter: number; machine: string }, b: { counter: number; machine: string }) {
  return b.counter - a.counter || compare(b.machine, a.machine);
}

function compare(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}

type Wanted = Omit<Memory, "id">;

/**
 * This machine's edit after a change to `wanted`; null if nothing changed. `merged`: the memory before the change; `own`: what this machine
 * said about it so far.
 */
export function editMemory(
  { id, machine, counter }: { id: string; machine: string; counter: number },
  merged: MergedMemory | null,
  own: Edit | null,
  wanted: Wanted,
): Edit | null {
  const before = merged?.memory;
  const part = { counter, seen: merged?.seen ?? {} };
  const isSameText =
    before?.title === wanted.title && before.body === wanted.body && before.who === wanted.who;
  const isSameLabels =
    before?.category === wanted.category &&
    before.confidence === wanted.confidence &&
    isSameSet(before.tags, wanted.tags);
  const isSameStatus = before?.status === wanted.status && isSameSet(before.supersedes, wanted.supersedes);
  if (isSameText && isSameLabels && isSameStatus) return null;
  const { title, body, who, session, updated, category, tags, confidence, status, supersedes } = wanted;
  return {
    id,
    machine,
    deleted: false,
    created: before?.created ?? wanted.created,
    joined: own?.joined ?? [],
    text: isSameText
      ? (own?.text ?? null)
      : { ...part, title, body, who, session, updated, lost: lostAt(merged) },
    labels: isSameLabels ? (own?.labels ?? null) : { ...part, category, tags, confidence },
    status: isSameStatus ? (own?.status ?? null) : { ...part, status, supersedes },
  };
}

/** Also keeps the text that is replaced while others lost against it: who reads the list sees all of them. */
function lostAt(merged: MergedMemory | null): LostText[] {
  return merged?.lost ?? [];
}

/** Tells that the memories of a merge are one from now on; null if this machine has said so. */
export function joinMemories({ ids, memory }: MergedMemory, machine: string, own: Edit | null): Edit | null {
  const others = ids.filter((id) => id !== memory.id && !own?.joined.includes(id));
  if (others.length === 0) return null;
  const { id, created } = memory;
  const none = { id, machine, deleted: false, created, text: null, labels: null, status: null, joined: [] };
  const edit = own ?? none;
  return { ...edit, joined: [...edit.joined, ...others].toSorted(compare) };
}

function isSameSet(a: readonly string[], b: readonly string[]): boolean {
  return a.length === b.length && a.every((one) => b.includes(one));
}
