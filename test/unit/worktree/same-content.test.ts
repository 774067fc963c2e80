// A work tree is recognised by its content, committed or not.
import { expect, test } from "bun:test";
import { sameContentBefore } from "../../../src/worktree/same-content.ts";
import { makeRepo, options } from "./repo.ts";

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
