import { expect, test } from "bun:test";
import { existsSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { GATES } from "../../../../src/gates/registry.ts";

const ROOT = resolve(import.meta.dir, "../../../..");
const SOURCES = `${ROOT}/src`;
/** Built in, and cheap. */
const ALLOWED = ["bun:ffi", "bun:sqlite"];

// Importing node:fs costs the hook a millisecond; jsonc-parser and the CLI's own parts cost more.
test.each([
  "bin/hook.ts",
  "gates/engine/stop.ts",
  "gates/engine/judge-gates.ts",
  "gates/engine/notify-gates.ts",
  "gates/engine/changes.ts",
  "gates/engine/compare-changes.ts",
  ...GATES.map(({ id }) => `gates/${id}/gate.ts`),
  "gates/quality/check-changes.ts",
  "gates/plan/proofs.ts",
  "worktree/event-tree.ts",
  "hook/on-tool-use.ts",
  "hook/on-prompt.ts",
  "config/load-config.ts",
  "config/merge-layer.ts",
  "config/trust.ts",
  "transcript/read-tail.ts",
  "transcript/read-since.ts",
  "transcript/subagent-files.ts",
])("%s imports only our own small files", async (entry) => {
  const imports = await importsOf(`${SOURCES}/${entry}`);
  expect([...imports].filter((name) => !name.startsWith(ROOT) && !ALLOWED.includes(name))).toEqual([]);
});

// The table of settings, the migrations and the gates are for events that need them.
test.each(["bin/hook.ts", "gates/engine/stop.ts", "hook/on-tool-use.ts", "hook/on-prompt.ts"])(
  "%s loads what few events need only on demand",
  async (entry) => {
    const imports = [...(await importsOf(`${SOURCES}/${entry}`))].map((path) =>
      path.slice(SOURCES.length + 1),
    );
    for (const rare of [
      "config/schema.ts",
      "store/migrations/",
      "gates/loop/",
      "text/redaction/rules.generated.ts",
    ]) {
      expect(existsSync(`${SOURCES}/${rare}`)).toBe(true);
      expect(imports.filter((path) => path.startsWith(rare))).toEqual([]);
    }
  },
);

test("the scan would find node:fs, so the tests above can fail", async () => {
  expect(await importsOf(`${SOURCES}/install/manifest.ts`)).toContain("node:fs/promises");
});

/** Everything that is loaded with the file: static imports, transitively. Types are erased, `await import` comes later. */
async function importsOf(file: string, seen = new Set<string>()): Promise<Set<string>> {
  const scanned = new Bun.Transpiler({ loader: "ts" }).scanImports(await Bun.file(file).text());
  for (const { path, kind } of scanned) {
    if (kind === "dynamic-import") continue;
    const target = path.startsWith(".") ? resolve(dirname(file), path) : path;
    if (seen.has(target)) continue;
    seen.add(target);
    if (target.startsWith("/") && target.endsWith(".ts")) await importsOf(target, seen);
  }
  return seen;
}
