import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import type { Memory } from "../../../src/memory/memory.ts";
import {
  type Edit,
  editMemory,
  joinMemories,
  type MergedMemory,
  mergeEdits,
} from "../../../src/memory/merge-edits.ts";

/** The edits that one machine knows. */
class Machine {
  readonly edits = new Map<string, Edit>();
  counter = 0;

  constructor(readonly name: string) {}

  memories(): MergedMemory[] {
    return mergeEdits([...this.edits.values()]);
  }

  /** Tells what changed, like a sync that finds a changed file. */
  write(memory: Memory, before: MergedMemory | null): Edit | null {
    const version = { id: memory.id, machine: this.name, counter: this.counter + 1 };
    const edit = editMemory(version, before, this.edits.get(`${memory.id} ${this.name}`) ?? null, memory);
    if (edit) this.store(edit, ++this.counter);
    return edit;
  }

  forget({ ids, memory }: MergedMemory): void {
    this.counter++;
    for (const id of ids) {
      const { created } = memory;
      const rest = { created, text: null, labels: null, status: null, joined: [] };
      this.store({ id, machine: this.name, deleted: true, ...rest }, this.counter);
    }
  }

  join(): void {
    for (const merged of this.memories()) {
      const edit = joinMemories(
        merged,
        this.name,
        this.edits.get(`${merged.memory.id} ${this.name}`) ?? null,
      );
      if (edit) this.store(edit, ++this.counter);
    }
  }

  exchange(remote: Map<string, { edit: Edit; version: number }>): void {
    for (const { edit, version } of remote.values())
      if (edit.machine !== this.name) this.store(edit, version);
    this.join();
    for (const [key, edit] of this.edits)
      if (edit.machine === this.name) remote.set(key, { edit, version: this.counter });
  }

  private store(edit: Edit, counter: number): void {
    this.edits.set(`${edit.id} ${edit.machine}`, edit);
    this.counter = Math.max(this.counter, counter);
  }
}

const now = Date.parse("2026-11-19T12:00:00Z");

function memory(id: string, title: string, more: Partial<Memory> = {}): Memory {
  return {
    id,
    title,
    body: title,
    category: "PREFERENCE",
    tags: [],
    created: now,
    updated: now,
    session: null,
    who: "user",
    confidence: 1,
    status: "active",
    supersedes: [],
    ...more,
  };
}

function machines(): [Machine, Machine, Map<string, { edit: Edit; version: number }>] {
  return [new Machine("a"), new Machine("b"), new Map()];
}

function settle(all: readonly Machine[], remote: Map<string, { edit: Edit; version: number }>): void {
  for (let round = 0; round < 3; round++) for (const machine of all) machine.exchange(remote);
}

const only = (machine: Machine): MergedMemory => {
  const [first, ...others] = machine.memories();
  if (!first || others.length > 0) throw new Error(`${others.length + Number(first !== undefined)} memories`);
  return first;
};

describe("memories of two machines", () => {
  test("that say the same become one, with the tags of both", () => {
    const [a, b, remote] = machines();
    a.write(memory("m2", "Use pnpm", { tags: ["tools"] }), null);
    b.write(memory("m1", "Use pnpm", { tags: ["npm"] }), null);
    settle([a, b], remote);
    expect(only(a)).toMatchObject({
      ids: ["m1", "m2"],
      memory: { id: "m1", tags: ["npm", "tools"] },
      lost: [],
    });
    expect(b.memories()).toEqual(a.memories());
  });

  test("stay one when the text of one is edited later", () => {
    const [a, b, remote] = machines();
    a.write(memory("m2", "Use pnpm"), null);
    b.write(memory("m1", "Use pnpm"), null);
    settle([a, b], remote);
    a.write({ ...only(a).memory, title: "Use pnpm 10" }, only(a));
    settle([a, b], remote);
    expect(only(b).memory).toMatchObject({ id: "m1", title: "Use pnpm 10" });
  });

  test("stay two if one of them is retired", () => {
    const [a, b, remote] = machines();
    a.write(memory("m2", "Use pnpm", { status: "retired" }), null);
    b.write(memory("m1", "Use pnpm"), null);
    settle([a, b], remote);
    expect(a.memories().map((one) => one.memory.status)).toEqual(["active", "retired"]);
  });
});

describe("of two edits at the same time", () => {
  test("one text is used, the other stays in the list, also after the next edit", () => {
    const [a, b, remote] = machines();
    a.write(memory("m1", "Use npm"), null);
    settle([a, b], remote);
    a.write({ ...only(a).memory, title: "Use pnpm" }, only(a));
    b.write({ ...only(b).memory, title: "Use yarn" }, only(b));
    settle([a, b], remote);
    expect(only(a)).toMatchObject({
      memory: { title: "Use yarn" },
      lost: [{ title: "Use pnpm", machine: "a" }],
    });
    a.write({ ...only(a).memory, title: "Use bun" }, only(a));
    settle([a, b], remote);
    expect(only(b)).toMatchObject({ memory: { title: "Use bun" }, lost: [{ title: "Use pnpm" }] });
  });

  test("each takes effect if one changed the text, one the tags and one the status", () => {
    const [a, b, remote] = machines();
    const c = new Machine("c");
    a.write(memory("m1", "Use npm"), null);
    settle([a, b, c], remote);
    a.write({ ...only(a).memory, title: "Use pnpm" }, only(a));
    b.write({ ...only(b).memory, tags: ["tools"] }, only(b));
    c.write({ ...only(c).memory, status: "retired" }, only(c));
    settle([a, b, c], remote);
    expect(only(b).memory).toMatchObject({ title: "Use pnpm", tags: ["tools"], status: "retired" });
    expect(only(b).lost).toEqual([]);
  });

  test("a removed tag stays removed, because who removed it knew it", () => {
    const [a, b, remote] = machines();
    a.write(memory("m1", "Use npm", { tags: ["tools", "node"] }), null);
    settle([a, b], remote);
    b.write({ ...only(b).memory, tags: ["node"] }, only(b));
    settle([a, b], remote);
    expect(only(a).memory.tags).toEqual(["node"]);
  });
});

test("what one machine deleted is gone, whatever the other wrote meanwhile; the same text saved again is a new memory", () => {
  const [a, b, remote] = machines();
  a.write(memory("m1", "Use npm"), null);
  settle([a, b], remote);
  a.forget(only(a));
  b.write({ ...only(b).memory, title: "Use pnpm" }, only(b));
  settle([a, b], remote);
  expect([a.memories(), b.memories()]).toEqual([[], []]);
  b.write(memory("m2", "Use npm"), null);
  settle([a, b], remote);
  expect(only(a).memory.id).toBe("m2");
});

const TEXTS = ["Use npm", "Use pnpm", "Use yarn"];

type Step =
  | { do: "save" | "edit"; on: number; which: number; text: number | null }
  | { do: "retire" | "restore" | "tag" | "forget"; on: number; which: number }
  | { do: "sync"; on: number };

const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constantFrom("save" as const, "edit" as const),
      on: fc.nat(2),
      which: fc.nat(9),
      text: fc.option(fc.nat(2)),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constantFrom("retire" as const, "restore" as const, "tag" as const, "forget" as const),
      on: fc.nat(2),
      which: fc.nat(9),
    }),
  },
  { weight: 3, arbitrary: fc.record({ do: fc.constant("sync" as const), on: fc.nat(2) }) },
);

test("whatever three machines do in whatever order, they agree, lose no text, and nothing deleted returns", () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 40 }), fc.infiniteStream(fc.nat()), (steps, random) => {
      const all = ["a", "b", "c"].map((name) => new Machine(name));
      const remote = new Map<string, { edit: Edit; version: number }>();
      /** Texts by the id that they were written to; without those that somebody replaced while they were shown. */
      const written: { id: string; text: string }[] = [];
      let ids = 0;
      for (const one of steps) {
        const machine = all[one.on];
        if (!machine) throw new Error("no machine");
        if (one.do === "sync") {
          machine.exchange(remote);
          continue;
        }
        const known = machine.memories();
        if (one.do === "save") {
          const id = `m${(random.next().value ?? 0) % 7}-${ids++}`;
          const title = one.text === null ? `text ${ids}` : (TEXTS[one.text] ?? "");
          machine.write(memory(id, title), null);
          written.push({ id, text: title });
          continue;
        }
        const before = known[one.which % Math.max(1, known.length)];
        if (!before) continue;
        const { memory: shown } = before;
        if (one.do === "forget") machine.forget(before);
        if (one.do === "retire") machine.write({ ...shown, status: "retired" }, before);
        if (one.do === "restore") machine.write({ ...shown, status: "active" }, before);
        if (one.do === "tag") machine.write({ ...shown, tags: [...shown.tags, `t${ids++}`] }, before);
        if (one.do === "edit") {
          const title = one.text === null ? `text ${ids++}` : (TEXTS[one.text] ?? "");
          if (!machine.write({ ...shown, title, body: title }, before)) continue;
          const replaced = written.filter(
            (text) => text.text === shown.title && before.ids.includes(text.id),
          );
          for (const text of replaced) written.splice(written.indexOf(text), 1);
          written.push({ id: shown.id, text: title });
        }
      }
      settle(all, remote);
      const [a] = all;
      const edits = [...(a?.edits.values() ?? [])];
      const merged = mergeEdits(edits);
      for (const machine of all) expect(machine.memories()).toEqual(merged);
      expect(mergeEdits([...edits.toReversed(), ...edits])).toEqual(merged);
      const deleted = new Set(edits.filter((edit) => edit.deleted).map(({ id }) => id));
      expect(merged.flatMap((one) => one.ids).filter((id) => deleted.has(id))).toEqual([]);
      for (const { id, text } of written.filter((one) => !deleted.has(one.id))) {
        const one = merged.find((each) => each.ids.includes(id));
        expect([one?.memory.title, ...(one?.lost ?? []).map(({ title }) => title)]).toContain(text);
      }
    }),
    { numRuns: 500 },
  );
});
