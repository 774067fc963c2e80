// What every backend must do, whatever it stores the rows in.
import { describe, expect, test } from "bun:test";
import type { Backend, Batch } from "../../src/sync/backend.ts";
import { type MachineKey, machineKey } from "../../src/sync/machine-key.ts";
import { type Row, signRow } from "../../src/sync/row.ts";

/** `connect`: as another machine of the same person, each time. */
export interface TestRemote {
  connect(): Promise<Backend>;
}

export const PROJECT = "github.com/acme/shop";

export function testMachine(n: number): MachineKey {
  return machineKey(new Uint8Array(32).fill(n));
}

export function testRow(machine: MachineKey, id: string, version: number, more: Partial<Row> = {}): Row {
  const row = {
    kind: "memory" as const,
    id,
    project: PROJECT,
    version,
    deleted: false,
    payload: `{"v":${version}}`,
  };
  return signRow({ ...row, ...more }, machine);
}

export function deletedRow(machine: MachineKey, id: string, version: number): Row {
  return testRow(machine, id, version, { deleted: true, payload: "", project: "" });
}

export async function pullAll(backend: Backend, since: string | null = null): Promise<Batch> {
  const all: Batch = { rows: [], cursor: since ?? "", isRestarted: false, ignored: 0 };
  for await (const batch of backend.pull(since, [PROJECT])) {
    all.rows.push(...batch.rows);
    all.cursor = batch.cursor;
    all.isRestarted ||= batch.isRestarted;
    all.ignored += batch.ignored;
  }
  return all;
}

const [laptop, desktop] = [testMachine(1), testMachine(2)];
const namesOf = ({ rows }: Batch) =>
  rows.map(({ id, version, deleted }) => `${id} ${version}${deleted ? " deleted" : ""}`).toSorted();

export function testBackend(name: string, createRemote: () => Promise<TestRemote>): void {
  const connect = async () => {
    const remote = await createRemote();
    return [await remote.connect(), await remote.connect()] as const;
  };

  describe(`${name} as a backend`, () => {
    test("hands out what another machine stored, with its signature, and then only what is new", async () => {
      const [a, b] = await connect();
      const row = testRow(laptop, "m1", 1, { payload: '{"title":"Grüße 🎉 \\u0000"}' });
      expect(await pullAll(b)).toMatchObject({ rows: [], isRestarted: false });
      await a.push([row]);
      const first = await pullAll(b);
      expect(first.rows).toMatchObject([row]);
      expect(first).toMatchObject({ isRestarted: false, ignored: 0 });
      expect(await pullAll(b, first.cursor)).toMatchObject({ rows: [], isRestarted: false });
      await a.push([testRow(laptop, "m2", 2)]);
      expect(namesOf(await pullAll(b, first.cursor))).toEqual(["m2 2"]);
    });

    test("keeps the newest version of each machine's row", async () => {
      const [a, b] = await connect();
      await a.push([testRow(laptop, "m1", 3)]);
      await a.push([testRow(laptop, "m1", 2)]);
      await b.push([testRow(desktop, "m1", 1)]);
      expect(namesOf(await pullAll(b))).toEqual(["m1 1", "m1 3"]);
    });

    test("takes the same rows again without a change", async () => {
      const [a, b] = await connect();
      const rows = [testRow(laptop, "m1", 1), testRow(laptop, "m2", 2)];
      await a.push(rows);
      const { cursor } = await pullAll(b);
      await a.push(rows);
      expect((await pullAll(b, cursor)).rows).toEqual([]);
      expect((await pullAll(b)).rows).toHaveLength(2);
    });

    test("removes the rows of a deleted memory, and takes none again", async () => {
      const [a, b] = await connect();
      await a.push([testRow(laptop, "m1", 1), testRow(laptop, "m2", 2)]);
      const { cursor } = await pullAll(b);
      await a.push([deletedRow(laptop, "m1", 3)]);
      expect(namesOf(await pullAll(b, cursor))).toEqual(["m1 3 deleted"]);
      await a.push([testRow(laptop, "m1", 4)]);
      expect(namesOf(await pullAll(b))).toEqual(["m1 3 deleted", "m2 2"]);
    });

    test("has the rows of machines that push at the same time", async () => {
      const [a, b] = await connect();
      const rowsOf = (machine: MachineKey, name: string) =>
        Array.from({ length: 20 }, (_, n) => testRow(machine, `${name}${n}`, n + 1));
      await Promise.all([a.push(rowsOf(laptop, "a")), b.push(rowsOf(desktop, "b"))]);
      expect((await pullAll(a)).rows).toHaveLength(40);
    });
  });
}
