// The corpus script over our own small corpus: one file per client generation, and one of another tool.
import { expect, test } from "bun:test";
import { resolve } from "node:path";
import { makeTempFolder, writeFileIn } from "../../helpers/temp.ts";

const SCRIPT = resolve(import.meta.dir, "../../../scripts/corpus.ts");
const FIXTURES = resolve(import.meta.dir, "../../fixtures/transcripts");

async function runCorpus(...args: string[]) {
  const child = Bun.spawn([process.execPath, SCRIPT, ...args], { stdout: "pipe", stderr: "pipe" });
  const [stdout, stderr, exitCode] = await Promise.all([
    child.stdout.text(),
    child.stderr.text(),
    child.exited,
  ]);
  return { stdout, stderr, exitCode };
}

test("every transcript in the folder is read and nothing in it is unknown", async () => {
  const { stdout, exitCode } = await runCorpus(FIXTURES, "--json");
  expect(exitCode).toBe(0);
  expect(JSON.parse(stdout)).toMatchObject({
    files: [...new Bun.Glob("**/*.jsonl").scanSync(FIXTURES)].length,
    foreignFiles: 1,
    damagedLines: 1,
    unknownShapes: {},
    failures: [],
  });
});

test("the readable report says the same", async () => {
  const { stdout, exitCode } = await runCorpus(FIXTURES);
  expect(exitCode).toBe(0);
  expect(stdout).toMatch(/\d+ files, .* MB\/s/);
  expect(stdout).toContain("0 failures");
});

test("a file that cannot be read is a failure", async () => {
  const folder = makeTempFolder("corpus");
  writeFileIn(folder, "folder.jsonl/inside.txt", "");
  const { stdout, exitCode } = await runCorpus(`${folder}/folder.jsonl`, "--json");
  expect(exitCode).toBe(1);
  expect(JSON.parse(stdout).failures).toHaveLength(1);
});

test("without a folder it prints its usage", async () => {
  expect(await runCorpus()).toMatchObject({ exitCode: 2, stderr: expect.stringContaining("usage:") });
});
