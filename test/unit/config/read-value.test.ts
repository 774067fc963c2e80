import { describe, expect, test } from "bun:test";
import { formatKey } from "../../../src/config/config-problem.ts";
import { listSettings, toJsonSchema } from "../../../src/config/json-schema.ts";
import { type LayerReading, readValue } from "../../../src/config/read-value.ts";
import type { ObjectSpec, ValueOf } from "../../../src/config/schema-language.ts";

// Arrays and records of objects, which no key of the current table uses.
const STAGES = {
  type: "object",
  description: "A later feature.",
  properties: {
    stages: {
      type: "record",
      description: "Stages by name.",
      values: {
        type: "array",
        description: "What a stage runs.",
        items: {
          type: "object",
          description: "One command.",
          properties: {
            run: { type: "string", description: "The command." },
            timeout: { type: "duration", min: "1s", max: "1h", default: "2m", description: "How long." },
            paths: {
              type: "array",
              description: "For which files.",
              items: { type: "string", description: "A glob." },
            },
          },
        },
      },
    },
  },
} as const satisfies ObjectSpec;

type Stages = ValueOf<typeof STAGES>;

function read(raw: unknown, lower: Stages = { stages: {} }) {
  const reading: LayerReading = {
    file: "f",
    layer: "project",
    problems: [],
    origins: new Map(),
    sources: new Map(),
    isTrusted: true,
    waiting: [],
    loosened: [],
  };
  const value = readValue(STAGES, raw, { path: [], lower, reading }) as Stages;
  return {
    value,
    problems: reading.problems.map((problem) => `${formatKey(problem.path)} ${problem.code}`),
    origins: [...reading.origins.keys()],
  };
}

describe("records and arrays", () => {
  test("fields that an item omits get their defaults", () => {
    const { value, problems } = read({ stages: { test: [{ run: "npm test" }] } });
    expect(value).toEqual({ stages: { test: [{ run: "npm test", timeout: "2m", paths: [] }] } });
    expect(problems).toEqual([]);
  });

  test("a higher layer replaces entries by name, and a list as a whole", () => {
    const lint = [{ run: "lint", timeout: "1m", paths: [] }];
    const below: Stages = { stages: { lint, test: [...lint, ...lint] } };
    const { value, origins } = read({ stages: { test: [{ run: "t" }] } }, below);
    expect(value.stages.lint).toEqual(lint);
    expect(value.stages.test).toEqual([{ run: "t", timeout: "2m", paths: [] }]);
    expect(origins).toContain("stages.test");
    expect(origins).not.toContain("stages.lint");
  });

  const wrong: [name: string, raw: unknown, left: unknown, problems: string[]][] = [
    [
      "an item without its command is dropped",
      [{ timeout: "1m" }, { run: "b" }],
      ["b"],
      ["stages.test[0] missing-key"],
    ],
    ["an item whose command is wrong is dropped", [{ run: 5 }], [], ["stages.test[0].run wrong-type"]],
    ["an item that is not an object is dropped", ["npm test"], [], ["stages.test[0] wrong-type"]],
    [
      "an invalid field falls back to its default",
      [{ run: "a", timeout: "2h" }],
      ["a"],
      ["stages.test[0].timeout out-of-range"],
    ],
    ["an unknown field is dropped", [{ run: "a", cwd: "/" }], ["a"], ["stages.test[0].cwd unknown-key"]],
    [
      "a wrong inner item is dropped",
      [{ run: "a", paths: ["x", 1] }],
      ["a"],
      ["stages.test[0].paths[1] wrong-type"],
    ],
  ];
  test.each(wrong)("%s", (_name, raw, left, problems) => {
    const found = read({ stages: { test: raw } });
    expect(found.value.stages.test?.map(({ run }) => run)).toEqual(left as string[]);
    expect(found.problems).toEqual(problems);
  });

  test("an invalid list leaves the entry as it was", () => {
    expect(read({ stages: { test: "npm test" } })).toMatchObject({
      value: { stages: {} },
      problems: ["stages.test wrong-type"],
    });
    expect(read({ stages: [] }).problems).toEqual(["stages wrong-type"]);
  });

  test.each(["__proto__", "constructor", "prototype"])("%s is not a name for an entry", (name) => {
    const { value, problems } = read(JSON.parse(`{ "stages": { "${name}": [{ "run": "x" }] } }`));
    expect(Object.keys(value.stages)).toEqual([]);
    expect(Object.getPrototypeOf(value.stages)).toBe(Object.prototype);
    expect(problems).toEqual([`stages.${name} unknown-key`]);
  });
});

test("leaf keys name records entry by entry and lists as a whole", () => {
  const { value } = read({ stages: { test: [{ run: "a" }], "odd name": [] } });
  expect(listSettings(STAGES, value).map(({ key }) => key)).toEqual(["stages.test", 'stages["odd name"]']);
  expect(listSettings(STAGES, { stages: {} }).map(({ key }) => key)).toEqual(["stages"]);
});

test("the JSON Schema requires keys without a default", () => {
  const schema = JSON.stringify(toJsonSchema(STAGES));
  expect(schema).toContain('"required":["run"]');
  expect(schema).toContain('"additionalProperties":{"type":"array"');
});
