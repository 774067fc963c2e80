import { describe, expect, test } from "bun:test";
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { readTreeState } from "../../../src/worktree/read-tree-state.ts";
import { makeTempFolder, makeTempProject, writeFileIn } from "../../helpers/temp.ts";
import { env, makeRepo, openRepo, options, type Repo, statusOf } from "./repo.ts";

const FILES = { "a.txt": "one\n", "b.txt": "two\n", "src/c.txt": "three\n" };

describe("unusual repositories", () => {
  test("one without commits", async () => {
    const repo = makeRepo();
    repo.write("a.txt", "x\n");
    expect(await repo.state()).toMatchObject({ kind: "git", head: null, branch: "main", problem: null });
    expect(statusOf(await repo.state())).toEqual(["?? a.txt"]);
  });

  test("a detached HEAD", async () => {
    const repo = makeRepo(FILES);
    repo.git("checkout", "-q", "--detach");
    expect(await repo.state()).toMatchObject({ kind: "git", branch: null, problem: null });
  });

  test("a linked work tree, also of a bare repository", async () => {
    const repo = makeRepo(FILES);
    const bare = makeTempFolder("bare");
    repo.git("clone", "-q", "--bare", repo.dir, bare);
    for (const origin of [repo.dir, bare]) {
      const dir = join(makeTempFolder("linked"), "tree");
      openRepo(origin).git("worktree", "add", "-q", "-b", "side", dir);
      writeFileIn(dir, "a.txt", "changed\n");
      const state = await readTreeState(dir, options);
      expect(state).toMatchObject({ kind: "git", branch: "side", root: dir, problem: null });
      expect(statusOf(state)).toEqual([".M a.txt"]);
    }
  });

  test("objects named by sha256", async () => {
    const repo = makeRepo(FILES, "--object-format=sha256");
    repo.write("a.txt", "changed\n");
    expect((await repo.state()).dirty[0]?.content).toBe(repo.git("hash-object", "a.txt").trim());
  });

  test("a config that calls it bare or moves its work tree", async () => {
    for (const [key, value] of [
      ["core.bare", "true"],
      ["core.worktree", "/"],
    ] as const) {
      const repo = makeRepo(FILES);
      repo.git("config", key, value);
      repo.write("a.txt", "changed\n");
      expect(statusOf(await repo.state())).toEqual([".M a.txt"]);
    }
  });

  test("GIT_DIR of the parent process is ignored", async () => {
    const [repo, other] = [makeRepo(FILES), makeRepo({ "z.txt": "z\n" })];
    const before = process.env.GIT_DIR;
    process.env.GIT_DIR = join(other.dir, ".git");
    try {
      expect((await repo.state()).head).toBe(repo.git("rev-parse", "HEAD").trim());
    } finally {
      if (before === undefined) delete process.env.GIT_DIR;
      else process.env.GIT_DIR = before;
    }
  });
});

describe("nested repositories", () => {
  test("a submodule is one entry that changes with anything in it", async () => {
    const { repo, inner } = makeSuperproject();
    const clean = await repo.state();
    expect(clean.dirty).toEqual([]);
    inner.write("lib.txt", "changed\n");
    const edited = await repo.state();
    expect(statusOf(edited)).toEqual([".M vendor/lib"]);
    inner.write("lib.txt", "changed again\n");
    expect((await repo.state()).fingerprint).not.toBe(edited.fingerprint);
    inner.commit();
    const committed = await repo.state();
    expect(statusOf(committed)).toEqual([".M vendor/lib"]);
    expect(new Set([clean.fingerprint, edited.fingerprint, committed.fingerprint]).size).toBe(3);
    inner.git("checkout", "-q", "--detach", "HEAD~1");
    expect((await repo.state()).fingerprint).toBe(clean.fingerprint);
  });

  test("a submodule is a work tree of its own when the project is inside it", async () => {
    const { inner } = makeSuperproject();
    inner.write("lib.txt", "changed\n");
    expect(statusOf(await inner.state())).toEqual([".M lib.txt"]);
    expect((await inner.state()).root).toBe(inner.dir);
  });

  test("an untracked repository is examined as well", async () => {
    const repo = makeRepo(FILES);
    const dir = join(repo.dir, "app");
    mkdirSync(dir);
    const inner = openRepo(dir);
    inner.git("init", "-q");
    inner.write("x.txt", "x\n");
    const before = await repo.state();
    expect(statusOf(before)).toEqual(["?? app"]);
    inner.write("x.txt", "y\n");
    expect((await repo.state()).fingerprint).not.toBe(before.fingerprint);
  });

  test("another work tree of the same repository inside this one is ignored", async () => {
    const repo = makeRepo(FILES);
    const before = await repo.state();
    const dir = join(repo.dir, ".claude/worktrees/side");
    repo.git("worktree", "add", "-q", "-b", "side", dir);
    writeFileIn(dir, "a.txt", "changed\n");
    const after = await repo.state();
    expect(after.dirty).toEqual([]);
    expect(after.fingerprint).toBe(before.fingerprint);
  });

  test("a list of submodules that leads out of the tree is not followed", async () => {
    const [repo, other] = [makeRepo(FILES), makeRepo(FILES)];
    other.write("a.txt", "changed\n");
    repo.write(".gitmodules", `[submodule "x"]\n\tpath = ../${other.dir.split("/").at(-1)}\n\turl = x\n`);
    repo.commit();
    expect((await repo.state()).dirty).toEqual([]);
  });
});

describe("an unreadable tree is a value, not an exception", () => {
  test("a folder without a repository is not a problem", async () => {
    expect(await readTreeState(makeTempProject(), options)).toMatchObject({
      kind: "none",
      fingerprint: "",
      problem: null,
    });
    expect(await readTreeState("/no/such/folder", options)).toMatchObject({ kind: "none", problem: null });
  });

  test("git is not installed", async () => {
    const repo = makeRepo(FILES);
    const state = await readTreeState(repo.dir, { ...options, env: { ...env, path: "/nonexistent" } });
    expect(state).toMatchObject({ kind: "none", fingerprint: "", problem: expect.stringContaining("git") });
  });

  test("the repository is damaged", async () => {
    const repo = makeRepo(FILES);
    writeFileSync(join(repo.dir, ".git/index"), "garbage");
    expect(await repo.state()).toMatchObject({ kind: "none", problem: expect.stringContaining("index") });
    rmSync(join(repo.dir, ".git/objects"), { recursive: true });
    expect(await repo.state()).toMatchObject({
      kind: "none",
      problem: expect.stringContaining("not a git repository"),
    });
  });

  test("a .git file that leads nowhere", async () => {
    const dir = makeTempProject({ files: { ".git": "gitdir: /nowhere/at/all\n" } });
    expect(await readTreeState(dir, options)).toMatchObject({ kind: "none", problem: expect.any(String) });
    const odd = makeTempProject({ files: { ".git": "something else" } });
    expect(await readTreeState(odd, options)).toMatchObject({ kind: "none", problem: null });
  });

  test("there is no time left", async () => {
    const repo = makeRepo(FILES);
    expect(await readTreeState(repo.dir, { env, deadlineMs: 0 })).toMatchObject({
      kind: "none",
      problem: expect.stringContaining("no time left"),
    });
  });

  test("git hangs", async () => {
    const repo = makeRepo(FILES);
    const pipe = join(makeTempFolder("pipe"), "excludes");
    Bun.spawnSync(["mkfifo", pipe]);
    repo.git("config", "core.excludesFile", pipe);
    expect(await readTreeState(repo.dir, { env, deadlineMs: 300 })).toMatchObject({
      kind: "none",
      problem: expect.stringContaining("longer than"),
    });
  });

  test("git ends, and its child keeps its output open", async () => {
    const repo = makeRepo(FILES);
    const folder = makeTempFolder("wrapper");
    writeFileSync(join(folder, "git"), "#!/bin/sh\nsleep 20 &\n", { mode: 0o755 });
    const path = `${folder}:${env.path}`;
    expect(await readTreeState(repo.dir, { env: { ...env, path }, deadlineMs: 300 })).toMatchObject({
      kind: "none",
      problem: expect.stringContaining("longer than"),
    });
  });
});

function makeSuperproject(): { repo: Repo; inner: Repo } {
  const library = makeRepo({ "lib.txt": "lib\n" });
  const repo = makeRepo(FILES);
  repo.git("submodule", "--quiet", "add", library.dir, "vendor/lib");
  repo.commit();
  return { repo, inner: openRepo(join(repo.dir, "vendor/lib")) };
}
