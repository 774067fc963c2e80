import { expect, test } from "bun:test";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { addedLinesSince } from "../../../src/worktree/added-lines.ts";
import { readSnapshot, snapshotDirtyFiles } from "../../../src/worktree/line-snapshot.ts";
import { readTreeState } from "../../../src/worktree/read-tree-state.ts";
import { decodeTreeState, encodeTreeState } from "../../../src/worktree/tree-state.ts";
import { makeTempFolder } from "../../helpers/temp.ts";
import { env, makeRepo, options } from "./repo.ts";

/** More than is stored of a tree, of added lines and of snapshots. */
const FILES = 6000;

test("thousands of dirty files are listed, distinguished by fingerprint, and bounded wherever they are stored", async () => {
  const repo = makeRepo({ "a.txt": "one\n" });
  const start = await repo.state();
  for (let index = 0; index < FILES; index++) {
    const folder = join(repo.dir, `generated/${index % 100}`);
    if (index < 100) mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, `${index}.txt`), "x\n");
  }
  const state = await repo.state();
  expect(state).toMatchObject({ kind: "git", truncated: true, problem: null });
  expect(state.dirty).toHaveLength(FILES);
  expect((await repo.state()).fingerprint).toBe(state.fingerprint);

  const kept = decodeTreeState(encodeTreeState(state));
  expect(kept).toEqual({ ...state, dirty: [] });

  const { files } = await repo.changedSince(start);
  expect(files).toHaveLength(FILES);
  const added = await addedLinesSince(start, files, { ...options, snapshotDir: "/nowhere" });
  expect(added.lines.length + added.skipped.length).toBe(FILES);

  const target = makeTempFolder("state");
  expect(await snapshotDirtyFiles(state, target)).toBeNull();
  expect((await readSnapshot(state, target)).size).toBe(1000);

  repo.write("generated/99/5999.txt", "other\n");
  expect((await repo.state()).fingerprint).not.toBe(state.fingerprint);
  expect(await readTreeState(repo.dir, { env, deadlineMs: 5 })).toMatchObject({
    kind: "none",
    fingerprint: "",
  });
}, 120_000);
