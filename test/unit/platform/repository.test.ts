import { describe, expect, test } from "bun:test";
import { mkdirSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { commonDir, gitRoot } from "../../../src/platform/repository.ts";
import { makeTempFolder, makeTempProject } from "../../helpers/temp.ts";
import { makeRepo } from "../worktree/repo.ts";

const FILES = { "src/a.txt": "one\n" };

describe("the root of a work tree", () => {
  test("is found from any folder inside", async () => {
    const { dir } = makeRepo(FILES);
    for (const from of [
      dir,
      `${dir}/`,
      join(dir, "src"),
      join(dir, "src/not/there"),
      join(dir, ".git/hooks"),
    ]) {
      expect(await gitRoot(from)).toBe(dir);
    }
  });

  test("is the nearest one, and an empty .git folder does not count", async () => {
    const { dir } = makeRepo(FILES);
    mkdirSync(join(dir, "src/.git"));
    expect(await gitRoot(join(dir, "src"))).toBe(dir);
    const inner = join(dir, "inner");
    mkdirSync(inner);
    Bun.spawnSync(["git", "init", "-q"], { cwd: inner });
    expect(await gitRoot(inner)).toBe(inner);
  });

  test("is null if there is no repository", async () => {
    for (const dir of [makeTempProject(), "/", "/no/such/folder"]) expect(await gitRoot(dir)).toBeNull();
  });
});

describe("the common directory", () => {
  test("is the same for all work trees of a repository, under any path", async () => {
    const repo = makeRepo(FILES);
    const linked = join(makeTempFolder("linked"), "tree");
    repo.git("worktree", "add", "-q", linked);
    const alias = join(makeTempFolder("alias"), "link");
    symlinkSync(repo.dir, alias);
    for (const dir of [repo.dir, linked, join(linked, "src"), alias]) {
      expect(await commonDir(dir)).toBe(join(repo.dir, ".git"));
    }
  });

  test("is a submodule's own", async () => {
    const repo = makeRepo(FILES);
    repo.git("submodule", "--quiet", "add", makeRepo(FILES).dir, "lib");
    expect(await commonDir(join(repo.dir, "lib"))).toBe(join(repo.dir, ".git/modules/lib"));
  });

  test("is not that of another project to which a .git file points", async () => {
    const victim = makeRepo(FILES);
    const linked = join(makeTempFolder("linked"), "tree");
    victim.git("worktree", "add", "-q", linked);
    for (const target of [join(victim.dir, ".git"), join(victim.dir, ".git/worktrees/tree"), "/nowhere"]) {
      const dir = makeTempProject({ files: { ".git": `gitdir: ${target}\n` } });
      expect(await commonDir(dir)).toBe(join(dir, ".git"));
    }
  });

  test("is null if there is no repository", async () => {
    expect(await commonDir(makeTempProject())).toBeNull();
  });
});
