import { expect, test } from "bun:test";
import { defaultConfig } from "../../../src/config/defaults.generated.ts";
import { loadConfig } from "../../../src/config/load-config.ts";
import { GATES } from "../../../src/gates/registry.ts";
import { formatSetting, proposeSetting } from "../../../src/review/wrong-holds.ts";
import { makeTempHome, makeTempProject } from "../../helpers/temp.ts";

test.each([
  ["tasks", { tasks: { block: "always" } }, { key: "tasks.block", value: "active" }],
  ["tasks", { tasks: { block: "active" } }, { key: "tasks.block", value: "never" }],
  ["tasks", { tasks: { block: "never" } }, { key: "gates.tasks.enabled", value: false }],
  ["plan", { plan: { block: "all" } }, { key: "plan.block", value: "phase" }],
  ["checklist", { checklist: { block: true } }, { key: "checklist.block", value: false }],
  ["hygiene", { hygiene: { stop: "block" } }, { key: "hygiene.stop", value: "advise" }],
  ["lock", {}, { key: "gates.lock.max", value: 25 }],
  ["custom", {}, null],
  ["no such gate", {}, null],
] as const)("%s at %j goes to %j", async (gate, changes, expected) => {
  const config = defaultConfig();
  for (const [key, value] of Object.entries(changes)) Object.assign(config[key as "tasks"], value);
  expect(await proposeSetting(gate, config)).toEqual(expected);
});

test("every gate's proposal is a setting that the config knows", async () => {
  const proposals = await Promise.all(GATES.map(({ id }) => proposeSetting(id, defaultConfig())));
  const settings = proposals.filter((setting) => setting !== null);
  expect(settings.length).toBeGreaterThan(8);
  for (const setting of settings) {
    const project = makeTempProject({ files: { ".claude/holdfast.json": formatSetting(setting) } });
    const { problems } = await loadConfig({ holdfastHome: makeTempHome() }, project);
    expect(problems).toEqual([]);
  }
});
