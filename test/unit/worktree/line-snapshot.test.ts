import { describe, expect, test } from "bun:test";
import { readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { readEnvironment } from "../../../src/config/environment.ts";
import { claimBaseline, findBaseline } from "../../../src/worktree/baseline.ts";
import {
  captureBaseline,
  readSnapshot,
  snapshotDirtyFiles,
  snapshotPath,
} from "../../../src/worktree/line-snapshot.ts";
import { decodeTreeState, noTree } from "../../../src/worktree/tree-state.ts";
import { openNewStore } from "../../helpers/new-store.ts";
import { makeTempFolder, makeTempHome } from "../../helpers/temp.ts";
import { env, makeRepo } from "./repo.ts";

test("a baseline that is captured late does not include what was written since it was requested", async () => {
  const repo = makeRepo({ "a.txt": "one\n", "b.txt": "one\n", "gone.txt": "one\n" });
  repo.write("a.txt", "the user's\n");
  repo.remove("gone.txt");
  await Bun.sleep(20); // File times are coarse.
  const request = { sessionId: "s1", projectDir: repo.dir, at: Date.now() };
  const environment = readEnvironment({ HOME: makeTempHome(), PATH: env.path });
  const store = await openNewStore(`${makeTempFolder("store")}/holdfast.db`);
  claimBaseline(store, request);
  await Bun.sleep(20);
  repo.write("b.txt", "Claude's\n");
  repo.write("new.txt", "Claude's\n");
  expect(await captureBaseline(environment, store, { ...request, at: Date.now() })).toBeNull();
  const baseline = decodeTreeState(findBaseline(store, "s1")?.tree ?? "");
  expect(baseline?.dirty.map(({ path }) => path)).toEqual(["a.txt", "gone.txt"]);
  const { files } = await repo.changedSince(baseline ?? noTree(0, null));
  expect(files.map(({ path }) => path)).toEqual(["b.txt", "new.txt"]);
});

describe("the snapshot of dirty files", () => {
  test("is a private file without a word of their text", async () => {
    const repo = makeRepo({ "a.txt": "one\n" });
    repo.write("a.txt", "hunter2 is my password\n");
    repo.write("n.txt", "x\ny\n");
    const target = join(makeTempFolder("state"), "deep/er");
    const state = await repo.state();
    expect(await snapshotDirtyFiles(state, target)).toBeNull();
    const path = snapshotPath(state, target);
    expect(statSync(path).mode & 0o777).toBe(0o600);
    expect(statSync(target).mode & 0o777).toBe(0o700);
    expect(await Bun.file(path).text()).not.toContain("hunter2");
    const lines = await readSnapshot(state, target);
    expect([...lines].map(([name, ids]) => [name, ids.length])).toEqual([
      ["a.txt", 1],
      ["n.txt", 2],
    ]);
  });

  test("skips what must not or cannot be stored", async () => {
    const repo = makeRepo({ "gone.txt": "one\n", "late.txt": "one\n" });
    repo.write("kept.txt", "one\n");
    repo.write(".env.local", "KEY=1\n");
    repo.write("deploy/id_rsa", "key\n");
    repo.write("picture.png", "\0\0");
    repo.write("large.txt", "x\n".repeat(1_500_000));
    repo.write("late.txt", "two\n");
    repo.remove("gone.txt");
    const state = await repo.state();
    repo.write("late.txt", "three\n");
    const target = makeTempFolder("state");
    expect(await snapshotDirtyFiles(state, target)).toBeNull();
    expect(state.dirty).toHaveLength(7);
    expect([...(await readSnapshot(state, target)).keys()]).toEqual(["kept.txt"]);
  });

  test("is not written for a clean tree, or without one", async () => {
    const target = makeTempFolder("state");
    const repo = makeRepo({ "a.txt": "one\n" });
    for (const state of [await repo.state(), noTree(0, null)]) {
      expect(await snapshotDirtyFiles(state, target)).toBeNull();
    }
    expect(readdirSync(target)).toEqual([]);
  });

  test("reports what kept it from being written", async () => {
    const repo = makeRepo({ "a.txt": "one\n" });
    repo.write("a.txt", "two\n");
    const taken = join(repo.dir, "a.txt");
    expect(await snapshotDirtyFiles(await repo.state(), taken)).toEqual(expect.any(String));
  });

  test.each([
    "",
    "{",
    "[]",
    "null",
    '{"version":1,"files":[["a",1],["b"],null]}',
    '{"version":99,"files":[]}',
  ])("is empty if the file is damaged (%j)", async (text) => {
    const target = makeTempFolder("state");
    const state = await makeRepo({ "a.txt": "one\n" }).state();
    await Bun.write(snapshotPath(state, target), text);
    expect((await readSnapshot(state, target)).size).toBe(0);
  });
});
