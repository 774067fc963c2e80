// Whatever three machines do in whatever order, with commands killed at any step and clocks days apart: in the end all have the same memories, no text
// that was acknowledged is lost unless somebody who had read it replaced it, and nothing that was forgotten returns.
import { afterAll, afterEach, beforeAll, describe, expect, setSystemTime, test } from "bun:test";
import fc from "fast-check";
import { databasePath } from "../../src/config/environment.ts";
import { openStore } from "../../src/store/open.ts";
import { openMachineKey } from "../../src/sync/key-file.ts";
import { listConfirmed, listMachines } from "../../src/sync/machines.ts";
import { mergeProject } from "../../src/sync/sync-context.ts";
import { killAtStep } from "../helpers/killed-command.ts";
import {
  joinMachines,
  type ListedMemory,
  makeRemote,
  makeTestMachine,
  type TestMachine,
} from "../helpers/machines.ts";
import { startPostgres, type TestPostgres } from "../helpers/postgres.ts";
import { runCli } from "../helpers/run-cli.ts";
import { runs } from "../helpers/runs.ts";

const DAY = 24 * 3_600_000;
const CLOCKS = [0, 3 * DAY, -5 * DAY];
const PROJECT = "github.com/acme/shop";
const MAX_SAVE_STEPS = 20;
const MAX_FORGET_STEPS = 30;
const TEXTS = ["Use pnpm", "Deploy on Mondays", "Answer briefly"];

type Step =
  | { do: "save"; on: number; text: number; personal: boolean }
  | { do: "edit" | "tag" | "retire" | "forget"; on: number; which: number }
  | { do: "sync"; on: number }
  | { do: "killed sync" | "killed save" | "killed forget"; on: number; which: number; at: number };

/** Of a sync with news, at most. */
const MAX_STEPS = 120;
const machine = fc.nat(2);
const steps: fc.Arbitrary<Step[]> = fc.array(
  fc.oneof(
    {
      weight: 4,
      arbitrary: fc.record({
        do: fc.constant("save" as const),
        on: machine,
        text: fc.nat(2),
        personal: fc.boolean(),
      }),
    },
    {
      weight: 5,
      arbitrary: fc.record({
        do: fc.constantFrom("edit" as const, "edit" as const, "tag" as const, "retire" as const),
        on: machine,
        which: fc.nat(9),
      }),
    },
    {
      weight: 1,
      arbitrary: fc.record({ do: fc.constant("forget" as const), on: machine, which: fc.nat(9) }),
    },
    { weight: 6, arbitrary: fc.record({ do: fc.constant("sync" as const), on: machine }) },
    {
      weight: 3,
      arbitrary: fc.record({
        do: fc.constantFrom("killed sync" as const, "killed save" as const, "killed forget" as const),
        on: machine,
        which: fc.nat(9),
        at: fc.nat(MAX_STEPS),
      }),
    },
  ),
  { minLength: 12, maxLength: 28 },
);

/** A text that somebody was told is saved. */
interface Text {
  id: string;
  title: string;
  /** What the machine knew of then. */
  seen: ReadonlySet<Text>;
}

class World {
  readonly machines = ["laptop", "desk", "phone"].map((name) => makeTestMachine(name));
  readonly hasPersonal: boolean;
  readonly #known: Set<Text>[] = [new Set(), new Set(), new Set()];
  readonly #onRemote = new Set<Text>();
  readonly forgotten = new Set<string>();
  /** Nobody was told whether they were forgotten. */
  readonly uncertain = new Set<string>();
  readonly texts: Text[] = [];
  #names = 0;

  constructor(isTeam: boolean) {
    // What is about the person never goes to a team.
    this.hasPersonal = !isTeam;
  }

  async run(step: Step): Promise<void> {
    const on = this.machines[step.on] as TestMachine;
    const { env, project } = on;
    const now = Date.UTC(2026, 10, 19) + (CLOCKS[step.on] ?? 0) + this.texts.length * 60_000;
    setSystemTime(new Date(now));
    const kill = (at: number, ...words: string[]) => killAtStep(on, at, words, now - realNow());
    const cli = async (...words: string[]) => {
      const ran = await runCli(env, project, ...words, "--json");
      if (ran.exitCode !== 0) throw new Error(`${words.join(" ")}: ${ran.text}`);
      return ran.json as { id: string; ids: string[]; state: string };
    };
    if (step.do === "save") {
      const title = TEXTS[step.text] ?? "";
      const personal = step.personal && this.hasPersonal ? ["--personal"] : [];
      const { id } = await cli("memory", "save", title, "--category", "preference", "--force", ...personal);
      this.#say(step.on, id, title);
      return;
    }
    if (step.do === "sync") return this.sync(step.on);
    if (step.do === "killed sync") {
      await kill(step.at, "sync");
      // How far it came is not known.
      return this.sync(step.on);
    }
    if (step.do === "killed save") {
      // Nobody was told that it is saved.
      await kill(
        step.at % MAX_SAVE_STEPS,
        "memory",
        "save",
        `Text ${++this.#names}`,
        "--category",
        "preference",
      );
      return;
    }
    const memories = (await runCli(env, project, "memory", "list", "--json")).json as ListedMemory[];
    const memory = memories[step.which % Math.max(1, memories.length)];
    if (memory === undefined) return;
    const { id } = memory;
    if (step.do === "edit") {
      const title = `Text ${++this.#names}`;
      await cli("memory", "edit", id, "--title", title, "--body", "");
      this.#say(step.on, id, title);
    } else if (step.do === "tag") await cli("memory", "edit", id, "--tags", `t${step.which}`);
    else if (step.do === "retire") await cli("memory", "retire", id);
    else if (step.do === "forget") {
      const { ids } = await cli("forget", "--memory", id, "--yes");
      for (const gone of ids) this.forgotten.add(gone);
    } else if ("at" in step) {
      const planned = (await runCli(env, project, "forget", "--memory", id, "--json")).json as {
        ids: string[];
      };
      for (const gone of planned.ids) this.uncertain.add(gone);
      await kill(step.at % MAX_FORGET_STEPS, "forget", "--memory", id, "--yes");
    }
  }

  async sync(on: number): Promise<void> {
    const { env, project } = this.machines[on] as TestMachine;
    const { exitCode, text } = await runCli(env, project, "sync");
    if (exitCode !== 0) throw new Error(text);
    const known = this.#known[on] ?? new Set();
    for (const one of this.#onRemote) known.add(one);
    for (const one of known) this.#onRemote.add(one);
  }

  #say(on: number, id: string, title: string): void {
    const known = this.#known[on] ?? new Set();
    const text = { id, title, seen: new Set(known) };
    known.add(text);
    this.texts.push(text);
  }
}

async function memoriesOf({ env }: TestMachine) {
  const store = await openStore(databasePath(env));
  try {
    const key = openMachineKey(env);
    const sync = {
      env,
      store,
      key,
      machines: listMachines(store, key),
      confirmed: listConfirmed(store, key),
    };
    return ["", PROJECT].flatMap((name) => mergeProject(sync, name).own);
  } finally {
    store.close();
  }
}

const shown = async ({ env, project }: TestMachine) => {
  const { json } = await runCli(env, project, "memory", "list", "--status", "any", "--json");
  return (
    (json as (ListedMemory & { tags: string[] })[])
      // A work tree keeps its file.
      .filter(({ status }) => status !== "duplicate")
      .map(({ id, title, tags, status, who, origin }) =>
        JSON.stringify([id, title, tags, status, who, origin]),
      )
      .toSorted()
  );
};

/** Whatever `setSystemTime` says. */
function realNow(): number {
  return performance.timeOrigin + performance.now();
}

afterEach(() => {
  setSystemTime();
});

async function expectAgreement(url: string, isTeam: boolean, all: readonly Step[]): Promise<void> {
  setSystemTime();
  const world = new World(isTeam);
  await joinMachines(url, world.machines);
  for (const step of all) await world.run(step);
  for (let round = 0; round < 3; round++) for (const on of [0, 1, 2]) await world.sync(on);
  const [first = [], ...others] = await Promise.all(world.machines.map(memoriesOf));
  for (const other of others) expect(other).toEqual(first);
  const [list, ...lists] = await Promise.all(world.machines.map(shown));
  for (const other of lists) expect(other).toEqual(list as string[]);

  for (const { ids } of first) for (const id of ids) expect(world.forgotten.has(id)).toBe(false);
  const removed = (id: string) => world.forgotten.has(id) || world.uncertain.has(id);
  for (const { ids, memory, lost } of first) {
    if (ids.some((id) => world.uncertain.has(id))) continue;
    const said = world.texts.filter(({ id }) => ids.includes(id));
    const newest = said.filter((text) => !said.some(({ seen }) => seen.has(text)));
    const titles = [memory.title, ...lost.map(({ title }) => title)];
    for (const { title } of newest) expect(titles).toContain(title);
  }
  const present = new Set(first.flatMap(({ ids }) => ids));
  for (const { id } of world.texts) expect([id, present.has(id) || removed(id)]).toEqual([id, true]);
}

describe("three machines agree, lose nothing and bring nothing back", () => {
  let server: TestPostgres;
  beforeAll(async () => {
    server = await startPostgres();
  });
  afterAll(() => server.stop());

  test("with a git remote", async () => {
    const property = fc.asyncProperty(steps, (all) => expectAgreement(makeRemote(), false, all));
    await fc.assert(property, { numRuns: runs(40) });
  }, 600_000);

  test("with PostgreSQL", async () => {
    const property = fc.asyncProperty(steps, async (all) => {
      const database = await server.createDatabase();
      const [admin] = [makeTestMachine("admin")];
      await admin.run("sync", "admin", "init", server.url(database));
      await admin.run("sync", "admin", "add", "ann", server.url(database));
      await expectAgreement(server.url(database, "ann"), true, all);
    });
    await fc.assert(property, { numRuns: runs(20) });
  }, 600_000);
});
