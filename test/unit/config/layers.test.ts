// Lists and switches in the user's own config that a project's config must not remove.
import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { grantTrust } from "../../../src/config/grant-trust.ts";
import { type LoadedConfig, loadConfig } from "../../../src/config/load-config.ts";
import { readTrust } from "../../../src/config/trust.ts";
import { runs } from "../../helpers/runs.ts";
import { makeTempHome, makeTempProject, writeFileIn } from "../../helpers/temp.ts";

const HOME = makeTempHome();
const PROJECT = makeTempProject();
const ENV = { holdfastHome: HOME };

async function load(user: object, project: object): Promise<LoadedConfig> {
  writeFileIn(HOME, "config.json", JSON.stringify(user));
  writeFileIn(PROJECT, ".claude/holdfast.json", JSON.stringify(project));
  return loadConfig(ENV, PROJECT);
}

async function loadTrusted(user: object, project: object): Promise<LoadedConfig> {
  await load(user, project);
  await grantTrust(ENV, PROJECT, (await readTrust(ENV, PROJECT)).files);
  return loadConfig(ENV, PROJECT);
}

const custom = (...entries: [id: string, run: string][]) => ({
  gates: { custom: entries.map(([id, run]) => ({ id, run })) },
});

describe("gates.custom", () => {
  const cases: { name: string; user: object; project: object; runs: string[]; origins: string[] }[] = [
    {
      name: "the project's come after the user's",
      user: custom(["a", "one"], ["b", "two"]),
      project: custom(["c", "three"]),
      runs: ["one", "two", "three"],
      origins: ["user", "user", "project"],
    },
    {
      name: "an empty list removes none of them",
      user: custom(["a", "one"]),
      project: custom(),
      runs: ["one"],
      origins: ["user"],
    },
    {
      name: "an incomplete entry does not shift the others' origins",
      user: custom(["a", "one"]),
      project: { gates: { custom: [{ id: "broken" }, { id: "b", run: "two" }] } },
      runs: ["one", "two"],
      origins: ["user", "project"],
    },
    {
      name: "without a list of the user's own only the project's applies",
      user: {},
      project: custom(["a", "one"]),
      runs: ["one"],
      origins: ["project"],
    },
  ];
  for (const { name, user, project, runs, origins } of cases)
    test(name, async () => {
      const loaded = await load(user, project);
      expect(loaded.config.gates.custom.map(({ run }) => run)).toEqual(runs);
      expect(runs.map((_, index) => String(loaded.origins.get(`gates.custom[${index}]`)))).toEqual(origins);
    });

  test("an entry with the same id does not replace the user's, and this is reported", async () => {
    const { config, problems } = await load(custom(["a", "one"]), custom(["a", "true"], ["b", "two"]));
    expect(config.gates.custom.map(({ id, run }) => [id, run])).toEqual([
      ["a", "one"],
      ["b", "two"],
    ]);
    expect(problems.map(({ code, path }) => [code, path.join(".")])).toEqual([
      ["own-counts", "gates.custom.0"],
    ]);
  });

  test("an identical entry appears once, and is not a problem", async () => {
    const { config, problems } = await load(custom(["a", "one"]), custom(["a", "one"]));
    expect(config.gates.custom).toHaveLength(1);
    expect(problems).toEqual([]);
  });

  test("whatever a project's file says, the user's entries come first and stay the user's", async () => {
    const entries = fc.array(fc.tuple(fc.constantFrom("a", "b", "c"), fc.constantFrom("x", "y")), {
      maxLength: 4,
    });
    await fc.assert(
      fc.asyncProperty(entries, entries, async (own, theirs) => {
        const loaded = await load(custom(...own), custom(...theirs));
        const list = loaded.config.gates.custom;
        expect(list.slice(0, own.length).map(({ id, run }) => [id, run])).toEqual(own);
        list.forEach((_, index) => {
          const origin = loaded.origins.get(`gates.custom[${index}]`);
          expect(origin).toBe(index < own.length ? "user" : "project");
        });
      }),
      { numRuns: runs(60) },
    );
  });
});

describe("other lists", () => {
  test("a stage has the user's checks and the project's, each with its origin", async () => {
    const { config, origins } = await load(
      { quality: { stages: { tests: [{ run: "mine" }] } } },
      { quality: { stages: { tests: [{ run: "mine", cwd: "evil" }, { run: "theirs" }], more: [] } } },
    );
    expect(config.quality.stages.tests?.map(({ run, cwd }) => [run, cwd])).toEqual([
      ["mine", ""],
      ["theirs", ""],
    ]);
    expect([0, 1].map((index) => String(origins.get(`quality.stages.tests[${index}]`)))).toEqual([
      "user",
      "project",
    ]);
  });

  test("rules for subagents and commands of tasks are added", async () => {
    const { config, origins } = await loadTrusted(
      { subagents: [{ match: "*", verify: "mine" }], tasks: { verify: ["mine"] } },
      { subagents: [{ match: "*", verify: "theirs" }], tasks: { verify: ["mine", "theirs"] } },
    );
    expect(config.subagents.map(({ verify }) => verify)).toEqual(["mine", "theirs"]);
    expect(config.tasks.verify).toEqual(["mine", "theirs"]);
    expect(origins.get("tasks.verify[0]")).toBe("user");
    expect(origins.get("tasks.verify[1]")).toBe("project");
  });

  test("a pipeline is indivisible: the user's own if there is one, else the project's", async () => {
    const stage = (name: string) => ({ pipeline: [{ stage: name, match: "*" }] });
    const both = await load(stage("mine"), stage("theirs"));
    expect(both.config.pipeline.map(({ stage: name }) => name)).toEqual(["mine"]);
    expect(both.problems.map(({ code }) => code)).toEqual(["own-counts"]);
    expect((await load({}, stage("untrusted"))).config.pipeline).toEqual([]);
    const theirs = await loadTrusted({}, stage("theirs"));
    expect(theirs.config.pipeline.map(({ stage: name }) => name)).toEqual(["theirs"]);
    expect(theirs.problems).toEqual([]);
  });

  test("patterns that hygiene ignores are the user's own, else the project's", async () => {
    const ignore = (pattern: string) => ({ hygiene: { ignore: [pattern] } });
    expect((await load(ignore("a"), ignore("b"))).config.hygiene.ignore).toEqual(["a"]);
    expect((await load({}, ignore("b"))).config.hygiene.ignore).toEqual(["b"]);
  });

  test("exclusions from recording can only be added to", async () => {
    const exclude = (...tools: string[]) => ({ capture: { exclude: { tools } } });
    expect((await loadTrusted(exclude("a"), exclude())).config.capture.exclude.tools).toEqual(["a"]);
    expect((await load(exclude("a"), exclude("b"))).config.capture.exclude.tools).toEqual(["a", "b"]);
  });
});

describe("switches", () => {
  const hygiene = (enabled: boolean) => ({ gates: { hygiene: { enabled } } });
  const cases: { name: string; user: object; project: object; on: boolean; codes: string[] }[] = [
    {
      name: "a project may switch off a gate that the user did not ask for",
      user: {},
      project: hygiene(false),
      on: false,
      codes: [],
    },
    {
      name: "a gate that the user's own file switches on stays on",
      user: hygiene(true),
      project: hygiene(false),
      on: true,
      codes: ["own-counts"],
    },
    {
      name: "a gate that the user's own file switches off stays off without trust",
      user: hygiene(false),
      project: hygiene(true),
      on: false,
      codes: [],
    },
  ];
  for (const { name, user, project, on, codes } of cases)
    test(name, async () => {
      const { config, problems } = await load(user, project);
      expect(config.gates.hygiene.enabled).toBe(on);
      expect(problems.map(({ code }): string => code)).toEqual(codes);
    });

  test("a project cannot let Claude release itself if the user's own config forbids it", async () => {
    expect((await load({ selfRelease: false }, { selfRelease: true })).config.selfRelease).toBe(false);
    expect((await load({}, { selfRelease: false })).waiting).toEqual(["selfRelease"]);
    expect((await loadTrusted({}, { selfRelease: false })).config.selfRelease).toBe(false);
  });
});

test.each([
  ["holdAnswer", "context", "block"],
  ["stateDir", "/elsewhere", ""],
] as const)("%s counts in the user's own config alone", async (key, value, standard) => {
  const [own, both, foreign] = [
    await load({ [key]: value }, {}),
    await load({ [key]: value }, { [key]: standard }),
    await load({}, { [key]: value }),
  ];
  expect([own.config[key], both.config[key], foreign.config[key]]).toEqual([value, value, standard]);
  expect([own, both, foreign].map(({ problems }) => problems.length)).toEqual([0, 1, 1]);
  expect(foreign.problems[0]).toMatchObject({ code: "own-counts", path: [key] });
});
