import { describe, expect, test } from "bun:test";
import { chmodSync, rmSync } from "node:fs";
import { join } from "node:path";
import { type ChangedFile, filesChangedSince } from "../../../src/worktree/changed-files.ts";
import {
  decodeTreeState,
  encodeTreeState,
  noTree,
  type TreeState,
} from "../../../src/worktree/tree-state.ts";
import { makeRepo, openRepo, options, type Repo } from "./repo.ts";

const FILES = { "a.txt": "one\n", "b.txt": "two\n", "c.txt": "three\n" };

type Case = [what: string, before: (repo: Repo) => unknown, act: (repo: Repo) => unknown, expected: string[]];

const nothing = () => {};
const dirtyA = (repo: Repo) => repo.write("a.txt", "mine\n");

const cases: Case[] = [
  ["nothing happens", nothing, nothing, []],
  ["nothing happens to a dirty tree", dirtyA, nothing, []],
  ["a file is edited", nothing, (repo) => repo.write("a.txt", "x\n"), ["a.txt dirty"]],
  ["a file is added", nothing, (repo) => repo.write("n.txt", "x\n"), ["n.txt dirty"]],
  ["a file is deleted", nothing, (repo) => repo.remove("a.txt"), ["deleted a.txt dirty"]],
  ["a mode is changed", nothing, (repo) => chmodSync(join(repo.dir, "a.txt"), 0o755), ["a.txt dirty"]],
  ["an edit is committed", nothing, (repo) => [repo.write("a.txt", "x\n"), repo.commit()], ["a.txt"]],
  ["a new file is committed", nothing, (repo) => [repo.write("n.txt", "x\n"), repo.commit()], ["n.txt"]],
  ["a deletion is committed", nothing, (repo) => [repo.remove("a.txt"), repo.commit()], ["deleted a.txt"]],
  [
    "an edit is committed and edited further",
    nothing,
    (repo) => [repo.write("a.txt", "x\n"), repo.commit(), repo.write("a.txt", "y\n")],
    ["a.txt dirty"],
  ],
  [
    "a committed edit is reverted on disk",
    nothing,
    (repo) => [repo.write("a.txt", "x\n"), repo.commit(), repo.write("a.txt", "one\n")],
    [],
  ],
  ["a commit changes nothing", nothing, (repo) => repo.commit(), []],
  ["a dirty file changes further", dirtyA, (repo) => repo.write("a.txt", "x\n"), ["a.txt dirty"]],
  ["a dirty file is committed as it is", dirtyA, (repo) => repo.commit(), []],
  ["a dirty file is staged as it is", dirtyA, (repo) => repo.git("add", "-A"), []],
  ["a dirty file is restored", dirtyA, (repo) => repo.git("checkout", "-q", "a.txt"), ["a.txt"]],
  ["a dirty file is deleted", dirtyA, (repo) => repo.remove("a.txt"), ["deleted a.txt dirty"]],
  [
    "an untracked file is committed as it is",
    (repo) => repo.write("n.txt", "x\n"),
    (repo) => repo.commit(),
    [],
  ],
  [
    "an untracked file is removed",
    (repo) => repo.write("n.txt", "x\n"),
    (repo) => repo.remove("n.txt"),
    ["deleted n.txt"],
  ],
  [
    "a deleted file comes back with other content",
    (repo) => repo.remove("a.txt"),
    (repo) => repo.write("a.txt", "x\n"),
    ["a.txt dirty"],
  ],
  [
    "a file is moved",
    nothing,
    (repo) => repo.git("mv", "a.txt", "z.txt"),
    ["deleted a.txt dirty", "z.txt dirty"],
  ],
  [
    "a file is moved without git",
    nothing,
    (repo) => [repo.remove("a.txt"), repo.write("z.txt", "one\n")],
    ["deleted a.txt dirty", "z.txt dirty"],
  ],
  [
    "a move is committed",
    nothing,
    (repo) => [repo.git("mv", "a.txt", "z.txt"), repo.commit()],
    ["deleted a.txt", "z.txt"],
  ],
  ["a file is copied", nothing, (repo) => repo.write("z.txt", "one\n"), ["z.txt dirty"]],
  ["an edit is stashed away", dirtyA, (repo) => repo.git("stash", "-q"), ["a.txt"]],
  ["the commit is amended", nothing, amend, ["a.txt"]],
  ["the branch is left for an orphan", nothing, (repo) => repo.git("checkout", "-q", "--orphan", "new"), []],
  ["our own files change", nothing, (repo) => repo.write(".claude/runtime/x", "x\n"), []],
];

describe("files changed since the baseline", () => {
  test.each(cases)("when %s", async (_what, before, act, expected) => {
    const repo = makeRepo(FILES);
    before(repo);
    const start = throughDatabase(await repo.state());
    act(repo);
    const changes = await repo.changedSince(start);
    expect(changes).toMatchObject({ kind: "git", problem: null });
    expect(changes.files.map(describeFile)).toEqual(expected);
  });

  test("in a repository that had no commit yet", async () => {
    const repo = makeRepo();
    repo.write("a.txt", "mine\n");
    const start = await repo.state();
    repo.write("b.txt", "new\n");
    repo.commit();
    expect((await repo.changedSince(start)).files.map(describeFile)).toEqual(["b.txt"]);
  });

  test("with line endings that git converts", async () => {
    const repo = makeRepo(FILES);
    repo.git("config", "core.autocrlf", "true");
    repo.write("a.txt", "mine\r\n");
    const start = await repo.state();
    repo.write("b.txt", "new\r\n");
    repo.commit();
    expect((await repo.changedSince(start)).files.map(describeFile)).toEqual(["b.txt"]);
    repo.remove("b.txt");
    repo.git("checkout", "-q", "b.txt");
    expect(await Bun.file(join(repo.dir, "b.txt")).text()).toBe("new\r\n");
    expect((await repo.state()).dirty).toEqual([]);
  });

  test("in a submodule are one entry", async () => {
    const repo = makeRepo(FILES);
    repo.git("submodule", "--quiet", "add", makeRepo(FILES).dir, "lib");
    repo.commit();
    const start = await repo.state();
    openRepo(join(repo.dir, "lib")).write("a.txt", "x\n");
    expect((await repo.changedSince(start)).files.map(describeFile)).toEqual(["lib dirty"]);
  });

  test("with names of any bytes", async () => {
    const repo = makeRepo({ "new\nline": "one\n", "x y": "two\n" });
    const start = await repo.state();
    await Bun.write(join(repo.dir, "new\nline"), "changed\n");
    repo.commit();
    repo.write("x y", "changed\n");
    expect((await repo.changedSince(start)).files.map(({ path }) => path)).toEqual(["new\nline", "x y"]);
  });
});

describe("what cannot be determined", () => {
  test("an unknown baseline, a missing repository, another work tree", async () => {
    const [repo, other] = [makeRepo(FILES), makeRepo(FILES)];
    const start = await repo.state();
    const none = noTree(0, null);
    expect(await filesChangedSince(none, none, options)).toEqual({ kind: "none", files: [], problem: null });
    for (const [then, now] of [
      [none, start],
      [start, none],
      [start, await other.state()],
    ] as const) {
      const { kind, problem } = await filesChangedSince(then, now, options);
      expect([kind, problem]).toEqual(["none", expect.any(String)]);
    }
  });

  test("a baseline with too many files is compared by its fingerprint alone", async () => {
    const repo = makeRepo(FILES);
    dirtyA(repo);
    const start: TreeState = { ...(await repo.state()), dirty: [], truncated: true };
    expect(await repo.changedSince(start)).toEqual({ kind: "git", files: [], problem: null });
    repo.write("b.txt", "x\n");
    expect(await repo.changedSince(start)).toMatchObject({ kind: "none", problem: expect.any(String) });
  });

  test("a commit that no longer exists", async () => {
    const repo = makeRepo(FILES);
    const start = { ...(await repo.state()), head: "1".repeat(40), fingerprint: "other" };
    expect(await repo.changedSince(start)).toMatchObject({
      kind: "none",
      problem: expect.stringContaining("diff-tree"),
    });
  });

  test("a repository that was removed meanwhile", async () => {
    const repo = makeRepo(FILES);
    const start = await repo.state();
    repo.commit();
    const now = await repo.state();
    rmSync(repo.dir, { recursive: true });
    expect(await filesChangedSince(start, now, options)).toMatchObject({
      kind: "none",
      problem: expect.any(String),
    });
  });
});

function describeFile({ path, isDeleted, isDirty }: ChangedFile): string {
  return `${isDeleted ? "deleted " : ""}${path}${isDirty ? " dirty" : ""}`;
}

function throughDatabase(state: TreeState): TreeState {
  return decodeTreeState(encodeTreeState(state)) as TreeState;
}

function amend(repo: Repo): void {
  repo.write("a.txt", "x\n");
  repo.git("commit", "-q", "-a", "--amend", "--no-edit");
}
