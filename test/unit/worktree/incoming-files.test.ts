import { describe, expect, test } from "bun:test";
import { makeRepo, type Repo, runGit } from "./repo.ts";

const FILES = { "a.txt": "one\n", "b.txt": "two\n", "c.txt": "three\n" };
const LONG_AGO = { GIT_COMMITTER_DATE: "2001-01-01T00:00:00Z", GIT_AUTHOR_DATE: "2001-01-01T00:00:00Z" };

describe("files from elsewhere", () => {
  test.each([
    ["a checkout", (repo: Repo) => repo.git("checkout", "-q", "side")],
    ["a fast-forward", (repo: Repo) => repo.git("merge", "-q", "--ff-only", "side")],
    [
      "a merge",
      (repo: Repo) => [repo.write("own.txt", "x\n"), repo.commit(), repo.git("merge", "-q", "side")],
    ],
    [
      "a rebase",
      (repo: Repo) => [repo.write("own.txt", "x\n"), repo.commit(), repo.git("rebase", "-q", "side")],
    ],
  ])("%s brings files that nobody wrote now", async (_what, act) => {
    const repo = makeRepo(FILES);
    makeOldBranch(repo);
    const start = await repo.state();
    act(repo);
    repo.write("c.txt", "now\n");
    const { files } = await repo.changedSince(start);
    const elsewhere = files.filter(({ isFromElsewhere }) => isFromElsewhere).map(({ path }) => path);
    expect(elsewhere).toEqual(["a.txt", "side.txt"]);
    expect(files.map(({ path }) => path).filter((path) => !elsewhere.includes(path))).not.toBeEmpty();
  });

  test("going back to an older commit adds nothing", async () => {
    const repo = makeRepo(FILES);
    repo.write("a.txt", "newer\n");
    repo.commit();
    const start = await repo.state();
    repo.git("reset", "-q", "--hard", "HEAD~1");
    expect((await repo.changedSince(start)).files).toMatchObject([{ path: "a.txt", isFromElsewhere: true }]);
  });

  test("a file edited after a merge is this session's, and what the merge brought is old", async () => {
    const repo = makeRepo(FILES);
    makeOldBranch(repo);
    const start = await repo.state();
    repo.git("merge", "-q", "side");
    repo.write("a.txt", "theirs\nand mine\n");
    const { files } = await repo.changedSince(start);
    const blobs = [`${start.head}:a.txt`, "side:a.txt"].map((name) => repo.git("rev-parse", name).trim());
    expect(files.find(({ path }) => path === "a.txt")).toMatchObject({
      isFromElsewhere: false,
      old: blobs.map((blob) => ({ in: "git", blob })),
    });
  });
});

/** A branch that existed long before the session. */
function makeOldBranch(repo: Repo): void {
  repo.git("checkout", "-q", "-b", "side");
  repo.write("a.txt", "theirs\n");
  repo.write("side.txt", "side\n");
  repo.git("add", "-A");
  runGit(repo.dir, ["commit", "-q", "-m", "Side"], LONG_AGO);
  repo.git("checkout", "-q", "main");
}
