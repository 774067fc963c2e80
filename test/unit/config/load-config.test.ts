import { describe, expect, test } from "bun:test";
import { mkdirSync, symlinkSync, unlinkSync } from "node:fs";
import fc from "fast-check";
import { describeProblem, formatKey } from "../../../src/config/config-problem.ts";
import { defaultConfig } from "../../../src/config/defaults.generated.ts";
import { grantTrust } from "../../../src/config/grant-trust.ts";
import { loadConfig } from "../../../src/config/load-config.ts";
import type { Config } from "../../../src/config/schema.ts";
import { readTrust } from "../../../src/config/trust.ts";
import { readStateFile } from "../../../src/store/state-files.ts";
import { runs } from "../../helpers/runs.ts";
import { makeTempHome, makeTempProject, writeFileIn } from "../../helpers/temp.ts";

const DEFAULTS: Config = defaultConfig();

async function load(files: { user?: string; project?: string; isTrusted?: true }) {
  const home = makeTempHome();
  const project = makeTempProject();
  if (files.user !== undefined) writeFileIn(home, "config.json", files.user);
  if (files.project !== undefined) writeFileIn(project, ".claude/holdfast.json", files.project);
  const env = { holdfastHome: home };
  if (files.isTrusted) await grantTrust(env, project, (await readTrust(env, project)).files);
  return loadConfig(env, project);
}

describe("layers", () => {
  test("without any file the defaults apply and there is no problem", async () => {
    const { config, problems, origins, files } = await load({});
    expect(config).toEqual(DEFAULTS);
    expect(config).toMatchObject({
      continuation: "budget",
      budget: { blocks: 6, minutes: 30 },
      selfRelease: true,
      gates: { lock: { enabled: true, max: 50, ttl: "4h" } },
      metrics: true,
    });
    expect(problems).toEqual([]);
    expect(origins.size).toBe(0);
    expect(files.map(({ layer, state }) => [layer, state])).toEqual([
      ["user", "absent"],
      ["project", "absent"],
    ]);
  });

  test("a setting of an earlier version is ignored, with a word about what to do", async () => {
    const { config, problems } = await load({
      user: '{ "reflection": { "thresholds": { "frustration": 7, "red_check": 4 } } }',
    });
    expect(problems).toMatchObject([{ code: "retired", path: ["reflection", "thresholds", "red_check"] }]);
    expect(config.reflection.thresholds.frustration).toBe(7);
  });

  test("the trusted project file wins over the user file, key by key", async () => {
    const { config, origins, problems } = await load({
      user: '{ "budget": { "blocks": 9, "minutes": 90 }, "metrics": false }',
      project: '{ "$schema": "x", "budget": { "blocks": 12 }, "gates": { "lock": { "ttl": "1h30m" } } }',
      isTrusted: true,
    });
    expect(problems).toEqual([]);
    expect(config).toEqual({
      ...DEFAULTS,
      budget: { blocks: 12, minutes: 90 },
      gates: { ...DEFAULTS.gates, lock: { enabled: true, max: 50, ttl: "1h30m" } },
      metrics: false,
    });
    expect(Object.fromEntries(origins)).toEqual({
      "budget.blocks": "project",
      "budget.minutes": "user",
      "gates.lock.ttl": "project",
      metrics: "user",
    });
  });

  test("a wrong value in the project file leaves the user's value in force", async () => {
    const { config, origins, problems } = await load({
      user: '{ "budget": { "blocks": 9 } }',
      project: '{ "budget": { "blocks": 501 } }',
    });
    expect(config.budget.blocks).toBe(9);
    expect(origins.get("budget.blocks")).toBe("user");
    expect(problems.map(({ code }) => code)).toEqual(["out-of-range"]);
  });

  test("without a project only the user file is read", async () => {
    const home = makeTempHome();
    writeFileIn(home, "config.json", '{ "metrics": false }');
    for (const project of [null, ""]) {
      const { config, files } = await loadConfig({ holdfastHome: home }, project);
      expect(config.metrics).toBe(false);
      expect(files).toHaveLength(1);
    }
  });

  test("a caller that changes its config does not change the defaults of the next one", async () => {
    const { config } = await load({});
    config.budget.blocks = 400;
    config.gates.lock.max = 999;
    expect(defaultConfig()).toEqual(DEFAULTS);
  });

  test("a byte order mark before the object is not a problem", async () => {
    const { config, problems } = await load({ project: '\uFEFF{ "metrics": false }' });
    expect(config.metrics).toBe(false);
    expect(problems).toEqual([]);
  });
});

describe("a wrong key changes nothing but is reported", () => {
  const cases: [json: string, key: string, code: string, told: string][] = [
    ['{ "continuation": "twice" }', "continuation", "out-of-range", '"once" or "budget", got "twice"'],
    ['{ "continuation": 1 }', "continuation", "wrong-type", "got 1"],
    ['{ "budget": null }', "budget", "wrong-type", "expected an object { … }, got null"],
    ['{ "budget": [] }', "budget", "wrong-type", "got an array"],
    ['{ "budget": { "blocks": 0 } }', "budget.blocks", "out-of-range", "a whole number from 1 to 500, got 0"],
    ['{ "budget": { "blocks": 501 } }', "budget.blocks", "out-of-range", "got 501"],
    ['{ "budget": { "blocks": 2.5 } }', "budget.blocks", "wrong-type", "got 2.5"],
    ['{ "budget": { "blocks": "6" } }', "budget.blocks", "wrong-type", "got a string"],
    ['{ "budget": { "blocks": 1e999 } }', "budget.blocks", "wrong-type", "got Infinity"],
    ['{ "budget": { "minutes": 1441 } }', "budget.minutes", "out-of-range", "1 to 1440, got 1441"],
    ['{ "selfRelease": "yes" }', "selfRelease", "wrong-type", "expected true or false, got a string"],
    ['{ "gates": { "lock": { "max": 1001 } } }', "gates.lock.max", "out-of-range", "1 to 1000, got 1001"],
    ['{ "gates": { "lock": { "ttl": "soon" } } }', "gates.lock.ttl", "wrong-type", 'got "soon"'],
    ['{ "gates": { "lock": { "ttl": 8 } } }', "gates.lock.ttl", "wrong-type", "got 8"],
    ['{ "gates": { "lock": { "ttl": "31d" } } }', "gates.lock.ttl", "out-of-range", '"1s" to "30d"'],
    ['{ "gates": { "lok": {} } }', "gates.lok", "unknown-key", "unknown key"],
    ['{ "budget": { "$schema": "x" } }', "budget.$schema", "unknown-key", "unknown key"],
    ['{ "__proto__": { "metrics": false } }', "__proto__", "unknown-key", "unknown key"],
    ['{ "constructor": { "prototype": {} } }', "constructor", "unknown-key", "unknown key"],
    ['{ "budget": { "__proto__": { "blocks": 9 } } }', "budget.__proto__", "unknown-key", "unknown key"],
    ['{ "budget": { "toString": 1 } }', "budget.toString", "unknown-key", "unknown key"],
    ['{ "a\\u001b[2Jb": 1 }', '["a\\u001b[2Jb"]', "unknown-key", "unknown key"],
  ];
  test.each(cases)("%s", async (json, key, code, told) => {
    const { config, problems, origins, files } = await load({ project: json });
    expect(config).toEqual(DEFAULTS);
    expect(Object.getPrototypeOf(config.budget)).toBe(Object.prototype);
    expect(origins.size).toBe(0);
    expect(problems.map((problem) => `${formatKey(problem.path)} ${problem.code}`)).toEqual([
      `${key} ${code}`,
    ]);
    expect(problems.map(({ file }) => file)).toEqual(files.slice(1).map(({ path }) => path));
    expect(problems[0]?.message).toContain(told);
  });

  test("the other keys are still used", async () => {
    const { config, problems } = await load({
      project: '{ "metrics": false, "budget": { "blocks": -1, "minutes": 5 } }',
    });
    expect(config.metrics).toBe(false);
    expect(config.budget).toEqual({ blocks: 6, minutes: 5 });
    expect(problems).toHaveLength(1);
  });

  test("a string in the wrong place is not printed, because it may be a secret", async () => {
    const { problems } = await load({ project: '{ "metrics": "sk-secret" }' });
    expect(problems).toHaveLength(1);
    expect(problems.map(describeProblem).join()).not.toContain("sk-secret");
  });

  test("a thousand wrong keys make twenty problems and one that counts the rest", async () => {
    const keys = Array.from({ length: 1000 }, (_, index) => `"k${index}": 1`);
    const { problems } = await load({ project: `{ ${keys.join(", ")} }` });
    expect(problems).toHaveLength(21);
    expect(problems.at(-1)).toMatchObject({ code: "too-many", message: "and 980 more problems" });
  });
});

describe("an unusable file is ignored as a whole and reported", () => {
  const texts: [name: string, text: string, code: string][] = [
    ["an empty file", "", "not-json"],
    ["only whitespace", " \n\t", "not-json"],
    ["a comment", '{ // no\n "metrics": false }', "not-json"],
    ["a trailing comma", '{ "metrics": false, }', "not-json"],
    ["a torn write", '{ "metrics": fal', "not-json"],
    ["binary bytes", "\u0000\u0001\uFFFD", "not-json"],
    ["an array", "[]", "not-an-object"],
    ["null", "null", "not-an-object"],
    ["a string", '"metrics"', "not-an-object"],
    ["a number", "7", "not-an-object"],
    ["33 levels", `${'{"a":'.repeat(33)}1${"}".repeat(33)}`, "too-deep"],
    ["half a million open brackets", "[".repeat(500_000), "not-json"],
    ["a megabyte and a byte", `{"metrics":false}${" ".repeat(1024 * 1024 - 16)}`, "too-large"],
  ];
  test.each(texts)("%s", async (_name, text, code) => {
    const { config, problems } = await load({ user: '{ "budget": { "blocks": 9 } }', project: text });
    expect(config).toEqual({ ...DEFAULTS, budget: { blocks: 9, minutes: 30 } });
    expect(problems.map((problem) => `${problem.code}`)).toEqual([code]);
    expect(problems[0]?.message).toStartWith("ignored: ");
  });

  test("brackets inside strings do not count as nesting", async () => {
    const { problems } = await load({ project: JSON.stringify({ $schema: `\\"${"[{".repeat(100)}` }) });
    expect(problems).toEqual([]);
  });

  test("a full megabyte is still read", async () => {
    const { config } = await load({ project: `{"metrics":false}${" ".repeat(1024 * 1024 - 17)}` });
    expect(config.metrics).toBe(false);
  });

  const links: [name: string, target: string][] = [
    ["an endless device", "/dev/zero"],
    ["our own standard input", "/dev/stdin"],
    ["a folder", "/tmp"],
    ["an endless file", "/proc/kmsg"],
  ];
  test.each(links)("a link to %s", async (_name, target) => {
    const home = makeTempHome();
    const project = makeTempProject({ files: { ".claude/x": "" } });
    symlinkSync(target, `${project}/.claude/holdfast.json`);
    const { config, problems } = await loadConfig({ holdfastHome: home }, project);
    expect(config).toEqual(DEFAULTS);
    // /proc, and a standard input that is a plain file or missing, exist on some machines only.
    if (target === "/dev/zero" || target === "/tmp") {
      expect(problems.map(({ code }) => code)).toEqual(["unreadable"]);
    }
  });

  test("a link out of the work tree, whatever it leads to", async () => {
    const outside = makeTempProject({ files: { "holdfast.json": '{"metrics": false}' } });
    const inside = makeTempProject({ files: { "shared.json": '{"metrics": false}', ".claude/x": "" } });
    const env = { holdfastHome: makeTempHome() };
    symlinkSync("../shared.json", `${inside}/.claude/holdfast.json`);
    expect((await loadConfig(env, inside)).config.metrics).toBe(false);
    for (const path of [".claude", ".claude/holdfast.json"]) {
      const project = makeTempProject({ files: path === ".claude" ? {} : { ".claude/x": "" } });
      symlinkSync(path === ".claude" ? outside : `${outside}/holdfast.json`, `${project}/${path}`);
      const { config, problems } = await loadConfig(env, project);
      expect(config.metrics).toBe(true);
      expect(problems).toMatchObject([{ message: expect.stringContaining("leads out of the project") }]);
      expect((await readTrust(env, project)).files).toMatchObject([{ content: null }]);
    }
    symlinkSync(`${outside}/holdfast.json`, `${inside}/loop.json`);
    expect(await readStateFile(`${inside}/loop.json`)).toMatchObject({ state: "broken" });
  });

  test("a fifo without a writer does not block the reader", async () => {
    const project = makeTempProject({ files: { ".claude/x": "" } });
    Bun.spawnSync(["mkfifo", `${project}/.claude/holdfast.json`]);
    const { problems } = await loadConfig({ holdfastHome: makeTempHome() }, project);
    expect(problems.map(({ code }) => code)).toEqual(["unreadable"]);
  });

  test("a .claude that is a file, and a broken link, count as no config", async () => {
    const project = makeTempProject({ files: { ".claude": "a file" } });
    expect((await loadConfig({ holdfastHome: makeTempHome() }, project)).problems).toEqual([]);
    unlinkSync(`${project}/.claude`);
    mkdirSync(`${project}/.claude`);
    symlinkSync("/nowhere/at/all", `${project}/.claude/holdfast.json`);
    expect((await loadConfig({ holdfastHome: makeTempHome() }, project)).problems).toEqual([]);
  });

  test.each(["s3://bucket", "file:///etc", "relative"])(
    "a folder %j is looked up on the disk, not elsewhere",
    async (name) => {
      const { config, problems } = await loadConfig({ holdfastHome: name }, name);
      expect(config).toEqual(DEFAULTS);
      expect(problems).toEqual([]);
    },
  );

  test.each(["nul\0byte", "x".repeat(10_000), "/x".repeat(5_000)])(
    "an impossible folder %.20j changes nothing",
    async (name) => {
      const { config } = await loadConfig({ holdfastHome: name }, name);
      expect(config).toEqual(DEFAULTS);
    },
  );
});

describe("property", () => {
  const key = fc.constantFrom(
    ...[
      "continuation",
      "budget",
      "blocks",
      "minutes",
      "selfRelease",
      "gates",
      "lock",
      "enabled",
      "max",
      "ttl",
    ],
    ...["metrics", "$schema", "__proto__", "constructor", "toString", "", "x"],
  );
  const scalar = fc.oneof(
    fc.constantFrom("budget", "once", "8h", "0s", "999999d", "30d", "1s", true, false, null),
    fc.integer({ min: -2, max: 1500 }),
    fc.double(),
    fc.string(),
  );
  const { tree } = fc.letrec((tie) => ({
    tree: fc.oneof(
      { maxDepth: 4 },
      scalar,
      fc.dictionary(key, tie("tree")),
      fc.array(tie("tree"), { maxLength: 3 }),
    ),
  }));
  // Shaped like the real thing, so that right and wrong values reach every key.
  const count = fc.oneof(fc.integer({ min: 1, max: 1500 }), scalar);
  const flag = fc.oneof(fc.boolean(), scalar);
  const duration = fc.oneof(fc.stringMatching(/^[1-9]\d{0,3}[dhms]$/), scalar);
  const lock = fc.record({ enabled: flag, max: count, ttl: duration }, { requiredKeys: [] });
  const shaped = fc.record(
    {
      continuation: fc.oneof(fc.constantFrom("budget", "once"), tree),
      budget: fc.oneof(fc.record({ blocks: count, minutes: count }, { requiredKeys: [] }), tree),
      gates: fc.record({ lock: fc.oneof(lock, tree) }),
      metrics: flag,
    },
    { requiredKeys: [] },
  );
  const file = fc.oneof(
    { weight: 3, arbitrary: shaped.map((value) => JSON.stringify(value)) },
    { weight: 1, arbitrary: tree.map((value) => JSON.stringify(value)) },
    { weight: 1, arbitrary: fc.oneof(fc.json(), fc.string()) },
  );

  test("whatever the files contain, the config has exactly its keys and every value is in range", async () => {
    const home = makeTempHome();
    const project = makeTempProject();
    let changed = 0;
    await fc.assert(
      fc.asyncProperty(file, file, async (user, ours) => {
        writeFileIn(home, "config.json", user);
        writeFileIn(project, ".claude/holdfast.json", ours);
        const { config, origins } = await loadConfig({ holdfastHome: home }, project);
        if (origins.size > 0) changed++;
        expect(Object.keys(config).sort()).toEqual(Object.keys(DEFAULTS).sort());
        expect(["budget", "once"]).toContain(config.continuation);
        expect(Object.keys(config.budget).sort()).toEqual(["blocks", "minutes"]);
        expectInteger(config.budget.blocks, 500);
        expectInteger(config.budget.minutes, 1440);
        expect(typeof config.selfRelease).toBe("boolean");
        expect(Object.keys(config.gates).sort()).toEqual(Object.keys(DEFAULTS.gates).sort());
        expect(Object.keys(config.gates.lock).sort()).toEqual(["enabled", "max", "ttl"]);
        expect(typeof config.gates.lock.enabled).toBe("boolean");
        expectInteger(config.gates.lock.max, 1000);
        expect(config.gates.lock.ttl).toMatch(/^(\d+d)?(\d+h)?(\d+m)?(\d+s)?$/);
        expect(typeof config.metrics).toBe("boolean");
        expect(({} as Record<string, unknown>).metrics).toBeUndefined();
      }),
      { numRuns: runs(500) },
    );
    // Otherwise the generator would only make files that change nothing.
    expect(changed).toBeGreaterThan(runs(150));
  });
});

function expectInteger(value: number, max: number): void {
  expect(Number.isInteger(value) && value >= 1 && value <= max).toBe(true);
}
