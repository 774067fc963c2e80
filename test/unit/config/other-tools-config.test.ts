// The settings of other tools, which are read as files of the project.
import { describe, expect, test } from "bun:test";
import { checkConfig } from "../../../src/config/check-config.ts";
import { defaultConfig } from "../../../src/config/defaults.generated.ts";
import { readEnvironment } from "../../../src/config/environment.ts";
import { grantTrust } from "../../../src/config/grant-trust.ts";
import { loadConfig } from "../../../src/config/load-config.ts";
import { readTrust } from "../../../src/config/trust.ts";
import { CATEGORIES } from "../../../src/memory/memory.ts";
import { makeTempHome, makeTempProject, writeFileIn } from "../../helpers/temp.ts";

function place(files: Record<string, string>) {
  const env = readEnvironment({ HOME: makeTempHome() });
  const project = makeTempProject({});
  for (const [path, text] of Object.entries(files)) writeFileIn(project, path, text);
  return { env, project };
}

function load(files: Record<string, string>) {
  const { env, project } = place(files);
  return loadConfig(env, project);
}

async function loadTrusted(files: Record<string, string>) {
  const { env, project } = place(files);
  await grantTrust(env, project, (await readTrust(env, project)).files);
  return loadConfig(env, project);
}

async function triage(files: Record<string, string>) {
  return (await load(files)).config.triage;
}

const MEMORY = ".claude/memory/memory-config.json";
const REFLECTION = ".claude/tools/amplihack/.reflection_config";
const OWN = ".claude/holdfast.json";

test("without any file every category of triage is on, with the default thresholds", async () => {
  const { thresholds, categories, ...rest } = await triage({});
  expect(thresholds).toEqual(defaultConfig().triage.thresholds);
  expect(Object.keys(categories)).toEqual([...CATEGORIES]);
  expect(rest).toEqual({ enabled: true, mode: "capture", askHeadless: false, max_messages: 50 });
});

describe("memory-config.json", () => {
  test.each([MEMORY, ".claude/memory-config.json", "memory-config.json"])(
    "is read at %s [000-07]",
    async (path) => {
      const settings = { enabled: false, max_messages: 20, thresholds: { decision: 0.7, RUNBOOK: 0.2 } };
      const read = await triage({
        [path]: JSON.stringify({ triage: settings, retrieval: { enabled: true } }),
      });
      expect(read).toMatchObject({ enabled: false, max_messages: 20 });
      expect(read.thresholds).toMatchObject({ DECISION: 0.7, RUNBOOK: 0.2, CONSTRAINT: 0.5 });
    },
  );

  test("switches categories off, in lower case too", async () => {
    const read = await triage({
      [MEMORY]: '{"triage": {"categories": {"decision": false, "RUNBOOK": false}}}',
    });
    expect(read.categories).toMatchObject({ DECISION: false, RUNBOOK: false, CONSTRAINT: true });
  });

  test("falls back to the defaults for what is no such value, and that is reported [000-07]", async () => {
    const { config, problems } = await load({
      [MEMORY]:
        '{"triage": {"enabled": "no", "max_messages": "many", "thresholds": {"decision": "high", "runbook": 0.3}}}',
    });
    expect(config.triage).toMatchObject({ enabled: true, max_messages: 50 });
    expect(config.triage.thresholds).toMatchObject({ DECISION: 0.4, RUNBOOK: 0.3 });
    expect(problems.map(({ path }) => path.join("."))).toEqual([
      "triage.enabled",
      "triage.max_messages",
      "triage.thresholds.DECISION",
    ]);
  });

  test("is kept to our limits [000-07]", async () => {
    const { config, problems } = await load({
      [MEMORY]: '{"triage": {"max_messages": 5000, "thresholds": {"decision": 0.01, "runbook": 1}}}',
    });
    expect(config.triage.max_messages).toBe(1000);
    expect(config.triage.thresholds).toMatchObject({ DECISION: 0.05, RUNBOOK: 1 });
    expect(problems).toEqual([]);
  });

  test('may ask for the mode "ask", which waits for trust', async () => {
    const files = { [MEMORY]: '{"triage": {"mode": "ask"}}' };
    const { config, waiting } = await load(files);
    expect(config.triage.mode).toBe("capture");
    expect(waiting).toEqual(["triage.mode"]);
    const trusted = await loadTrusted(files);
    expect(trusted.config.triage.mode).toBe("ask");
    expect(trusted.waiting).toEqual([]);
  });

  test("yields to holdfast.json, key by key", async () => {
    const read = await triage({
      [MEMORY]: '{"triage": {"max_messages": 20, "thresholds": {"DECISION": 0.7}}}',
      [OWN]: '{"triage": {"thresholds": {"DECISION": 0.3}}}',
    });
    expect(read.max_messages).toBe(20);
    expect(read.thresholds.DECISION).toBe(0.3);
  });

  test("changes nothing where its values are invalid", async () => {
    const broken = ["{", "[]", "3", '{"triage": 4}', '{"triage": {"enabled": "no", "max_messages": -1}}'];
    const wrong =
      '{"triage": {"thresholds": {"DECISION": 7, "RUNBOOK": "x", "OTHER": 0.1, "CONSTRAINT": 0}}}';
    for (const text of [...broken, wrong])
      expect(await triage({ [MEMORY]: text }), text).toEqual(await triage({}));
  });
});

describe(".reflection_config", () => {
  const on = { [REFLECTION]: '{"enabled": true, "triggers": ["session_end"], "min_turns": 3, "other": 1}' };

  test("switches reflection on once it is trusted [002-17]", async () => {
    const { config, waiting, problems } = await load(on);
    expect(config.reflection).toMatchObject({ enabled: false, min_turns: 3 });
    expect(waiting).toEqual(["reflection.enabled"]);
    expect(problems).toEqual([]);
    expect((await loadTrusted(on)).config.reflection).toMatchObject({ enabled: true, min_turns: 3 });
  });

  test("yields to holdfast.json", async () => {
    const { config } = await loadTrusted({ ...on, [OWN]: '{"reflection": {"enabled": false}}' });
    expect(config.reflection).toMatchObject({ enabled: false, min_turns: 3 });
  });

  test("is reported with the line of a mistake", async () => {
    const { env, project } = place({ [REFLECTION]: '{\n  "enabled": true,\n  "min_turns": "many"\n}' });
    const { problems, files, waiting } = await checkConfig(env, project);
    expect(problems).toMatchObject([{ line: 3, path: ["reflection", "min_turns"] }]);
    expect(files.map(({ path }) => path)).toContain(`${project}/${REFLECTION}`);
    expect(waiting).toEqual(["reflection.enabled"]);
  });
});

test("an invalid threshold in holdfast.json is refused", async () => {
  const read = await triage({ [OWN]: '{"triage": {"thresholds": {"DECISION": 2, "RUNBOOK": "high"}}}' });
  expect(read.thresholds).toEqual(defaultConfig().triage.thresholds);
});
