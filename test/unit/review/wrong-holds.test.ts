import { expect, test } from "bun:test";
import { readEnvironment } from "../../../src/config/environment.ts";
import { insertDecision } from "../../../src/gates/engine/record-decision.ts";
import { suggestSettings } from "../../../src/review/wrong-holds.ts";
import { findDecision, markWrong } from "../../../src/store/decisions.ts";
import type { Store } from "../../../src/store/open.ts";
import { openNewStore } from "../../helpers/new-store.ts";
import { makeTempFolder, makeTempHome } from "../../helpers/temp.ts";

const env = readEnvironment({ HOME: makeTempHome() });
const openTestStore = () => openNewStore(`${makeTempFolder("store")}/holdfast.db`);

/** A hold that the person marks as wrong; returns what is suggested then. */
function holdWrongly(
  store: Store,
  project: string,
  finding: { gate: string; code?: string; avoidedBy?: object },
) {
  const id = insertDecision(store, {
    session_id: "s",
    agent: "main",
    budget_id: 1,
    event: "Stop",
    at: 1,
    project_dir: project,
    verdict: "blocked",
    rule: "open-findings",
    findings: JSON.stringify([{ code: "open", severity: "block", reason: "", ...finding }]),
    situation: null,
    reason: null,
    duration_ms: 1,
  });
  markWrong(store, id, null, 2);
  const row = findDecision(store, id);
  if (!row) throw new Error("not written");
  return suggestSettings(env, store, row);
}

test("the third wrong hold for the same reason in a project names the narrowest setting", async () => {
  const store = await openTestStore();
  const tasks = { gate: "tasks", avoidedBy: { key: "tasks.block", value: "never" } };
  expect(await holdWrongly(store, "/a", tasks)).toEqual([]);
  expect(await holdWrongly(store, "/b", tasks)).toEqual([]);
  expect(await holdWrongly(store, "/a", { ...tasks, code: "other" })).toEqual([]);
  expect(await holdWrongly(store, "/a", tasks)).toEqual([]);
  const [third] = await holdWrongly(store, "/a", tasks);
  expect(third).toMatchObject({ gate: "tasks", count: 3, settings: [tasks.avoidedBy] });
  expect(third?.text).toEndWith(
    'The narrowest setting that would have avoided them, for .claude/holdfast.json: {"tasks":{"block":"never"}}',
  );
  store.close();
});

test("lists that would each have avoided one hold are joined", async () => {
  const store = await openTestStore();
  const ignoring = (...value: string[]) => ({ gate: "hygiene", avoidedBy: { key: "hygiene.ignore", value } });
  await holdWrongly(store, "/a", ignoring("a.ts"));
  await holdWrongly(store, "/a", ignoring("b.ts"));
  const [third] = await holdWrongly(store, "/a", ignoring("a.ts"));
  expect(third?.settings).toEqual([{ key: "hygiene.ignore", value: ["a.ts", "b.ts"] }]);
  store.close();
});

test("without a narrowest setting, the gate's next milder one is named, if there is one", async () => {
  const store = await openTestStore();
  for (const gate of ["lock", "lock", "custom", "custom"]) await holdWrongly(store, "/a", { gate });
  const [lock] = await holdWrongly(store, "/a", { gate: "lock" });
  expect(lock?.settings).toEqual([{ key: "gates.lock.max", value: 25 }]);
  expect(lock?.text).toContain("The next milder setting");
  const [custom] = await holdWrongly(store, "/a", { gate: "custom" });
  expect(custom).toMatchObject({ count: 3, settings: [] });
  store.close();
});
