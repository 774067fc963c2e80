// Can the tests of this repository's own commits fail? The newest commits that touch source and unit tests, each judged as if a
// session had made it. Every test that also passes on the old source is printed, so that a reader can judge it.
import { mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { readEnvironment } from "../../src/config/environment.ts";
import {
  type FileChange,
  isOfChange,
  isSourceFile,
  isTestFile,
} from "../../src/gates/quality/new-tests/find-tests.ts";
import { judgeNewTests } from "../../src/gates/quality/new-tests/judge-new-tests.ts";
import type { EvalPart } from "../eval.ts";
import { printTable } from "../table.ts";

const REPOSITORY = resolve(import.meta.dir, "../..");
const COMMITS = 40;
const MAX_MS = 300_000;
/** The others need the built program, which git ignores. */
const UNIT = /^test\/unit\//;

export const evaluate: EvalPart = async ({ print }) => {
  const home = mkdtempSync(join(tmpdir(), "holdfast-eval-"));
  const root = join(home, "clone");
  const read = (...words: string[]) =>
    Bun.spawnSync(["git", "-C", root, ...words], { stderr: "ignore" }).stdout;
  const git = (...words: string[]) => read(...words).toString();
  const total = { commits: 0, files: 0, tests: 0, passing: 0, unsure: 0 };
  const passing: { commit: string; path: string; name: string }[] = [];
  const unsure: { commit: string; path: string; why: string }[] = [];
  try {
    Bun.spawnSync(["git", "clone", "-q", "--shared", "--no-checkout", REPOSITORY, root]);
    mkdirSync(join(root, "node_modules"));
    for (const name of readdirSync(join(REPOSITORY, "node_modules")))
      symlinkSync(join(REPOSITORY, "node_modules", name), join(root, "node_modules", name));
    const env = readEnvironment({ HOME: home, PATH: process.env.PATH, TMPDIR: home });
    for (const commit of git("rev-list", "--no-merges", "HEAD").trim().split("\n")) {
      if (total.commits === COMMITS) break;
      const changes = readChanges(read, commit);
      const hasNewTest = changes.some(({ path, added }) => isTestFile(path) && added.size > 0);
      if (!hasNewTest || !changes.some(({ path }) => isSourceFile(path))) continue;
      git("checkout", "-q", "--force", commit);
      const result = await judgeNewTests({ root, changes, commands: [], env, until: Date.now() + MAX_MS });
      if (result === null) continue;
      total.commits++;
      for (const { path, count, passing: names } of result.judged) {
        total.files++;
        total.tests += count;
        total.passing += names.length;
        passing.push(...names.map((name) => ({ commit, path, name })));
        for (const name of names) print(`passes too: ${commit.slice(0, 8)} ${path}: ${name}`);
      }
      total.unsure += result.unsure.length;
      for (const { path, why } of result.unsure) {
        unsure.push({ commit, path, why });
        print(`unsure: ${commit.slice(0, 8)} ${path}: ${why}`);
      }
    }
  } finally {
    rmSync(home, { recursive: true, force: true });
  }
  printTable(
    print,
    ["commits", "test files judged", "new tests", "pass without the change", "files unsure"],
    [[total.commits, total.files, total.tests, total.passing, total.unsure]],
  );
  return { total, passing, unsure };
};

function readChanges(show: (...words: string[]) => Buffer, commit: string): FileChange[] {
  const git = (...words: string[]) => show(...words).toString();
  const records = git("diff-tree", "-r", "--no-commit-id", "--no-renames", "--name-status", commit).trim();
  return records.split("\n").flatMap((record) => {
    const [status = "", path = ""] = record.split("\t");
    const isWanted = isOfChange(path) || (isTestFile(path) && UNIT.test(path));
    if (!isWanted) return [];
    const isBinary = !isTestFile(path) && !isSourceFile(path);
    const read = (revision: string) =>
      show("show", `${revision}:${path}`).toString(isBinary ? "latin1" : "utf8");
    const added = new Set<number>();
    for (const [, from = "0", count = "1"] of git("diff", "-U0", `${commit}^`, commit, "--", path).matchAll(
      /^@@ -\S+ \+(\d+)(?:,(\d+))? @@/gm,
    ))
      for (let line = 0; line < Number(count); line++) added.add(Number(from) + line);
    return [
      {
        path,
        old: status === "A" ? null : read(`${commit}^`),
        now: status === "D" ? null : read(commit),
        added,
        isBinary,
      },
    ];
  });
}
