// The tools that come with the project, run for real: their current output is reported, and is the same twice.
import { expect, test } from "bun:test";
import { join } from "node:path";
import { runCommand } from "../../../../src/platform/process/run-command.ts";
import { errorExcerpt } from "../../../../src/text/output/error-excerpt.ts";
import { fingerprintOutput } from "../../../../src/text/output/fingerprint-output.ts";
import { makeTempProject, writeFileIn } from "../../../helpers/temp.ts";

const tools = join(import.meta.dir, "../../../../node_modules/.bin");
const TEST_FILE = [
  'test("adds", () => { expect(1 + 1).toBe(2); });',
  'test("multiplies", () => { expect(2 * 2).toBe(5); });',
];

const TOOLS: [tool: string, command: string, files: Record<string, string>, tells: string[]][] = [
  [
    "tsc",
    `"$TOOLS/tsc" --noEmit --strict --skipLibCheck --singleThreaded cart.ts`,
    { "cart.ts": 'export const total: number = "two";\n' },
    ["cart.ts(1,14): error TS2322:"],
  ],
  [
    "tsc in colours",
    `"$TOOLS/tsc" --noEmit --strict --skipLibCheck --singleThreaded --pretty cart.ts`,
    { "cart.ts": 'export const total: number = "two";\n' },
    ["cart.ts:1:14 - error TS2322:", "Found 1 error"],
  ],
  [
    "biome",
    `"$TOOLS/biome" lint --colors=force cart.js`,
    { "biome.json": '{ "root": true }', "cart.js": "if (total == 3) debugger;\n" },
    ["cart.js:1:11 lint/suspicious/noDoubleEquals", "Found "],
  ],
  [
    "bun test",
    `"$TOOLS/bun" test`,
    { "cart.test.js": ['import { expect, test } from "bun:test";', ...TEST_FILE].join("\n") },
    ["error: expect(received).toBe(expected)", "Expected: 5\nReceived: 4", "cart.test.js:3:", "1 fail"],
  ],
  [
    "node --test",
    "node --test",
    {
      "cart.test.js":
        'const test = require("node:test"); const assert = require("node:assert");\ntest("multiplies", () => assert.strictEqual(2 * 2, 5));\n',
    },
    ["multiplies", "4 !== 5", "cart.test.js:2:"],
  ],
];

test.each(TOOLS)(
  "the error of %s is shown, the same twice, and another place is another failure",
  async (_, command, files, tells) => {
    const cwd = makeTempProject({ files });
    const run = () =>
      runCommand({ command, cwd, timeoutMs: 25_000, outputLimit: 256 * 1024, env: { TOOLS: tools } });
    const print = ({ exitCode, output }: Awaited<ReturnType<typeof run>>) =>
      fingerprintOutput(exitCode, output, [cwd]);
    const first = await run();
    expect(first.outcome).not.toBe("passed");
    for (const part of tells) expect(errorExcerpt(first.output)).toContain(part);

    // Whatever a script prints before the tool runs, its errors come first.
    const chatter = Array.from({ length: 400 }, (_, n) => `preparing step ${n}\n`).join("");
    expect(errorExcerpt(chatter + first.output)).toBe(errorExcerpt(first.output));

    const second = await run();
    expect(print(second)).toBe(print(first));
    expect(errorExcerpt(second.output)).toBe(errorExcerpt(first.output));

    for (const [name, text] of Object.entries(files).filter(([file]) => file.startsWith("cart")))
      writeFileIn(cwd, name, `\n${text}`);
    expect(print(await run())).not.toBe(print(first));
  },
);
