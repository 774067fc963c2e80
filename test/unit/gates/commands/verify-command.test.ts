import { expect, test } from "bun:test";
import { runVerifyCommand } from "../../../../src/gates/commands/verify-command.ts";
import { makeTempFolder } from "../../../helpers/temp.ts";

const TEST = 'import { expect, test } from "bun:test";\ntest("adds", () => { expect(1 + 1).toBe(3); });\n';
const BUN = `'${process.execPath}' test sum.test.ts 2>&1`;

test.each<[command: string, passed: boolean]>([
  [`${BUN} | tail -5`, false],
  [`${BUN}; echo done`, false],
  [`${BUN} || true`, false],
  [`${BUN.replace("sum", "fine")} | tail -5`, true],
  ["echo ' 2 pass'; echo ' 1 fail'", false],
  // Nothing hides the exit code, so it decides.
  ["printf ' 2 pass\\n 1 fail\\n'", true],
])("%s passes: %p", async (command, passed) => {
  const folder = makeTempFolder("verify");
  await Bun.write(`${folder}/sum.test.ts`, TEST);
  await Bun.write(`${folder}/fine.test.ts`, TEST.replace("toBe(3)", "toBe(2)"));
  const result = await runVerifyCommand(command, folder, 20_000);
  expect(result.passed).toBe(passed);
  if (!passed) expect(result.error).toMatch(/^Tests failed \(\d passed, 1 failed\)/);
});
