import { Database } from "bun:sqlite";
import { beforeEach, describe, expect, test } from "bun:test";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import {
  git,
  joinMachines,
  type ListedMemory,
  makeRemote,
  makeTestMachine,
  type TestMachine,
} from "../../helpers/machines.ts";
import { runCli } from "../../helpers/run-cli.ts";

let url: string;
let laptop: TestMachine;
let desk: TestMachine;
beforeEach(async () => {
  url = makeRemote();
  laptop = makeTestMachine("laptop");
  desk = makeTestMachine("desk");
  await joinMachines(url, [laptop, desk]);
});

const list = async ({ run }: TestMachine, ...words: string[]) =>
  (await run("memory", "list", "--json", ...words)).json as ListedMemory[];

function queryMemory({ env }: TestMachine, sql: string): unknown[] {
  const store = new Database(`${env.holdfastHome}/holdfast-memory.db`, { readonly: true });
  try {
    return store.query(sql).all();
  } finally {
    store.close();
  }
}

/** All files of the newest commit. */
function remoteText(remote: string): string {
  const dir = decodeURI(remote.slice("file://".length));
  return git(dir, "archive", "holdfast/rows");
}

async function exchange(...machines: TestMachine[]): Promise<void> {
  for (const machine of [...machines, ...machines]) {
    const { exitCode, text } = await machine.sync();
    if (exitCode !== 0) throw new Error(text);
  }
}

describe("a sync", () => {
  test("brings a personal memory and one of the project to the other machine, as the user's, and below our own folder", async () => {
    await laptop.save("Answer briefly", "--personal");
    const id = await laptop.save("Use pnpm");
    await exchange(laptop, desk);
    expect(await list(desk)).toMatchObject([
      { title: "Use pnpm", id, origin: "here", who: "user", personal: false, machine: "laptop" },
      { title: "Answer briefly", origin: "here", who: "user", personal: true },
    ]);
    for (const { file } of await list(desk)) expect(file).toStartWith(desk.env.holdfastHome);
    expect(existsSync(`${desk.project}/.claude`)).toBe(false);
  });

  test("brings a change back, and does nothing when nothing changed", async () => {
    const id = await laptop.save("Use npm", "--personal");
    await exchange(laptop, desk);
    await desk.run("memory", "edit", id, "--title", "Use pnpm", "--tags", "tools");
    await exchange(desk, laptop);
    expect(await list(laptop)).toMatchObject([{ id, title: "Use pnpm", tags: ["tools"] }]);
    expect((await laptop.run("sync", "--json")).json).toMatchObject({
      state: "done",
      changed: 0,
      pulled: 0,
      pushed: 0,
      written: 0,
    });
  });

  test("of two changes at the same time keeps the text of one and shows the other", async () => {
    const id = await laptop.save("Use npm", "--personal");
    await exchange(laptop, desk);
    await laptop.run("memory", "edit", id, "--title", "Use pnpm", "--tags", "one");
    await desk.run("memory", "edit", id, "--title", "Use yarn", "--tags", "two");
    await exchange(laptop, desk);
    const [here] = await list(laptop);
    expect(await list(desk)).toMatchObject([{ id, title: here?.title as string, tags: ["one", "two"] }]);
    const { text } = await desk.run("memory", "show", id);
    expect(["Use pnpm", "Use yarn"].every((title) => text.includes(title))).toBe(true);
  });

  test("joins what both machines saved", async () => {
    await laptop.save("Use pnpm", "--personal", "--tags", "a");
    await desk.save("Use pnpm", "--personal", "--tags", "b");
    await exchange(laptop, desk);
    const [one, ...others] = await list(laptop);
    expect(others).toEqual([]);
    expect(await list(desk)).toMatchObject([{ id: one?.id as string, tags: ["a", "b"] }]);
    await desk.run("memory", "edit", one?.id ?? "", "--title", "Use pnpm 10");
    await exchange(desk, laptop);
    expect(await laptop.titles()).toEqual(["Use pnpm 10"]);
  });

  test("leaves out what the project's git has", async () => {
    await laptop.save("Use pnpm");
    Bun.spawnSync(["git", "add", ".claude"], { cwd: laptop.project });
    await exchange(laptop, desk);
    expect(await desk.titles()).toEqual([]);
  });

  test("takes no file that was changed by hand until somebody vouched for it, and does not overwrite it", async () => {
    const id = await laptop.save("Use npm", "--personal");
    await exchange(laptop, desk);
    const [memory] = await list(desk);
    const file = memory?.file ?? "";
    writeFileSync(file, readFileSync(file, "utf8").replace("Use npm", "Use bun"));
    await laptop.run("memory", "edit", id, "--title", "Use pnpm");
    await exchange(laptop, desk);
    expect(await laptop.titles()).toEqual(["Use pnpm"]);
    expect((await desk.sync()).text).toContain("1 file changed by hand");
    expect(readFileSync(file, "utf8")).toContain("Use bun");
    await desk.run("memory", "vouch", id);
    await exchange(desk, laptop);
    expect(await laptop.titles()).toEqual(await desk.titles());
  });

  test("writes a memory again whose file is gone: absence is never a deletion", async () => {
    await laptop.save("Use pnpm", "--personal");
    await exchange(laptop, desk);
    const [memory] = await list(desk);
    Bun.spawnSync(["rm", memory?.file ?? ""]);
    await laptop.save("Another", "--personal");
    await exchange(laptop, desk);
    expect(await laptop.titles()).toEqual(["Another", "Use pnpm"]);
    expect(await desk.titles()).toEqual(["Another", "Use pnpm"]);
  });
});

describe("what was forgotten", () => {
  test("is gone on all machines, from the remote's rows, and stays gone", async () => {
    const id = await laptop.save("The staging password rotates on Mondays", "--personal");
    await exchange(laptop, desk);
    await desk.run("memory", "edit", id, "--tags", "late");
    const { text } = await laptop.run("forget", "--memory", id, "--yes");
    expect(text).toContain("The git history of the remote keeps its text");
    await exchange(laptop, desk, laptop);
    for (const machine of [laptop, desk]) {
      expect(await machine.titles()).toEqual([]);
      expect(
        queryMemory(machine, "SELECT id, deleted, payload FROM sync_rows WHERE kind = 'memory'"),
      ).toEqual([{ id, deleted: 1, payload: "" }]);
    }
    expect(remoteText(url)).not.toContain("staging password");
    const again = await laptop.save("The staging password rotates on Mondays", "--personal");
    expect(again).not.toBe(id);
    await exchange(laptop, desk);
    expect(await desk.titles()).toEqual(["The staging password rotates on Mondays"]);
  });

  test("by its text is gone, too, also as a text that lost", async () => {
    const id = await laptop.save("Use npm", "--personal");
    await exchange(laptop, desk);
    await laptop.run("memory", "edit", id, "--title", "Call it nightjar");
    await desk.run("memory", "edit", id, "--title", "Call it heron");
    await exchange(laptop, desk);
    await laptop.run("forget", "--match", "nightjar", "--yes");
    await exchange(laptop, desk);
    expect(await desk.titles()).toEqual([]);
    expect(remoteText(url)).not.toContain("nightjar");
  });

  test("does not come back when the history of the remote was removed, nor does its text", async () => {
    const kept = await laptop.save("Keep this", "--personal");
    const id = await laptop.save("Call it nightjar", "--personal");
    await exchange(laptop, desk);
    await laptop.run("forget", "--memory", id, "--yes");
    await exchange(laptop, desk);
    const dir = decodeURI(url.slice("file://".length));
    git(dir, "update-ref", "-d", "refs/heads/holdfast/rows");
    await exchange(laptop, desk);
    for (const machine of [laptop, desk]) expect(await list(machine)).toMatchObject([{ id: kept }]);
    expect(git(dir, "log", "--all", "-p", "--format=")).toInclude("Keep this");
    for (const repository of [
      dir,
      `${laptop.env.holdfastHome}/sync/remote.git`,
      `${desk.env.holdfastHome}/sync/remote.git`,
    ])
      expect(git(repository, "log", "--all", "-p", "--format=")).not.toInclude("nightjar");
  });

  test("waits for a sync by hand when it is more than 20 memories", async () => {
    const lines = Array.from({ length: 21 }, (_, n) =>
      JSON.stringify({ title: `Thing ${n}`, body: "", personal: true, id: `t${n}` }),
    );
    writeFileSync(`${laptop.project}/m.jsonl`, lines.join("\n"));
    await laptop.run("memory", "import", `${laptop.project}/m.jsonl`);
    await exchange(laptop, desk);
    expect(await desk.titles()).toHaveLength(21);
    for (let n = 0; n < 21; n++) await laptop.run("forget", "--memory", `t${n}`, "--yes");
    await laptop.sync();
    await runCli(desk.env, desk.project, "sync", "--quiet");
    expect(await desk.titles()).toHaveLength(21);
    expect((await desk.run("sync", "status")).text).toContain(
      "21 memories that you forgot on another machine",
    );
    await desk.sync();
    expect(await desk.titles()).toEqual([]);
  });
});

describe("a remote that was", () => {
  const emptied = (dir: string) => git(dir, "update-ref", "-d", "refs/heads/holdfast/rows");
  const rewound = (dir: string) =>
    git(
      dir,
      "update-ref",
      "refs/heads/holdfast/rows",
      git(dir, "rev-list", "--max-parents=0", "holdfast/rows").trim(),
    );
  const replaced = (dir: string) => {
    const tree = git(dir, "mktree");
    const commit = git(dir, "commit-tree", "-m", "other", tree.trim()).trim();
    git(dir, "update-ref", "refs/heads/holdfast/rows", commit);
  };
  test.each([
    ["emptied", emptied],
    ["rewound", rewound],
    ["force-pushed", replaced],
  ])("%s removes nothing, and is filled again by any machine", async (_, harm) => {
    await laptop.save("From the laptop", "--personal");
    await desk.save("From the desk", "--personal");
    await exchange(laptop, desk);
    harm(decodeURI(url.slice("file://".length)));
    await exchange(desk);
    expect(await desk.titles()).toEqual(["From the desk", "From the laptop"]);
    const phone = makeTestMachine("phone");
    await phone.run("sync", "setup", url, "--name", "phone");
    expect(queryMemory(phone, "SELECT count(*) AS n FROM sync_rows WHERE kind = 'memory'")).toEqual([
      { n: 2 },
    ]);
  });
});
