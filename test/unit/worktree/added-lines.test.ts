import { describe, expect, test } from "bun:test";
import { symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type AddedLine, type AddedLines, addedLinesSince } from "../../../src/worktree/added-lines.ts";
import { snapshotDirtyFiles } from "../../../src/worktree/line-snapshot.ts";
import { noTree } from "../../../src/worktree/tree-state.ts";
import { makeTempFolder } from "../../helpers/temp.ts";
import { makeRepo, options, type Repo, runGit } from "./repo.ts";

const FILES = { "a.txt": "one\ntwo\nthree\n", "b.txt": "four\n// TODO old\nfive\n" };

type Case = [what: string, before: (repo: Repo) => unknown, act: (repo: Repo) => unknown, expected: string[]];

const nothing = () => {};

const cases: Case[] = [
  ["an edited file", nothing, (repo) => repo.write("a.txt", "one\n2\nthree\n"), ["a.txt:2 2"]],
  ["an inserted line", nothing, (repo) => repo.write("a.txt", "one\ntwo\nnew\nthree\n"), ["a.txt:3 new"]],
  ["a repeated line", nothing, (repo) => repo.write("a.txt", "one\ntwo\nthree\ntwo\n"), ["a.txt:4 two"]],
  ["a deleted line", nothing, (repo) => repo.write("a.txt", "one\nthree\n"), []],
  ["a new file", nothing, (repo) => repo.write("n.txt", "x\ny\n"), ["n.txt:1 x", "n.txt:2 y"]],
  ["a deleted file", nothing, (repo) => repo.remove("a.txt"), []],
  ["a last line without a newline", nothing, (repo) => repo.write("a.txt", "one\ntwo\nthree"), []],
  [
    "a committed edit",
    nothing,
    (repo) => [repo.write("a.txt", "one\n2\nthree\n"), repo.commit()],
    ["a.txt:2 2"],
  ],
  ["other indentation", nothing, (repo) => repo.write("a.txt", "if\n  one\n\ttwo\nthree\n"), ["a.txt:1 if"]],
  [
    "other line endings",
    nothing,
    (repo) => repo.write("a.txt", "one\r\ntwo\r\nnew\r\nthree\r\n"),
    ["a.txt:3 new"],
  ],
  ["a moved file", nothing, (repo) => repo.git("mv", "b.txt", "z.txt"), []],
  [
    "a moved file that was edited",
    nothing,
    (repo) => [repo.git("mv", "b.txt", "z.txt"), repo.write("z.txt", "four\n// TODO old\nfive\nnew\n")],
    ["z.txt:4 new"],
  ],
  [
    "a line moved to another file, and written once more",
    nothing,
    (repo) => [
      repo.write("b.txt", "four\nfive\n"),
      repo.write("a.txt", "one\n// TODO old\ntwo\nthree\n// TODO old\n"),
    ],
    ["a.txt:5 // TODO old"],
  ],
  [
    "a file that was dirty at the start",
    (repo) => repo.write("a.txt", "one\ntwo\nthree\nmine\n"),
    (repo) => repo.write("a.txt", "one\ntwo\nthree\nmine\nnew\n"),
    ["a.txt:5 new"],
  ],
  [
    "an untracked file that was there at the start",
    (repo) => repo.write("n.txt", "mine\n"),
    (repo) => [repo.write("n.txt", "mine\nnew\n"), repo.commit()],
    ["n.txt:2 new"],
  ],
  [
    "a dirty file that is restored",
    (repo) => repo.write("a.txt", "mine\n"),
    (repo) => repo.git("checkout", "-q", "a.txt"),
    [],
  ],
  [
    "a file that was deleted at the start",
    (repo) => repo.remove("a.txt"),
    (repo) => repo.write("a.txt", "one\nnew\n"),
    ["a.txt:2 new"],
  ],
  ["names of any bytes", nothing, (repo) => repo.write("n\n:1 x", "new\n"), ["n\n:1 x:1 new"]],
];

describe("lines added since the baseline", () => {
  test.each(cases)("of %s", async (_what, before, act, expected) => {
    const repo = makeRepo(FILES);
    before(repo);
    const { lines, skipped, problem } = await addedBy(repo, act);
    expect({ skipped, problem }).toEqual({ skipped: [], problem: null });
    expect(lines.map(describeLine)).toEqual(expected);
  });

  test("exclude old lines from a merge, and include an edit on top of it", async () => {
    const repo = makeRepo(FILES);
    repo.git("checkout", "-q", "-b", "side");
    repo.write("a.txt", "one\n// TODO theirs\ntwo\nthree\n");
    repo.git("add", "-A");
    runGit(repo.dir, ["commit", "-q", "-m", "Side"], { GIT_COMMITTER_DATE: "2001-01-01T00:00:00Z" });
    repo.git("checkout", "-q", "main");
    const { lines } = await addedBy(repo, () => {
      repo.git("merge", "-q", "side");
      repo.write("a.txt", "one\n// TODO theirs\n// TODO mine\ntwo\nthree\n");
    });
    expect(lines.map(describeLine)).toEqual(["a.txt:3 // TODO mine"]);
  });

  test("are truncated if very long", async () => {
    const { lines } = await addedBy(makeRepo(FILES), (repo) => repo.write("n.txt", "x".repeat(50_000)));
    expect(lines.map(({ text }) => text.length)).toEqual([1000]);
  });

  test("that are not UTF-8 are read as well as possible", async () => {
    const { lines } = await addedBy(makeRepo(FILES), (repo) =>
      writeFileSync(join(repo.dir, "a.txt"), Buffer.from("one\ntwo\nthree\ncaf\xe9\n", "latin1")),
    );
    expect(lines.map(describeLine)).toEqual(["a.txt:4 caf\uFFFD"]);
  });
});

describe("files that are skipped", () => {
  const skips: [what: string, before: (repo: Repo) => unknown, act: (repo: Repo) => unknown, path: string][] =
    [
      ["binary content", nothing, (repo) => repo.write("n.bin", "a\0b"), "n.bin"],
      [
        "text that was binary",
        (repo) => [repo.write("n.bin", "a\0b"), repo.commit()],
        (repo) => repo.write("n.bin", "a"),
        "n.bin",
      ],
      ["a huge file", nothing, (repo) => repo.write("huge", "x\n".repeat(1_500_000)), "huge"],
      [
        "a file that was huge",
        (repo) => [repo.write("huge", "x\n".repeat(1_500_000)), repo.commit()],
        (repo) => repo.write("huge", "x\n"),
        "huge",
      ],
      ["a link", nothing, (repo) => symlinkSync("/dev/zero", join(repo.dir, "n")), "n"],
      [
        "a dirty file with secrets",
        (repo) => repo.write(".env", "KEY=1\n"),
        (repo) => repo.write(".env", "KEY=1\nB=2\n"),
        ".env",
      ],
      [
        "an LFS pointer",
        (repo) => [repo.write("n", "version https://git-lfs.github.com/spec/v1\nsize 1\n"), repo.commit()],
        (repo) => repo.write("n", "x\n"),
        "n",
      ],
    ];
  test.each(skips)("%s", async (_what, before, act, path) => {
    const repo = makeRepo(FILES);
    before(repo);
    const { lines, skipped, problem } = await addedBy(repo, act);
    expect({ lines, skipped, problem }).toEqual({ lines: [], skipped: [path], problem: null });
  });

  test("without a snapshot, formerly dirty files are unknown rather than new", async () => {
    const repo = makeRepo(FILES);
    repo.write("a.txt", "mine\n");
    const start = await repo.state();
    repo.write("a.txt", "mine\nnew\n");
    const { files } = await repo.changedSince(start);
    const added = await addedLinesSince(start, files, { ...options, snapshotDir: "/nowhere" });
    expect(added).toMatchObject({ lines: [], skipped: ["a.txt"], problem: null });
  });

  test("when there is no time, and when there is no repository", async () => {
    const repo = makeRepo(FILES);
    const start = await repo.state();
    repo.write("a.txt", "x\n");
    const { files } = await repo.changedSince(start);
    const late = await addedLinesSince(start, files, { ...options, deadlineMs: 0, snapshotDir: "/nowhere" });
    expect(late).toMatchObject({ lines: [], problem: expect.stringContaining("no time left") });
    const none = await addedLinesSince(noTree(0, null), files, { ...options, snapshotDir: "/nowhere" });
    expect(none).toEqual({ lines: [], removed: [], skipped: [], problem: null });
  });
});

test("removed lines are reported, without those that moved", async () => {
  const { removed } = await addedBy(makeRepo(FILES), (repo) => [
    repo.write("a.txt", "one\n2\n"),
    repo.write("b.txt", "four\n// TODO new\nfive\nthree\n"),
  ]);
  expect(removed).toEqual([
    { path: "a.txt", text: "two" },
    { path: "b.txt", text: "// TODO old" },
  ]);
});

async function addedBy(repo: Repo, act: (repo: Repo) => unknown): Promise<AddedLines> {
  const snapshotDir = makeTempFolder("snapshot");
  const start = await repo.state();
  await snapshotDirtyFiles(start, snapshotDir);
  act(repo);
  const { files, problem } = await repo.changedSince(start);
  expect(problem).toBeNull();
  return addedLinesSince(start, files, { ...options, snapshotDir });
}

function describeLine({ path, line, text }: AddedLine): string {
  return `${path}:${line} ${text}`;
}
