// Leftovers in the same added lines are searched for once per rules.
import { describe, expect, test } from "bun:test";
import { statSync, writeFileSync } from "node:fs";
import { defaultConfig } from "../../../../src/config/defaults.generated.ts";
import type { Changes } from "../../../../src/gates/engine/changes.ts";
import { gatherLeftovers } from "../../../../src/gates/hygiene/gather.ts";
import { noTree } from "../../../../src/worktree/tree-state.ts";
import { makeStopContext } from "../../../helpers/stops.ts";
import { makeTempProject } from "../../../helpers/temp.ts";

const { hygiene } = defaultConfig();
const LINE = { path: "a.ts", line: 1, text: "debugger;" };
const FILE = {
  path: "a.ts",
  isDeleted: false,
  isDirty: true,
  isFromElsewhere: false,
  old: [],
} as const;

async function makeCase() {
  const stop = await makeStopContext();
  let searches = 0;
  return {
    path: `${stop.env.holdfastHome}/state/s1/start/leftovers.json`,
    searches: () => searches,
    look: async (mark: string, given = hygiene, skipped: string[] = []) => {
      const tree = { ...noTree(0, null), fingerprint: mark };
      const changes: Changes = {
        root: "/r",
        start: { ...noTree(0, null), fingerprint: "start" },
        tree,
        files: [{ ...FILE, old: [] }],
        filesOfOthers: async () => [],
        calls: [],
        wholeTree: async () => tree,
        addedLines: async () => {
          searches++;
          return { lines: [LINE], removed: [], skipped, problem: null };
        },
      };
      const config = { ...defaultConfig(), hygiene: given };
      const shared = { ...stop.shared, changes: async () => changes };
      return (await gatherLeftovers({ ...stop, config, shared }))?.map(({ rule }) => rule);
    },
  };
}

describe("leftovers", () => {
  test("are cached, privately, while the tree and the rules are the same", async () => {
    const { look, path, searches } = await makeCase();
    expect(await look("one")).toEqual(["debugger"]);
    expect(await look("one")).toEqual(["debugger"]);
    expect(searches()).toBe(1);
    expect(statSync(path).mode & 0o777).toBe(0o600);
  });

  test("are searched again when the tree or a rule changed, and always if the tree has no mark", async () => {
    const { look, searches } = await makeCase();
    await look("one");
    await look("two");
    expect(await look("two", { ...hygiene, ignore: ["a.ts"] })).toEqual([]);
    expect(searches()).toBe(3);
    await look("");
    await look("");
    expect(searches()).toBe(5);
  });

  test("are not cached when something was skipped, and searched again when the cache is torn", async () => {
    const { look, path, searches } = await makeCase();
    await look("one", hygiene, ["b.ts"]);
    await look("one");
    expect(searches()).toBe(2);
    writeFileSync(path, "{");
    expect(await look("one")).toEqual(["debugger"]);
    expect(searches()).toBe(3);
  });
});

describe("debug output is the project's way to log", () => {
  const print = (text: string) => ({ path: "src/a.ts", line: 1, text });
  test.each<[string, Record<string, string>, string[]]>([
    ["but not in a file that never printed", { "src/a.ts": "console.log(x);\n" }, ["print"]],
    ["in a file that printed before", { "src/a.ts": "console.log(x);\nconsole.log(old);\n" }, []],
    ["next to a file that prints", { "src/a.ts": "console.log(x);\n", "src/b.ts": "console.log(b);\n" }, []],
    [
      "but not because of another folder",
      { "src/a.ts": "console.log(x);\n", "tools/b.ts": "console.log(b);\n" },
      ["print"],
    ],
  ])("%s", async (_what, files, expected) => {
    const stop = await makeStopContext();
    const root = makeTempProject({ files });
    const changes: Changes = {
      root,
      start: noTree(0, null),
      tree: noTree(0, null),
      files: [{ ...FILE, path: "src/a.ts", old: [] }],
      filesOfOthers: async () => [],
      calls: [],
      wholeTree: async () => noTree(0, null),
      addedLines: async () => ({
        lines: [print("console.log(x);")],
        removed: [],
        skipped: [],
        problem: null,
      }),
    };
    const shared = { ...stop.shared, changes: async () => changes };
    const found = await gatherLeftovers({ ...stop, shared });
    expect(found?.map(({ rule }) => rule)).toEqual(expected);
  });
});
