import { describe, expect, test } from "bun:test";
import { checkScalar } from "../../../src/config/check-scalar.ts";
import { defaultConfig } from "../../../src/config/defaults.generated.ts";
import { listSettings, renderJsonSchema } from "../../../src/config/json-schema.ts";
import { CONFIG_SCHEMA } from "../../../src/config/schema.ts";
import { DURATION_PATTERN } from "../../../src/text/parse-duration.ts";

const leaves = listSettings(CONFIG_SCHEMA, defaultConfig());

describe.each(leaves.map((leaf) => [leaf.key, leaf] as const))("%s", (_key, { spec, value }) => {
  test("has a default that its own rule accepts", () => {
    expect(value).toBeDefined();
    if (spec.type === "either") expect(spec.values).toContain(spec.default);
    else if (spec.type !== "array" && spec.type !== "record") expect(checkScalar(spec, value)).toBeNull();
  });

  test("is described in one line that is a sentence", () => {
    expect(spec.description).toMatch(/^[A-Z][^\n]{10,100}\.$/);
  });
});

describe("the JSON Schema", () => {
  test("committed in schema/ is generated from the table (else run `npm run generate`)", async () => {
    expect(await Bun.file(`${import.meta.dir}/../../../schema/holdfast.schema.json`).text()).toBe(
      renderJsonSchema(),
    );
  });

  test("allows $schema, closes every object, and states bounds and defaults", () => {
    const schema = JSON.parse(renderJsonSchema());
    expect(schema.$schema).toBe("https://json-schema.org/draft/2020-12/schema");
    expect(Object.keys(schema.properties)).toEqual(["$schema", ...Object.keys(CONFIG_SCHEMA.properties)]);
    expect(schema.additionalProperties).toBe(false);
    expect(schema.properties.gates.properties.lock.additionalProperties).toBe(false);
    expect(schema.properties.budget.properties.blocks).toMatchObject({
      minimum: 1,
      maximum: 500,
      default: 6,
    });
    expect(schema.properties.continuation.enum).toEqual(["once", "budget"]);
    expect(schema.properties.gates.properties.lock.properties.ttl.pattern).toBe(DURATION_PATTERN);
  });
});
