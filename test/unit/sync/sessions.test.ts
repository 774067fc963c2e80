import { beforeEach, describe, expect, test } from "bun:test";
import { databasePath } from "../../../src/config/environment.ts";
import { openStore } from "../../../src/store/open.ts";
import { openGitBackend } from "../../../src/sync/git/git-backend.ts";
import { readMachineKey } from "../../../src/sync/key-file.ts";
import { machineKey } from "../../../src/sync/machine-key.ts";
import { signRow } from "../../../src/sync/row.ts";
import { addEndedSession, shareSessions } from "../../helpers/ended-session.ts";
import { git, joinMachines, makeRemote, makeTestMachine, type TestMachine } from "../../helpers/machines.ts";
import { startTexts } from "../../helpers/session-start.ts";
import { makeTempFolder } from "../../helpers/temp.ts";

const ID = "3f2a41c0-1111-4222-8333-444455556666";

let url: string;
let laptop: TestMachine;
let desk: TestMachine;
beforeEach(async () => {
  url = makeRemote();
  [laptop, desk] = [makeTestMachine("laptop"), makeTestMachine("desk")];
  await joinMachines(url, [laptop, desk]);
  for (const machine of [laptop, desk]) await shareSessions(machine);
});

async function exchange(...machines: TestMachine[]): Promise<void> {
  for (const machine of machines) {
    const { exitCode, text } = await machine.sync();
    if (exitCode !== 0) throw new Error(text);
  }
}

const onRemote = () => git(decodeURI(url.slice("file://".length)), "archive", "holdfast/rows");

async function rowsOf({ env }: TestMachine, sql: string): Promise<unknown[]> {
  const store = await openStore(databasePath(env));
  try {
    return store.query(sql).all();
  } finally {
    store.close();
  }
}

const WORK = {
  files: ["src/cart.ts"],
  commits: ["Commit 1a2b3c4: Round totals"],
  lastCommit: "Commit 1a2b3c4: Round totals",
  testRun: "12 passed: npm test",
};

describe("the summary of a session", () => {
  test("is given to sessions of the other machine, with where and in which agent it ran and what it left open", async () => {
    const unfinished = [
      { kind: "task" as const, text: "not begun: round the taxes", row: null },
      { kind: "check" as const, text: "npm run lint failed", row: 7 },
    ];
    await addEndedSession(laptop, ID, { ...WORK, unfinished, lastTurn: "interrupted" }, { agent: "codex" });
    await exchange(laptop, desk);
    const start = await startTexts(desk);
    expect(start).toContain("session 3f2a41c0 on laptop in Codex: edited src/cart.ts");
    expect(start).toMatch(/Round totals\W+; interrupted at the end/);
    expect(start).toMatch(/on its task list, not begun: round the taxes \(session 3f2a41c0 on laptop, /);
    expect(start).toMatch(/not seen fixed: \W+npm run lint failed\W+ \(session 3f2a41c0 on laptop, /);
    expect((await desk.run("sessions", "show", "3f2a")).text).toContain(`session ${ID} ran on laptop`);
    expect((await desk.run("search", "round totals")).text).toContain("Round totals");
  });

  test("has no word that the person said, and no secret", async () => {
    const said = "Please teach the shop about nightjar discounts";
    const quote = { text: said, prompt: 1 };
    await addEndedSession(
      laptop,
      ID,
      {
        ...WORK,
        request: said,
        goal: "Loop: until the egrets pass",
        title: "Kingfisher work",
        asked: quote,
        askedLater: quote,
        answered: quote,
        decisions: ["Decided: use the ospreys in the end"],
        refused: "Refused Bash: not on my heron",
        lastMessage: "I taught it about nightjar discounts.",
        notes: { summary: "The person wants nightjars.", facts: ["nightjar"] },
        commits: ["Commit 5d6e7f8: Teach the shop about nightjar discounts"],
        fixes: ["Fixed: Ran use the ospreys in the end"],
        files: ["src/cart.ts", "/home/you/nightjar.txt"],
        testRun: `12 passed: TOKEN=ghp_${"a1B2".repeat(9)} npm test`,
        unfinished: [
          { kind: "later", text: "continue with the nightjars tomorrow", row: 1 },
          { kind: "task", text: "not begun: teach the shop about more", row: null },
          { kind: "task", text: "begun: 商品割引を追加する", row: null },
          { kind: "task", text: "begun: round", row: null },
        ],
      },
      { prompts: [said, "割引を追加してください"] },
    );
    await laptop.sync();
    const rows = onRemote();
    expect(rows).toContain("Round totals");
    expect(rows).toContain("begun: round");
    for (const word of ["nightjar", "egret", "ingfisher", "osprey", "heron", "teach the", "割引", "ghp_"])
      expect(rows).not.toContain(word);
  });

  test("does not travel if nothing else is left of it, if nobody asked for it, or while the session runs", async () => {
    await addEndedSession(laptop, ID, { asked: { text: "How are you?", prompt: 1 }, lastMessage: "Well." });
    await addEndedSession(laptop, "old", WORK, { at: Date.now() - 31 * 24 * 3_600_000 });
    const phone = makeTestMachine("phone");
    await addEndedSession(phone, "phone", WORK);
    await phone.run("sync", "setup", url);
    await exchange(laptop, phone);
    expect(onRemote()).not.toContain('"kind":"session"');
  });

  test("is sent again when it changed, and once otherwise", async () => {
    await addEndedSession(laptop, ID, WORK);
    await exchange(laptop, desk);
    expect((await laptop.sync()).text).toContain("0 changes sent");
    await addEndedSession(laptop, ID, { ...WORK, lastCommit: "Commit 9: Round taxes" }, { at: Date.now() });
    await exchange(laptop, desk);
    expect(await startTexts(desk)).toContain("Round taxes");
  });

  test.each([
    ["the machine where it ran", () => [laptop, desk], ["--session", ID]],
    ["another one", () => [desk, laptop], ["--session", ID]],
    ["another one by its text", () => [desk, laptop], ["--match", "round TOTALS"]],
  ])("is gone on all machines and from the remote once it was forgotten on %s", async (_, order, words) => {
    await addEndedSession(laptop, ID, WORK);
    await exchange(laptop, desk);
    const [here, there] = order() as [TestMachine, TestMachine];
    const { text } = await here.run("forget", ...words, "--yes");
    expect(text).toContain("The next sync removes it on your other machines.");
    await exchange(here, there, here, there);
    expect(onRemote()).not.toContain("Round totals");
    expect(await startTexts(desk)).not.toContain("Round totals");
    const left = "SELECT 1 FROM sync_rows WHERE kind = 'session' AND deleted = 0";
    for (const machine of [laptop, desk]) expect(await rowsOf(machine, left)).toEqual([]);
  });

  test("replaces nothing of this machine's own, and comes from nobody else's", async () => {
    await addEndedSession(desk, ID, { files: ["own.ts"] });
    await addEndedSession(laptop, ID, WORK);
    const stranger = machineKey(new Uint8Array(32).fill(9));
    const payload = JSON.stringify({ at: Date.now(), agent: null, files: ["strange.ts"] });
    const row = {
      kind: "session" as const,
      id: "s1",
      project: "github.com/acme/shop",
      version: 9,
      deleted: false,
    };
    const key = Buffer.from(stranger.publicKey).toString("base64");
    const introduction = {
      kind: "machine" as const,
      id: stranger.machine,
      project: "",
      version: 8,
      deleted: false,
    };
    const remote = await openGitBackend({ url, dir: `${makeTempFolder("r")}/git`, variables: process.env });
    await remote.push([
      signRow({ ...introduction, payload: JSON.stringify({ name: "laptop", key }) }, stranger),
      signRow({ ...row, payload }, stranger),
      signRow({ ...row, id: ID, payload: "", project: "", deleted: true, version: 99 }, stranger),
    ]);
    await exchange(laptop, desk);
    const summaries = "SELECT session_id, detail ->> '$.files' AS files, machine FROM session_summaries";
    expect(await rowsOf(desk, summaries)).toEqual([{ session_id: ID, files: '["own.ts"]', machine: null }]);
    expect(await startTexts(desk)).not.toContain("strange.ts");
  });

  test.each([
    ["no JSON", "{"],
    ["a list", "[1]"],
    ["no time", '{"files":["x.ts"]}'],
    ["nothing of use", '{"at":1,"files":7,"unfinished":[3,{"kind":"wish","text":"x"}],"lastTurn":"x"}'],
  ])("of the person's own but broken machine is left out with %s", async (_, payload) => {
    await pushAsLaptop(payload);
    await exchange(desk);
    expect(await rowsOf(desk, "SELECT * FROM session_summaries")).toEqual([]);
  });

  test("has one line each, no escape sequences and no time in the future, whatever a machine sends", async () => {
    const commits = Array.from({ length: 99 }, () => `a\u001b[2J\nb${"x".repeat(2000)}`);
    await pushAsLaptop(
      JSON.stringify({ at: Date.now() + 1e12, agent: "$(touch x)", files: ["../../etc/x"], commits }),
    );
    await exchange(desk);
    const [row] = (await rowsOf(desk, "SELECT * FROM session_summaries")) as [
      { detail: string; at: number; agent: null },
    ];
    expect(row.at).toBeLessThanOrEqual(Date.now());
    expect(row.agent).toBeNull();
    expect(row.detail.length).toBeLessThan(4000);
    for (const text of ["\\u001b", "\\n", "etc/x"]) expect(row.detail).not.toContain(text);
  });
});

async function pushAsLaptop(payload: string): Promise<void> {
  const key = readMachineKey(laptop.env);
  if (key === null) throw new Error("no key");
  const remote = await openGitBackend({ url, dir: `${makeTempFolder("r")}/git`, variables: process.env });
  const row = {
    kind: "session" as const,
    id: "s1",
    project: "github.com/acme/shop",
    version: 99,
    deleted: false,
  };
  await remote.push([signRow({ ...row, payload }, key)]);
}
