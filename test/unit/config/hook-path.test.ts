import { expect, test } from "bun:test";
import { dirname, resolve } from "node:path";

const CONFIG = resolve(import.meta.dir, "../../../src/config");

// Importing node:fs costs the hook a millisecond; jsonc-parser and the CLI's own parts cost more.
test.each(["load-config.ts", "trust.ts", "parse-duration.ts", "defaults.ts"])(
  "%s needs nothing but our own small files on the hook path",
  async (entry) => {
    const imports = await importsOf(`${CONFIG}/${entry}`);
    expect([...imports].filter((name) => !name.startsWith(CONFIG))).toEqual([]);
  },
);

test("the scan would find node:fs, so the test above can fail", async () => {
  expect(await importsOf(`${CONFIG}/grant-trust.ts`)).toContain("node:fs/promises");
});

/** Everything that is loaded with the file: static imports, transitively. Types are erased, `await import` comes later. */
async function importsOf(file: string, seen = new Set<string>()): Promise<Set<string>> {
  const scanned = new Bun.Transpiler({ loader: "ts" }).scanImports(await Bun.file(file).text());
  for (const { path, kind } of scanned) {
    if (kind === "dynamic-import") continue;
    const target = path.startsWith(".") ? resolve(dirname(file), path) : path;
    if (seen.has(target)) continue;
    seen.add(target);
    if (target.startsWith("/")) await importsOf(target, seen);
  }
  return seen;
}
