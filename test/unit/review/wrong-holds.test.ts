import { expect, test } from "bun:test";
import { insertDecision } from "../../../src/gates/engine/record-decision.ts";
import { suggestSettings } from "../../../src/review/wrong-holds.ts";
import { findDecision, markWrong } from "../../../src/store/decisions.ts";
import type { Store } from "../../../src/store/open.ts";
import { openNewStore } from "../../helpers/new-store.ts";
import { makeTempFolder } from "../../helpers/temp.ts";

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
  return suggestSettings(store, row);
}

test("the third wrong hold for the same reason in a project names the narrowest setting", async () => {
  const store = await openTestStore();
  const tasks = { gate: "tasks", avoidedBy: { key: "tasks.block", value: "never" } };
  expect(holdWrongly(store, "/a", tasks)).toEqual([]);
  expect(holdWrongly(store, "/b", tasks)).toEqual([]);
  expect(holdWrongly(store, "/a", { ...tasks, code: "other" })).toEqual([]);
  expect(holdWrongly(store, "/a", tasks)).toEqual([]);
  const [third] = holdWrongly(store, "/a", tasks);
  expect(third).toMatchObject({ gate: "tasks", count: 3, settings: [tasks.avoidedBy] });
  expect(third?.text).toEndWith(
    'would have avoided them, in .claude/holdfast.json, or in your own file if that sets it: {"tasks":{"block":"never"}}',
  );
  store.close();
});

test("lists that would each have avoided one hold are joined", async () => {
  const store = await openTestStore();
  const ignoring = (...value: string[]) => ({ gate: "hygiene", avoidedBy: { key: "hygiene.ignore", value } });
  holdWrongly(store, "/a", ignoring("a.ts"));
  holdWrongly(store, "/a", ignoring("b.ts"));
  const [third] = holdWrongly(store, "/a", ignoring("a.ts"));
  expect(third?.settings).toEqual([{ key: "hygiene.ignore", value: ["a.ts", "b.ts"] }]);
  store.close();
});

test("values that differ would not have avoided all of them, so the gate's switch is named", async () => {
  const store = await openTestStore();
  const tasks = (value: string) => ({ gate: "tasks", avoidedBy: { key: "tasks.block", value } });
  for (const value of ["never", "active"]) holdWrongly(store, "/a", tasks(value));
  const [third] = holdWrongly(store, "/a", tasks("active"));
  expect(third?.settings).toEqual([{ key: "gates.tasks.enabled", value: false }]);
  store.close();
});

test("a hold that names no setting is avoided by the gate's switch; a gate without one by no setting", async () => {
  const store = await openTestStore();
  for (const gate of ["lock", "lock", "custom", "custom", "retired", "retired"])
    holdWrongly(store, "/a", { gate });
  const [lock] = holdWrongly(store, "/a", { gate: "lock" });
  expect(lock?.text).toEndWith(': {"gates":{"lock":{"enabled":false}}}');
  for (const gate of ["custom", "retired"]) {
    const [other] = holdWrongly(store, "/a", { gate });
    expect(other).toMatchObject({ count: 3, settings: [] });
    expect(other?.text).toContain("No setting would have avoided them");
  }
  store.close();
});
