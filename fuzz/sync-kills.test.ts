// Each command that changes what travels is killed before each of its steps, with each backend. Afterwards two machines agree on what was before it
// or on what would have been after it; of a sync, which can be repeated, always on the latter.
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { cpSync, rmSync } from "node:fs";
import { killAtStep } from "../test/helpers/killed-command.ts";
import {
  joinMachines,
  type ListedMemory,
  makeRemote,
  makeTestMachine,
  type TestMachine,
} from "../test/helpers/machines.ts";
import { startPostgres, type TestPostgres } from "../test/helpers/postgres.ts";
import { makeTempFolder } from "../test/helpers/temp.ts";

let server: TestPostgres;
beforeAll(async () => {
  server = await startPostgres();
});
afterAll(() => server.stop());

interface Remote {
  url: string;
  save(): Promise<void>;
  restore(): Promise<void>;
}

function makeGitRemote(): Promise<Remote> {
  const url = makeRemote();
  const kept = new KeptFolders([decodeURI(url.slice("file://".length))]);
  return Promise.resolve({ url, save: async () => kept.save(), restore: async () => kept.restore() });
}

const TABLES = ["machines", "rows", "counters"];

async function makeTeamRemote(): Promise<Remote> {
  const database = await server.createDatabase();
  const admin = makeTestMachine("admin");
  await admin.run("sync", "admin", "init", server.url(database));
  await admin.run("sync", "admin", "add", "ann", server.url(database));
  const sql = server.sql(database);
  return {
    url: server.url(database, "ann"),
    async save() {
      for (const table of TABLES)
        await sql.unsafe(`CREATE TABLE kept_${table} AS SELECT * FROM holdfast.${table}`);
    },
    async restore() {
      const inserts = TABLES.map(
        (table) => `INSERT INTO holdfast.${table} SELECT * FROM kept_${table};`,
      ).join("");
      const names = TABLES.map((table) => `holdfast.${table}`).join();
      await sql.unsafe(
        `BEGIN; SET LOCAL session_replication_role = replica; TRUNCATE ${names}; ${inserts} COMMIT;`,
      );
    },
  };
}

/** Put back at the same place, because databases name it. */
class KeptFolders {
  readonly #folders: readonly string[];
  readonly #copies = makeTempFolder("kept");

  constructor(folders: readonly string[]) {
    this.#folders = folders;
  }

  save(): void {
    for (const [n, folder] of this.#folders.entries())
      cpSync(folder, `${this.#copies}/${n}`, { recursive: true });
  }

  restore(): void {
    for (const [n, folder] of this.#folders.entries()) {
      rmSync(folder, { recursive: true });
      cpSync(`${this.#copies}/${n}`, folder, { recursive: true });
    }
  }
}

async function syncAll(machines: readonly TestMachine[]): Promise<void> {
  for (const machine of [...machines, ...machines]) {
    const { exitCode, text } = await machine.sync();
    if (exitCode !== 0) throw new Error(text);
  }
}

async function listAll({ run }: TestMachine): Promise<string[]> {
  const { json } = await run("memory", "list", "--status", "any", "--json");
  const memories = (json as (ListedMemory & { tags: string[] })[]).filter(
    ({ status }) => status !== "duplicate",
  );
  return memories
    .map(({ title, tags, status, who, origin }) => JSON.stringify([title, tags, status, who, origin]))
    .toSorted();
}

const COMMANDS: [string, (id: string) => string[]][] = [
  ["sync", () => ["sync"]],
  ["save", () => ["memory", "save", "Deploy on Mondays", "--category", "preference"]],
  ["edit", (id) => ["memory", "edit", id, "--title", "Use bun", "--body", ""]],
  ["retire", (id) => ["memory", "retire", id]],
  ["forget", (id) => ["forget", "--memory", id, "--yes"]],
];

describe.each([
  ["git", makeGitRemote],
  ["PostgreSQL", makeTeamRemote],
])("with %s", (_, makeIt) => {
  test.each(COMMANDS)(
    "%s can be killed at every step",
    async (_name, wordsFor) => {
      const remote = await makeIt();
      const laptop = makeTestMachine("laptop");
      const desk = makeTestMachine("desk");
      await joinMachines(remote.url, [laptop, desk]);
      const id = await laptop.save("Use pnpm");
      const shared = await laptop.save("Answer briefly");
      await syncAll([laptop, desk]);
      // Each has something new for the other, and both changed the same one.
      await laptop.run("memory", "edit", shared, "--title", "Answer in short");
      await desk.run("memory", "edit", shared, "--tags", "style");
      await desk.save("Name tests as sentences");
      await desk.sync();
      const kept = new KeptFolders([laptop, desk].flatMap(({ env, project }) => [env.home, project]));
      kept.save();
      await remote.save();
      const words = wordsFor(id);
      const outcomeAfter = async (act: () => Promise<unknown>) => {
        kept.restore();
        await remote.restore();
        await act();
        await syncAll([laptop, desk]);
        const lists = await Promise.all([laptop, desk].map(listAll));
        expect(lists[1]).toEqual(lists[0] as string[]);
        return JSON.stringify(lists[0]);
      };
      const done = await outcomeAfter(() => laptop.run(...words));
      const undone = await outcomeAfter(async () => {});
      let isKilled = true;
      let steps = 0;
      for (; isKilled; steps++) {
        const outcome = await outcomeAfter(async () => {
          isKilled = await killAtStep(laptop, steps, words);
        });
        expect([steps, outcome === done || (isKilled && outcome === undone)]).toEqual([steps, true]);
      }
      expect(steps).toBeGreaterThan(5);
      console.log(`${words.slice(0, 2).join(" ")}: ${steps - 1} steps`);
    },
    1_200_000,
  );
});
