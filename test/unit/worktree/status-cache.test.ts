// What a stop caches of the work tree for the next one.
import { describe, expect, test } from "bun:test";
import { existsSync, readFileSync, statSync } from "node:fs";
import { IN_BACKGROUND, watchTree } from "./watched-tree.ts";

const FILES = { "a.txt": "a\n", "b.txt": "b\n" };

describe("the status cache", () => {
  test("is private, and has no content", async () => {
    const watched = await watchTree(FILES);
    watched.edits("a.txt", "a secret line\n");
    await watched.stop();
    expect(statSync(watched.kept).mode & 0o777).toBe(0o600);
    expect(readFileSync(watched.kept, "utf8")).not.toContain("secret");
  });

  test("is not rewritten if nothing changed", async () => {
    const watched = await watchTree(FILES);
    watched.edits("a.txt", "changed\n");
    await watched.stop();
    const before = statSync(watched.kept).ino;
    watched.edits("a.txt", "changed\n");
    await watched.stop();
    expect(statSync(watched.kept).ino).toBe(before);
  });

  test("is not written while a background task runs", async () => {
    const watched = await watchTree(FILES);
    await watched.stop(IN_BACKGROUND);
    expect(existsSync(watched.kept)).toBe(false);
  });

  test("is not written for a repository that changed while it was read, or just before", async () => {
    const watched = await watchTree(FILES);
    const state = await watched.repo.state();
    await watched.keep({ ...state, at: statSync(`${watched.repo.dir}/.git/index`).ctimeMs });
    expect(existsSync(watched.kept)).toBe(false);
    await watched.keep(state);
    expect(existsSync(watched.kept)).toBe(true);
  });

  test.each([
    { name: "was cut short", flaw: { truncated: true } },
    { name: "could not be read in full", flaw: { problem: "no time" } },
    { name: "does not exist", flaw: { kind: "none" as const } },
  ])("is not written for a state that $name", async ({ flaw }) => {
    const watched = await watchTree(FILES);
    await watched.keep({ ...(await watched.repo.state()), ...flaw });
    expect(existsSync(watched.kept)).toBe(false);
  });

  test("is not written for a tree with a changed nested repository", async () => {
    const watched = await watchTree(FILES);
    watched.repo.git("init", "-q", "inner");
    await watched.stop();
    expect(existsSync(watched.kept)).toBe(false);
  });
});
