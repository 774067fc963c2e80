// What was found in added lines is found once for the same lines and rules.
import { describe, expect, test } from "bun:test";
import { statSync, writeFileSync } from "node:fs";
import { defaultConfig } from "../../../../src/config/defaults.generated.ts";
import type { GatheredChanges } from "../../../../src/gates/engine/gather-changes.ts";
import type { Leftover } from "../../../../src/gates/hygiene/leftover.ts";
import { leftoversOnce } from "../../../../src/gates/hygiene/leftovers-once.ts";
import { noTree } from "../../../../src/worktree/tree-state.ts";
import { makeTempHome } from "../../../helpers/temp.ts";

const FOUND: Leftover[] = [
  {
    rule: "debugger",
    weight: "block",
    path: "a.ts",
    line: 1,
    what: "a debugger statement",
    shown: "debugger;",
    fingerprint: "f",
  },
];
const { hygiene } = defaultConfig();

function makeCase() {
  const holdfastHome = `${makeTempHome()}/.holdfast`;
  let searches = 0;
  return {
    path: `${holdfastHome}/state/s1/start/leftovers.json`,
    searches: () => searches,
    look: (mark: string, given = hygiene, isWhole = true) => {
      const changes: GatheredChanges = {
        root: "/r",
        start: { ...noTree(0, null), fingerprint: "start" },
        tree: { ...noTree(0, null), fingerprint: mark },
        files: [],
        calls: [],
        wholeTree: async () => ({ ...noTree(0, null), fingerprint: mark }),
        addedLines: async () => ({ lines: [], skipped: [], problem: null }),
      };
      return leftoversOnce({ env: { holdfastHome }, sessionId: "s1", changes, hygiene: given }, async () => {
        searches++;
        return { found: FOUND, isWhole };
      });
    },
  };
}

describe("leftovers", () => {
  test("are kept, privately, while the tree and the rules are the same", async () => {
    const { look, path, searches } = makeCase();
    expect(await look("one")).toEqual(FOUND);
    expect(await look("one")).toEqual(FOUND);
    expect(searches()).toBe(1);
    expect(statSync(path).mode & 0o777).toBe(0o600);
  });

  test("are looked for again when the tree or a rule changed", async () => {
    const { look, searches } = makeCase();
    await look("one");
    await look("two");
    await look("two", { ...hygiene, ignore: ["a.ts"] });
    expect(searches()).toBe(3);
  });

  test("are not kept when something was passed over, and looked for again when the file is torn", async () => {
    const { look, path, searches } = makeCase();
    await look("one", hygiene, false);
    await look("one");
    expect(searches()).toBe(2);
    writeFileSync(path, "{");
    expect(await look("one")).toEqual(FOUND);
    expect(searches()).toBe(3);
  });
});
