import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { defaultConfig } from "../../../../src/config/defaults.generated.ts";
import { NO_FILES } from "../../../../src/config/load-config.ts";
import { listStages } from "../../../../src/gates/commands/check.ts";
import {
  cacheKey,
  matchesPaths,
  planChecks,
  withinFolder,
} from "../../../../src/gates/quality/due-checks.ts";
import { type DirtyFile, type TreeState, treeFingerprint } from "../../../../src/worktree/tree-state.ts";
import { makeCheck } from "../../../helpers/checks.ts";

const CHECK = makeCheck("quality", "lint");

const dirty = (path: string, content: string): DirtyFile => ({ path, status: ".M", content, committed: "0" });

function readTreeOnce(files: DirtyFile[], head = "h1"): TreeState {
  const mark = treeFingerprint(head, files);
  return {
    kind: "git",
    head,
    branch: "main",
    root: "/p",
    dirty: files,
    fingerprint: mark,
    truncated: false,
    at: 0,
    problem: null,
  };
}

describe("paths", () => {
  test.each([
    [["src/**"], "src/a.ts", true],
    [["src/**"], "src/.hidden/a.ts", true],
    [["src"], "src/deep/a.ts", true],
    [["./src/"], "src/a.ts", true],
    [["src"], "srcs/a.ts", false],
    [["*.md"], "README.md", true],
    [["*.md"], "docs/a.md", false],
    [["**/*.md"], "docs/a b\nc.md", true],
    [["**/*.{ts,tsx}"], "a.tsx", true],
    [["src/**", "!src/gen/**"], "src/gen/a.ts", false],
    [["!docs"], "src/a.ts", true],
    [["!docs"], "docs/a.md", false],
  ])("%j on %j: %p", (globs, path, expected) => {
    expect(matchesPaths(globs, path)).toBe(expected);
  });

  test("are relative to the project's folder, wherever it is in the tree", () => {
    expect(withinFolder("/p", "/p", "a/b")).toBe("a/b");
    expect(withinFolder("/p", "/p/a", "a/b")).toBe("b");
    expect(withinFolder("/p", "/p/a", "ab/c")).toBeNull();
  });

  test("if a check has none, every change triggers it, and nothing else does", () => {
    const stages = [{ name: "quality", checks: [CHECK] }];
    const changed = (paths: string[]) => ({ root: "/p", projectDir: "/p", paths });
    expect(planChecks(stages, changed(["x"]))).toEqual(stages);
    expect(planChecks(stages, changed([]))).toEqual([]);
  });
});

describe("stages", () => {
  test("keep their order; those without a command are left out", () => {
    const command = {
      timeout: 0,
      paths: [],
      cwd: "",
      env: {},
      onTimeout: "advise",
      background: false,
      ci: false,
    } as const;
    const config = defaultConfig();
    config.quality.stages = {
      zeta: [{ ...command, paths: [], run: " b " }],
      empty: [{ ...command, paths: [], run: "  " }],
      alpha: [{ ...command, paths: [], run: "a", background: true }],
    };
    const listed = listStages({ ...NO_FILES, config }, "/p");
    expect(
      listed.map(({ name, checks }) => [name, checks.map(({ run, timeoutMs }) => [run, timeoutMs])]),
    ).toEqual([
      ["zeta", [["b", 120_000]]],
      ["alpha", [["a", 600_000]]],
    ]);
  });
});

describe("the key of a result", () => {
  const files = fc.uniqueArray(fc.tuple(fc.constantFrom("src/a", "src/b", "docs/c", "x"), fc.string()), {
    selector: ([path]) => path,
  });

  test("is the same for the same content, and another when a relevant file differs", () => {
    fc.assert(
      fc.property(files, files, (one, other) => {
        const [a, b] = [one, other].map((list) =>
          readTreeOnce(list.map(([path, content]) => dirty(path, content))),
        );
        if (!a || !b) return;
        const of = (tree: TreeState) => cacheKey({ ...CHECK, paths: ["src/**"] }, tree);
        const matters = (tree: TreeState) =>
          treeFingerprint(
            tree.head,
            tree.dirty.filter(({ path }) => path.startsWith("src/")),
          );
        expect(of(a) === of(b)).toBe(matters(a) === matters(b));
      }),
    );
  });

  test("depends on the command, its folder, its environment, the project and the commit", () => {
    const tree = readTreeOnce([dirty("x", "1")]);
    const keys = [
      cacheKey(CHECK, tree),
      cacheKey({ ...CHECK, run: "lint --all" }, tree),
      cacheKey({ ...CHECK, cwd: "a" }, tree),
      cacheKey({ ...CHECK, env: { A: "1" } }, tree),
      cacheKey({ ...CHECK, folder: "/p/q" }, tree),
      cacheKey(CHECK, readTreeOnce([dirty("x", "1")], "h2")),
    ];
    expect(new Set(keys).size).toBe(keys.length);
    expect(cacheKey({ ...CHECK, timeoutMs: 5, background: true }, tree)).toBe(keys[0] ?? null);
  });

  test("is missing if the content is not known", () => {
    expect(cacheKey(CHECK, { ...readTreeOnce([]), kind: "none", root: null, fingerprint: "" })).toBeNull();
    expect(cacheKey({ ...CHECK, paths: ["src"] }, { ...readTreeOnce([]), truncated: true })).toBeNull();
  });
});
