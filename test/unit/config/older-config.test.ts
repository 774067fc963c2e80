import { describe, expect, test } from "bun:test";
import { defaultConfig } from "../../../src/config/defaults.generated.ts";
import { readEnvironment } from "../../../src/config/environment.ts";
import { loadConfig } from "../../../src/config/load-config.ts";
import { CATEGORIES } from "../../../src/memory/memory.ts";
import { makeTempHome, makeTempProject, writeFileIn } from "../../helpers/temp.ts";

function load(files: Record<string, string>) {
  const env = readEnvironment({ HOME: makeTempHome() });
  const project = makeTempProject({});
  for (const [path, text] of Object.entries(files)) writeFileIn(project, path, text);
  return loadConfig(env, project);
}

async function settings(files: Record<string, string>) {
  return (await load(files)).config.triage;
}

const OLDER = ".claude/memory/memory-config.json";
const OWN = ".claude/holdfast.json";

describe("the triage settings", () => {
  test("have the default thresholds and every category on", async () => {
    const { thresholds, categories, ...rest } = await settings({});
    expect(thresholds).toEqual(defaultConfig().triage.thresholds);
    expect(Object.keys(categories)).toEqual([...CATEGORIES]);
    expect(rest).toEqual({ enabled: true, mode: "capture", max_messages: 50 });
  });
  test("accept an older memory-config.json, whatever the case of its keys", async () => {
    const triage = { enabled: false, max_messages: 20, thresholds: { decision: 0.7, RUNBOOK: 0.2 } };
    const read = await settings({ [OLDER]: JSON.stringify({ triage, retrieval: { enabled: true } }) });
    expect(read).toMatchObject({ enabled: false, max_messages: 20 });
    expect(read.thresholds).toMatchObject({ DECISION: 0.7, RUNBOOK: 0.2, CONSTRAINT: 0.5 });
  });
  test("keep to our limits where an older file knows none", async () => {
    const { config, problems } = await load({
      [OLDER]: '{"triage": {"max_messages": 5000, "thresholds": {"decision": 0.01, "runbook": 1}}}',
    });
    expect(config.triage.max_messages).toBe(1000);
    expect(config.triage.thresholds).toMatchObject({ DECISION: 0.05, RUNBOOK: 1 });
    expect(problems).toEqual([]);
  });
  test("of an older file are not reported at every start as lowered, because that file cannot be trusted", async () => {
    const { config, loosened, waiting } = await load({ [OLDER]: '{"triage": {"enabled": false}}' });
    expect(config.triage.enabled).toBe(false);
    expect([...loosened, ...waiting]).toEqual([]);
  });
  test("give our own config precedence, key by key", async () => {
    const read = await settings({
      [OLDER]: '{"triage": {"enabled": false, "max_messages": 20, "thresholds": {"DECISION": 0.7}}}',
      [OWN]: '{"triage": {"enabled": true, "thresholds": {"DECISION": 0.3}}}',
    });
    expect(read).toMatchObject({ enabled: true, max_messages: 20 });
    expect(read.thresholds.DECISION).toBe(0.3);
  });
  test("ignore invalid values in an older file", async () => {
    const broken = ["{", "[]", "3", '{"triage": 4}', '{"triage": {"enabled": "no", "max_messages": -1}}'];
    const wrong =
      '{"triage": {"thresholds": {"DECISION": 7, "RUNBOOK": "x", "OTHER": 0.1, "CONSTRAINT": 0}}}';
    for (const text of [...broken, wrong])
      expect(await settings({ [OLDER]: text }), text).toEqual(await settings({}));
  });
  test("refuse an invalid threshold", async () => {
    const read = await settings({ [OWN]: '{"triage": {"thresholds": {"DECISION": 2, "RUNBOOK": "high"}}}' });
    expect(read.thresholds).toEqual(defaultConfig().triage.thresholds);
  });
});
