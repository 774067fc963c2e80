import { describe, expect, test } from "bun:test";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { withTemporaryWorktree } from "../../../src/worktree/temporary-worktree.ts";
import { makeTempFolder } from "../../helpers/temp.ts";
import { makeRepo, options } from "./repo.ts";

const FILES = { "a.txt": "one\n", "b.txt": "two\n", ".gitignore": "node_modules\ndist\n" };

describe("a throwaway tree", () => {
  test("is the tree of the start: the commit, and what was uncommitted and still is", async () => {
    const repo = makeRepo(FILES);
    repo.write("b.txt", "uncommitted\n");
    repo.write("new file.txt", "new\n");
    const start = await repo.state();
    repo.write("a.txt", "later\n");
    repo.commit();
    const tempDir = makeTempFolder("temp");
    const tried = await withTemporaryWorktree(start, { ...options, tempDir }, async (folder) =>
      ["a.txt", "b.txt", "new file.txt"].map((name) => readFileSync(`${folder}/${name}`, "utf8")),
    );
    expect(tried).toEqual({ ok: true, value: ["one\n", "uncommitted\n", "new\n"] });
    expect(repo.git("worktree", "list").trim().split("\n")).toHaveLength(1);
    expect(readdirSync(tempDir)).toEqual([]);
  });

  test("finds what was installed, and nothing that was built", async () => {
    const repo = makeRepo(FILES);
    repo.write("node_modules/x/index.js", "x\n");
    repo.write("dist/out.js", "x\n");
    const tempDir = makeTempFolder("temp");
    const seen = await withTemporaryWorktree(await repo.state(), { ...options, tempDir }, async (folder) => [
      existsSync(`${folder}/node_modules/x/index.js`),
      existsSync(`${folder}/dist`),
    ]);
    expect(seen).toEqual({ ok: true, value: [true, false] });
    expect(existsSync(`${repo.dir}/node_modules/x/index.js`)).toBe(true);
  });

  test("leaves nothing behind when the work fails, and needs a commit", async () => {
    const repo = makeRepo(FILES);
    const tempDir = makeTempFolder("temp");
    const failed = await withTemporaryWorktree(await repo.state(), { ...options, tempDir }, () =>
      Promise.reject(new Error("no")),
    );
    expect(failed).toEqual({ ok: false, problem: "no" });
    expect(readdirSync(tempDir)).toEqual([]);
    expect(repo.git("worktree", "list").trim().split("\n")).toHaveLength(1);
    const empty = await withTemporaryWorktree(
      await makeRepo().state(),
      { ...options, tempDir },
      async () => 1,
    );
    expect(empty).toMatchObject({ ok: false });
  });
});
