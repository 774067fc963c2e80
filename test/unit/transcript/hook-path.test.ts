import { expect, test } from "bun:test";
import { dirname, resolve } from "node:path";

const SOURCES = resolve(import.meta.dir, "../../../src");

// Importing node:fs costs the hook a millisecond.
test.each(["read-tail.ts", "read-since.ts", "stream-items.ts", "subagent-files.ts"])(
  "%s needs nothing but our own small files on the hook path",
  async (entry) => {
    const imports = await importsOf(`${SOURCES}/transcript/${entry}`);
    expect(imports.size).toBeGreaterThan(1);
    expect([...imports].filter((name) => !name.startsWith(SOURCES))).toEqual([]);
  },
);

/** Everything that is loaded with the file: static imports, transitively. Types are erased. */
async function importsOf(file: string, seen = new Set<string>()): Promise<Set<string>> {
  const scanned = new Bun.Transpiler({ loader: "ts" }).scanImports(await Bun.file(file).text());
  for (const { path } of scanned) {
    const target = path.startsWith(".") ? resolve(dirname(file), path) : path;
    if (seen.has(target)) continue;
    seen.add(target);
    if (target.startsWith("/")) await importsOf(target, seen);
  }
  return seen;
}
