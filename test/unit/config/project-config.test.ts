// What a project's config may do with each key, over all keys: it never makes holdfast record more, without trust never hold
// more, and it never loosens what the user's own config says.
import { describe, expect, test } from "bun:test";
import { defaultConfig } from "../../../src/config/defaults.generated.ts";
import { grantTrust } from "../../../src/config/grant-trust.ts";
import { loadConfig } from "../../../src/config/load-config.ts";
import { CONFIG_SCHEMA } from "../../../src/config/schema.ts";
import type { ScalarSpec, Spec } from "../../../src/config/schema-language.ts";
import { readTrust } from "../../../src/config/trust.ts";
import { parseDuration } from "../../../src/text/parse-duration.ts";
import { makeTempHome, makeTempProject, writeFileIn } from "../../helpers/temp.ts";

interface Key {
  path: string[];
  spec: Exclude<Spec, { type: "object" }>;
}

const KEYS = listKeys(CONFIG_SCHEMA, []);
const SCALARS = KEYS.filter((key): key is { path: string[]; spec: ScalarSpec } =>
  "values" in key.spec ? key.spec.type === "enum" : key.spec.type !== "array",
);

function listKeys(spec: Spec, path: string[]): Key[] {
  if (spec.type !== "object") return [{ path, spec }];
  return Object.entries(spec.properties).flatMap(([name, part]) => listKeys(part, [...path, name]));
}

function valuesOf(spec: ScalarSpec): unknown[] {
  switch (spec.type) {
    case "boolean":
      return [false, true];
    case "enum":
      return [...spec.values];
    case "string":
      return ["", "/elsewhere"];
    default:
      return [...new Set([spec.min, spec.default, spec.max])];
  }
}

/** How much holdfast does with this value. */
function amount(spec: ScalarSpec, value: unknown): number {
  if (spec.type === "boolean") return value === (spec.less ?? false) ? 0 : 1;
  if (spec.type === "enum") return spec.values.indexOf(String(value));
  if (spec.type === "duration") return parseDuration(String(value)) ?? 0;
  if (spec.type === "string") return 0;
  return spec.less === "larger" ? -Number(value) : Number(value);
}

const nest = (path: string[], value: unknown): object =>
  path.reduceRight<unknown>((inner, name) => ({ [name]: inner }), value) as object;
const at = (config: unknown, path: string[]) =>
  path.reduce<unknown>((value, name) => (value as Record<string, unknown>)[name], config);

async function load(user: object, project: object, isTrusted: boolean) {
  const env = { holdfastHome: makeTempHome() };
  const dir = makeTempProject();
  writeFileIn(env.holdfastHome, "config.json", JSON.stringify(user));
  writeFileIn(dir, ".claude/holdfast.json", JSON.stringify(project));
  if (isTrusted) await grantTrust(env, dir, (await readTrust(env, dir)).files);
  return loadConfig(env, dir);
}

test("only the user's own file names a judge, a remote or a program for notifications", async () => {
  const theirs = {
    judge: { by: { command: "./judge.sh" }, model: "theirs", timeout: "5m", perDay: 10_000 },
    sync: {
      url: "git@example.com:theirs.git",
      decisions: true,
      sessions: true,
      projects: { "/a": "theirs" },
    },
    notify: { by: "command", command: ["./notify.sh"], away: "1s" },
  };
  const { judge, sync, notify } = defaultConfig();
  for (const isTrusted of [false, true])
    expect((await load({}, theirs, isTrusted)).config).toMatchObject({ judge, sync, notify });
  expect((await load(theirs, {}, false)).config).toMatchObject(theirs);
});

describe("without a value of the user's own", () => {
  test.each(SCALARS.map((key) => [key.path.join("."), key] as const))("%s", async (_, { path, spec }) => {
    for (const value of valuesOf(spec)) {
      const untrusted = await load({}, nest(path, value), false);
      const trusted = await load({}, nest(path, value), true);
      const more = amount(spec, value) - amount(spec, spec.default);
      const isFree = spec.project === "free";
      if (spec.project === "user" || (spec.project === "less" && more > 0)) {
        expect([at(untrusted.config, path), at(trusted.config, path)]).toEqual([spec.default, spec.default]);
        continue;
      }
      expect(at(trusted.config, path)).toBe(value);
      expect(at(untrusted.config, path)).toBe(more > 0 && !isFree ? spec.default : value);
      expect(untrusted.waiting).toEqual(more > 0 && !isFree ? [path.join(".")] : []);
      expect(untrusted.loosened).toEqual(more < 0 && !isFree ? [path.join(".")] : []);
      expect(trusted.waiting).toEqual([]);
    }
  });
});

describe("what the user's own file says is never loosened, trusted or not", () => {
  const guarded = SCALARS.filter(({ spec }) => spec.project !== "user");
  test.each(guarded.map((key) => [key.path.join("."), key] as const))("%s", async (_, { path, spec }) => {
    for (const own of valuesOf(spec))
      for (const value of valuesOf(spec))
        for (const isTrusted of [false, true]) {
          const { config } = await load(nest(path, own), nest(path, value), isTrusted);
          const change = amount(spec, at(config, path)) - amount(spec, own);
          expect(change).toBeGreaterThanOrEqual(0);
          if (spec.project !== "trust" || !isTrusted) expect(at(config, path)).toBe(own);
        }
  });

  const lists = KEYS.filter(({ spec }) => spec.type === "array" && spec.project !== "user");
  test.each(lists.map((key) => [key.path.join("."), key] as const))("%s", async (_, { path, spec }) => {
    if (spec.type !== "array") throw new Error("not a list");
    const [own, theirs] = exampleEntries(spec.items);
    for (const project of [[], [theirs]]) {
      const { config } = await load(nest(path, [own]), nest(path, project), true);
      const adds = spec.layers?.how === "add";
      expect(at(config, path)).toMatchObject(adds ? [own, ...project] : [own]);
    }
  });
});

/** Two different valid entries of a list, if its kind has two. */
function exampleEntries(spec: Spec): [unknown, unknown] {
  if (spec.type === "enum") return [spec.values[0], spec.values.at(-1)];
  if (spec.type !== "object") return ["a", "b"];
  const required = Object.entries(spec.properties).filter(
    ([, part]) => part.type === "string" && part.default === undefined,
  );
  const make = (text: string) => Object.fromEntries(required.map(([name]) => [name, text]));
  return [make("a"), make("b")];
}

describe("hygiene rules", () => {
  const rules = (severity: string) => ({ hygiene: { rules: { todo: severity } } });

  test("may be milder, and stricter with trust; the user's own do not get milder", async () => {
    expect((await load({}, rules("off"), false)).config.hygiene.rules).toEqual({ todo: "off" });
    const strict = await load({}, rules("block"), false);
    expect([strict.config.hygiene.rules, strict.waiting]).toEqual([{}, ["hygiene.rules.todo"]]);
    expect((await load({}, rules("block"), true)).config.hygiene.rules).toEqual({ todo: "block" });
    expect((await load(rules("block"), rules("off"), true)).config.hygiene.rules).toEqual({ todo: "block" });
  });
});

describe("lists", () => {
  test("of rules that hold subagents need trust, patterns of what is not recorded do not", async () => {
    const project = { subagents: [{ match: "*", plan: true }], capture: { exclude: { paths: ["a/**"] } } };
    const untrusted = await load({}, project, false);
    expect(untrusted.config.subagents).toEqual([]);
    expect(untrusted.waiting).toEqual(["subagents"]);
    expect(untrusted.config.capture.exclude.paths).toEqual(["a/**"]);
    expect((await load({}, project, true)).config.subagents).toHaveLength(1);
  });
});
