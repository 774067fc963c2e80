import { describe, expect, test } from "bun:test";
import { chmodSync, renameSync, symlinkSync, utimesSync } from "node:fs";
import { join } from "node:path";
import { readTreeState } from "../../../src/worktree/read-tree-state.ts";
import { makeRepo, options, type Repo, statusOf } from "./repo.ts";

const FILES = { "a.txt": "one\n", "b.txt": "two\n", "src/c.txt": "three\n" };

describe("the state of a work tree", () => {
  test("names the commit, the branch and the root of a clean tree", async () => {
    const repo = makeRepo(FILES);
    expect(await repo.state()).toMatchObject({
      kind: "git",
      head: repo.git("rev-parse", "HEAD").trim(),
      branch: "main",
      root: repo.dir,
      dirty: [],
      truncated: false,
      problem: null,
    });
  });

  test("is that of the whole tree when requested from a folder inside", async () => {
    const repo = makeRepo(FILES);
    repo.write("a.txt", "changed\n");
    const inside = await readTreeState(join(repo.dir, "src"), options);
    expect(statusOf(inside)).toEqual([".M a.txt"]);
    expect(inside.fingerprint).toBe((await repo.state()).fingerprint);
  });

  const edits: [what: string, edit: (repo: Repo) => void, expected: string[]][] = [
    ["an edit", (repo) => repo.write("a.txt", "x\n"), [".M a.txt"]],
    ["a staged edit", (repo) => stage(repo, "a.txt", "x\n"), ["M. a.txt"]],
    ["a new file", (repo) => repo.write("new dir/n.txt", "x\n"), ["?? new dir/n.txt"]],
    ["a deletion", (repo) => repo.remove("a.txt"), [".D a.txt"]],
    ["a staged deletion", (repo) => repo.git("rm", "-q", "a.txt"), ["D. a.txt"]],
    ["a rename", (repo) => repo.git("mv", "a.txt", "z.txt"), ["D. a.txt", "A. z.txt"]],
    ["a file removed from the index", (repo) => repo.git("rm", "-q", "--cached", "a.txt"), ["?? a.txt"]],
    ["a changed mode", (repo) => chmodSync(join(repo.dir, "a.txt"), 0o755), [".M a.txt"]],
    ["a conflict", makeConflict, ["UU a.txt"]],
  ];
  test.each(edits)("lists %s", async (_what, edit, expected) => {
    const repo = makeRepo(FILES);
    edit(repo);
    expect(statusOf(await repo.state())).toEqual(expected);
  });

  test("identifies content by git's own blob ids", async () => {
    const repo = makeRepo(FILES);
    repo.write("a.txt", "changed\n");
    repo.write("empty", "");
    repo.remove("b.txt");
    const { dirty } = await repo.state();
    expect(dirty.map(({ content }) => content)).toEqual([
      repo.git("hash-object", "a.txt").trim(),
      "deleted",
      repo.git("hash-object", "empty").trim(),
    ]);
    expect(dirty.map(({ committed }) => committed)).toEqual([
      repo.git("rev-parse", "HEAD:a.txt").trim(),
      repo.git("rev-parse", "HEAD:b.txt").trim(),
      null,
    ]);
  });

  test("excludes holdfast's own files and what is ignored", async () => {
    const repo = makeRepo({ ...FILES, ".gitignore": "*.log\n" });
    repo.write(".claude/runtime/metrics/today.jsonl", "{}\n");
    repo.write("packages/x/.claude/runtime/locks/.lock_active", "{}\n");
    repo.write("debug.log", "x\n");
    expect((await repo.state()).dirty).toEqual([]);
  });

  test("is read without writing into the repository", async () => {
    const repo = makeRepo(FILES);
    utimesSync(join(repo.dir, "a.txt"), 1, 1);
    const before = Bun.file(join(repo.dir, ".git/index")).lastModified;
    await repo.state();
    expect(Bun.file(join(repo.dir, ".git/index")).lastModified).toBe(before);
    expect(await Bun.file(join(repo.dir, ".git/index.lock")).exists()).toBe(false);
  });
});

describe("the fingerprint", () => {
  const same: [what: string, act: (repo: Repo) => void][] = [
    ["staging", (repo) => repo.git("add", "-A")],
    ["removing a file from the index", (repo) => repo.git("rm", "-q", "--cached", "b.txt")],
    ["a touched file", (repo) => utimesSync(join(repo.dir, "b.txt"), 1, 1)],
    ["another branch at the same commit", (repo) => repo.git("checkout", "-q", "-b", "other")],
    ["a reverted edit", (repo) => [repo.write("b.txt", "x\n"), repo.write("b.txt", "two\n")]],
    [
      "a stash that is popped again",
      (repo) => [repo.git("stash", "-q", "-u"), repo.git("stash", "pop", "-q")],
    ],
    ["a staged edit reverted on disk", (repo) => [stage(repo, "b.txt", "x\n"), repo.write("b.txt", "two\n")]],
  ];
  test.each(same)("does not change with %s", async (_what, act) => {
    const repo = makeRepo(FILES);
    repo.write("a.txt", "changed\n");
    repo.write("new.txt", "new\n");
    const { fingerprint } = await repo.state();
    act(repo);
    expect((await repo.state()).fingerprint).toBe(fingerprint);
  });

  const moves: [what: string, act: (repo: Repo) => void][] = [
    ["another edit of the same size", (repo) => repo.write("a.txt", "Changed\n")],
    ["a new file", (repo) => repo.write("n", "")],
    ["a deletion", (repo) => repo.remove("b.txt")],
    [
      "a rename of an untracked file",
      (repo) => renameSync(join(repo.dir, "new.txt"), join(repo.dir, "new2.txt")),
    ],
    ["a commit", (repo) => repo.commit()],
    ["an executable bit", (repo) => chmodSync(join(repo.dir, "new.txt"), 0o755)],
    [
      "a link in place of a file with its target as content",
      (repo) => [repo.remove("new.txt"), symlinkSync("new\n", join(repo.dir, "new.txt"))],
    ],
  ];
  test.each(moves)("changes with %s", async (_what, act) => {
    const repo = makeRepo(FILES);
    repo.write("a.txt", "changed\n");
    repo.write("new.txt", "new\n");
    const { fingerprint } = await repo.state();
    act(repo);
    expect((await repo.state()).fingerprint).not.toBe(fingerprint);
  });
});

function stage(repo: Repo, path: string, content: string): void {
  repo.write(path, content);
  repo.git("add", path);
}

function makeConflict(repo: Repo): void {
  repo.git("checkout", "-q", "-b", "side");
  repo.write("a.txt", "theirs\n");
  repo.commit();
  repo.git("checkout", "-q", "main");
  repo.write("a.txt", "ours\n");
  repo.commit();
  expect(() => repo.git("merge", "-q", "side")).toThrow();
}
