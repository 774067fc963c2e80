import { expect, test } from "bun:test";
import { mkdirSync } from "node:fs";
import { runCheck } from "../../../../src/gates/commands/run-check.ts";
import { makeTempHome } from "../../../helpers/temp.ts";

test("a failure in a copy looks like the same failure in the tree, also in addresses of files", async () => {
  const holdfastHome = makeTempHome();
  const [root, copy] = [`${holdfastHome}/a tree`, `${holdfastHome}/a copy`];
  for (const folder of [root, copy]) mkdirSync(folder);
  const run = 'echo "Error: $PWD/a.ts:1 at file://$(pwd | sed "s/ /%20/g")/a.ts:1"; false';
  const check = { stage: "tests", run, folder: root, cwd: "", env: {} };
  const place = { env: { holdfastHome }, projectDir: root, key: "k" };
  const inTree = await runCheck(check, place, { timeoutMs: 10_000 });
  const inCopy = await runCheck(check, { ...place, root, copy }, { timeoutMs: 10_000 });
  expect(inCopy.fingerprint).toBe(inTree.fingerprint);
  expect(inCopy.telling).toBe(`Error: ${root}/a.ts:1 at file://${root}/a.ts:1`);
  expect(inTree.telling).toBe(inCopy.telling);
});
