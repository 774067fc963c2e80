import { expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { CAPABILITIES } from "../../agents/capabilities.ts";

const named = CAPABILITIES.flatMap(({ what, shownBy }) =>
  Object.entries(shownBy).flatMap(([file, names]) => [names].flat().map((name) => ({ what, file, name }))),
);

test.each(named)("$what, in the table of agents, is shown by $name", ({ file, name }) => {
  const source = readFileSync(join(import.meta.dir, "../..", file), "utf8");
  expect(source).toContain(`test("${name}"`);
});
