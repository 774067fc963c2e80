import { expect, test } from "bun:test";
import { planConfigChange } from "../../../../../src/review/reflection/actions/plan-change.ts";
import { makeTempProject } from "../../../../helpers/temp.ts";

const UNKNOWN_KEYS = `{${Array.from({ length: 30 }, (_, n) => `"key${n}": 1`).join(", ")}}`;

function plan(text: string, key: string, value: unknown) {
  const projectDir = makeTempProject({ files: { ".claude/holdfast.json": text } });
  return planConfigChange(projectDir, { key, value });
}

test.each([
  ["an empty file", ""],
  ["a byte order mark", '\uFEFF{"gates": {}}'],
  ["many problems of its own", UNKNOWN_KEYS],
])("with %s, only an existing setting is set, to a valid value", async (_name, text) => {
  const { after } = await plan(text, "gates.hygiene.enabled", false);
  expect(JSON.parse(after.replace("\uFEFF", ""))).toMatchObject({ gates: { hygiene: { enabled: false } } });
  for (const [key, value] of [
    ["gates.unheard-of.enabled", false],
    ["gates.hygiene.enabled", "perhaps"],
  ] as const)
    await expect(plan(text, key, value)).rejects.toThrow(`${key} cannot be set`);
});
