// Whatever is done to a work tree: two of its states have the same fingerprint exactly when they have the same commit and the
// same content, and nothing has changed since a state exactly when the content is the same.
import { expect, test } from "bun:test";
import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  renameSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import fc from "fast-check";
import { filesChangedSince } from "../../../src/worktree/changed-files.ts";
import type { TreeState } from "../../../src/worktree/tree-state.ts";
import { runs } from "../../helpers/runs.ts";
import { makeRepo, options, type Repo } from "./repo.ts";

const NAMES = ["a", "b", "d/c", "x y\n"];

type Step =
  | { do: "write"; name: string; content: string }
  | { do: "link" | "remove" | "chmod" | "touch"; name: string }
  | { do: "rename"; name: string; to: string }
  | { do: "git"; args: readonly string[] };

const name = fc.constantFrom(...NAMES);
const content = fc.constantFrom("", "1", "2", "same as link");
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 4, arbitrary: fc.record({ do: fc.constant("write" as const), name, content }) },
  {
    weight: 4,
    arbitrary: fc.record({ do: fc.constantFrom("link" as const, "remove", "chmod", "touch"), name }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant("rename" as const), name, to: name }) },
  {
    weight: 5,
    arbitrary: fc.record({
      do: fc.constant("git" as const),
      args: fc.constantFrom(
        ["add", "-A"],
        ["reset", "-q"],
        ["commit", "-q", "-a", "-m", "All"],
        ["commit", "-q", "-m", "Staged"],
        ["commit", "-q", "--amend", "-a", "--no-edit"],
        ["stash", "-q", "-u"],
        ["stash", "pop", "-q"],
        ["checkout", "-q", "--detach", "HEAD~1"],
        ["checkout", "-q", "main"],
        ["reset", "-q", "--hard", "HEAD~1"],
        ["rm", "-q", "--cached", "a"],
        ["checkout", "-q", "--", "."],
      ),
    }),
  },
);

test("the fingerprint and the list of changed files show exactly what is different", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 3, maxLength: 10 }), async (steps) => {
      const repo = makeRepo({ a: "1", b: "2", "d/c": "" });
      repo.write("a", "2");
      repo.commit();
      const seen: { state: TreeState; head: string; files: Map<string, string> }[] = [];
      for (const one of [null, ...steps]) {
        if (one) take(repo, one);
        seen.push({
          state: await repo.state(),
          head: repo.git("rev-parse", "HEAD").trim(),
          files: contentOf(repo.dir),
        });
      }
      const latest = seen.at(-1) as (typeof seen)[number];
      for (const one of seen) {
        expect(one.state).toMatchObject({ kind: "git", problem: null, head: one.head });
        const isSame = one.head === latest.head && Bun.deepEquals(one.files, latest.files);
        expect(one.state.fingerprint === latest.state.fingerprint).toBe(isSame);
        const { kind, files } = await filesChangedSince(one.state, latest.state, options);
        expect(kind).toBe("git");
        expect(files.map(({ path }) => path).sort()).toEqual(differing(one.files, latest.files));
      }
    }),
    { numRuns: runs(30) },
  );
}, 120_000);

function take({ dir, git }: Repo, one: Step): void {
  try {
    if (one.do === "git") git(...one.args);
    else change(dir, one);
  } catch {
    // Nothing to stash, no older commit, a missing file: git refuses, and the tree stays.
  }
}

function change(dir: string, one: Exclude<Step, { do: "git" }>): void {
  const path = join(dir, one.name);
  mkdirSync(dirname(path), { recursive: true });
  if (one.do === "write" || one.do === "link") rmSync(path, { force: true });
  if (one.do === "write") writeFileSync(path, one.content);
  if (one.do === "link") symlinkSync("same as link", path);
  if (one.do === "remove") rmSync(path);
  if (one.do === "rename") renameSync(path, join(dir, one.to));
  if (!existsSync(path) || lstatSync(path).isSymbolicLink()) return;
  if (one.do === "chmod") chmodSync(path, lstatSync(path).mode ^ 0o111);
  if (one.do === "touch") utimesSync(path, 1, 1);
}

/** Every file of the work tree as kind, mode and content. */
function contentOf(dir: string): Map<string, string> {
  const found = new Map<string, string>();
  for (const entry of readdirSync(dir, { withFileTypes: true, recursive: true })) {
    const path = join(entry.parentPath, entry.name);
    const short = path.slice(dir.length + 1);
    if (entry.isDirectory() || short.startsWith(".git/")) continue;
    if (entry.isSymbolicLink()) found.set(short, `link ${readlinkSync(path)}`);
    else found.set(short, `${(lstatSync(path).mode & 0o100) === 0} ${readFileSync(path, "utf8")}`);
  }
  return new Map([...found].sort(([a], [b]) => (a < b ? -1 : 1)));
}

function differing(one: Map<string, string>, other: Map<string, string>): string[] {
  const names = new Set([...one.keys(), ...other.keys()]);
  return [...names].filter((path) => one.get(path) !== other.get(path)).sort();
}
