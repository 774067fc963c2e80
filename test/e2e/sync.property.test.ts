// Whatever three machines do in whatever order, with syncs killed anywhere and clocks days apart: in the end all have the same memories, no text
// that was acknowledged is lost unless somebody who had read it replaced it, and nothing that was forgotten returns.
import { afterEach, expect, setSystemTime, test } from "bun:test";
import fc from "fast-check";
import { databasePath } from "../../src/config/environment.ts";
import { openStore } from "../../src/store/open.ts";
import { openMachineKey } from "../../src/sync/key-file.ts";
import { listConfirmed, listMachines } from "../../src/sync/machines.ts";
import { mergeProject } from "../../src/sync/sync-context.ts";
import { EXECUTABLE } from "../helpers/holdfast.ts";
import {
  joinMachines,
  type ListedMemory,
  makeRemote,
  makeTestMachine,
  type TestMachine,
} from "../helpers/machines.ts";
import { runCli } from "../helpers/run-cli.ts";

const DAY = 24 * 3_600_000;
const CLOCKS = [0, 3 * DAY, -5 * DAY];
const PROJECT = "github.com/acme/shop";
const TEXTS = ["Use pnpm", "Deploy on Mondays", "Answer briefly"];

type Step =
  | { do: "save"; on: number; text: number; personal: boolean }
  | { do: "edit" | "tag" | "retire" | "forget"; on: number; which: number }
  | { do: "sync"; on: number }
  | { do: "killed sync" | "killed forget"; on: number; which: number; afterMs: number };

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
        do: fc.constantFrom("killed sync" as const, "killed forget" as const),
        on: machine,
        which: fc.nat(9),
        afterMs: fc.nat(400),
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
  readonly machines: TestMachine[] = [];
  readonly #known: Set<Text>[] = [new Set(), new Set(), new Set()];
  readonly #onRemote = new Set<Text>();
  readonly forgotten = new Set<string>();
  /** Nobody was told whether they were forgotten. */
  readonly uncertain = new Set<string>();
  readonly texts: Text[] = [];
  #names = 0;

  async run(step: Step): Promise<void> {
    const { env, project } = this.machines[step.on] as TestMachine;
    setSystemTime(new Date(Date.UTC(2026, 10, 19) + (CLOCKS[step.on] ?? 0) + this.texts.length * 60_000));
    const cli = async (...words: string[]) => {
      const ran = await runCli(env, project, ...words, "--json");
      if (ran.exitCode !== 0) throw new Error(`${words.join(" ")}: ${ran.text}`);
      return ran.json as { id: string; ids: string[]; state: string };
    };
    if (step.do === "save") {
      const title = TEXTS[step.text] ?? "";
      const personal = step.personal ? ["--personal"] : [];
      const { id } = await cli("memory", "save", title, "--category", "preference", "--force", ...personal);
      this.#say(step.on, id, title);
      return;
    }
    if (step.do === "sync") return this.sync(step.on);
    if (step.do === "killed sync") {
      await kill(this.machines[step.on] as TestMachine, step.afterMs, "sync");
      // How far it came is not known.
      return this.sync(step.on);
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
    } else if ("afterMs" in step) {
      const planned = (await runCli(env, project, "forget", "--memory", id, "--json")).json as {
        ids: string[];
      };
      for (const gone of planned.ids) this.uncertain.add(gone);
      await kill(this.machines[step.on] as TestMachine, step.afterMs / 4, "forget", "--memory", id, "--yes");
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

async function kill({ env, project }: TestMachine, afterMs: number, ...words: string[]): Promise<void> {
  const variables = { HOME: env.home, PATH: process.env.PATH };
  const child = Bun.spawn([EXECUTABLE, ...words], {
    cwd: project,
    env: variables,
    stdout: "ignore",
    stderr: "ignore",
  });
  await Bun.sleep(afterMs);
  child.kill("SIGKILL");
  await child.exited;
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

afterEach(() => {
  setSystemTime();
});

test("three machines agree, lose nothing and bring nothing back", async () => {
  await fc.assert(
    fc.asyncProperty(steps, async (all) => {
      const world = new World();
      setSystemTime();
      const url = makeRemote();
      world.machines.push(...["laptop", "desk", "phone"].map((name) => makeTestMachine(name)));
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
    }),
    { numRuns: 4 },
  );
}, 180_000);
