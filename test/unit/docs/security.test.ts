import { expect, test } from "bun:test";
import { existsSync, readFileSync } from "node:fs";

const ROOT = `${import.meta.dir}/../../..`;
const lines = readFileSync(`${ROOT}/docs/internals/promises.md`, "utf8").split("\n");

/** `file`: the name of a test, or the beginning of it, up to the end of a table cell or a bracket. */
const proofs = lines.flatMap((line) => {
  const found = /`(test\/[^`]+)`: (.+?)(?: \||\)[.)]?$)/.exec(line);
  return found ? [{ file: found[1] ?? "", name: found[2] ?? "" }] : [];
});

test("every promise names a test that exists", () => {
  const rows = lines.filter((line) => line.startsWith("| ") && !line.startsWith("| promise "));
  expect(rows.length).toBeGreaterThan(30);
  expect(rows.filter((row) => !row.includes("`test/"))).toEqual([]);
  expect(proofs.length).toBe(rows.length + 1);
  const missing = proofs.filter(({ file, name }) => {
    if (!existsSync(`${ROOT}/${file}`)) return true;
    const source = readFileSync(`${ROOT}/${file}`, "utf8");
    return (
      !["test(", "test.each", "describe("].some((kind) => source.includes(kind)) ||
      !source.includes(`"${name}`)
    );
  });
  expect(missing).toEqual([]);
});
