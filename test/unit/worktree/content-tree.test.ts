// The id of a work tree by its content, compared with git's own.
import { expect, test } from "bun:test";
import { chmodSync, symlinkSync, writeFileSync } from "node:fs";
import { compareWithTree, readContentTree, sameContentBefore } from "../../../src/worktree/content-tree.ts";
import { makeRepo, options } from "./repo.ts";

test("the tree id is what git gives to a commit of everything, and stays when it is committed", async () => {
  const repo = makeRepo({ "a.txt": "a\n", "src/b.ts": "b\n", "src.ts": "c\n", gone: "x\n" });
  repo.write("src/b.ts", "changed\n");
  repo.write("src/deep/ä.sh", "new\n");
  chmodSync(`${repo.dir}/src/deep/ä.sh`, 0o755);
  symlinkSync("a.txt", `${repo.dir}/link`);
  repo.remove("gone");
  writeFileSync(Buffer.concat([Buffer.from(`${repo.dir}/src/deep/caf`), Buffer.from([0xe9])]), "latin 1\n");
  const before = await readContentTree(await repo.state(), options);
  repo.commit();
  expect(before?.id).toBe(repo.git("rev-parse", "HEAD^{tree}").trim());
  expect((await readContentTree(await repo.state(), options))?.id).toBe(before?.id ?? "");
});

test("differences are listed to a tree that git has, but not to one it does not have", async () => {
  const repo = makeRepo({ "a.txt": "a\n", "b.txt": "b\n" });
  const id = repo.git("rev-parse", "HEAD^{tree}").trim();
  repo.write("b.txt", "other\n");
  repo.write("c.txt", "new\n");
  const tree = await readContentTree(await repo.state(), options);
  expect(tree && (await compareWithTree(tree, id, repo.dir, options))).toEqual(["b.txt", "c.txt"]);
  expect(tree && (await compareWithTree(tree, "1".repeat(40), repo.dir, options))).toBeNull();
  expect(tree && (await compareWithTree(tree, "--help", repo.dir, options))).toBeNull();
});

test("a commit, even an amended one, is known under the fingerprint from before it", async () => {
  const repo = makeRepo();
  repo.write("a.txt", "a\n");
  const first = await repo.state();
  repo.commit();
  const has = async (fingerprint: string) =>
    (await sameContentBefore(await repo.state(), options)).some((state) => state.fingerprint === fingerprint);
  expect(await has(first.fingerprint)).toBe(true);
  repo.write("a.txt", "b\n");
  repo.write("new.txt", "n\n");
  const second = await repo.state();
  expect(await has(first.fingerprint)).toBe(false);
  repo.commit();
  repo.git("commit", "-q", "--amend", "-m", "Other words");
  expect(await has(second.fingerprint)).toBe(true);
  repo.write("a.txt", "c\n");
  expect(await has(second.fingerprint)).toBe(false);
  repo.write("a.txt", "b\n");
  expect(await has(second.fingerprint)).toBe(true);
});

test("there is no tree id without a repository", async () => {
  const repo = makeRepo({ a: "a" });
  const none = { ...(await repo.state()), kind: "none" as const, root: null };
  expect(await readContentTree(none, options)).toBeNull();
});
