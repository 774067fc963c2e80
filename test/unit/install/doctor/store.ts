// Real databases for the checks that read one.
import { databasePath } from "../../../../src/config/environment.ts";
import { insertDecision, type NewDecision } from "../../../../src/gates/engine/record-decision.ts";
import { openStore, type Store } from "../../../../src/store/open.ts";
import type { Patient } from "./patient.ts";

export async function changeStore(
  patient: Patient,
  change: (store: Store) => void = () => {},
): Promise<string> {
  const path = databasePath(patient.env);
  const store = await openStore(path);
  change(store);
  store.close();
  return path;
}

export function addDecision(store: Store, fields: Partial<NewDecision>): void {
  insertDecision(store, {
    session_id: "s1",
    agent: "main",
    budget_id: null,
    event: "Stop",
    at: Date.now(),
    project_dir: null,
    verdict: "complete",
    rule: "nothing-open",
    findings: "[]",
    situation: null,
    reason: null,
    duration_ms: 5,
    ...fields,
  });
}
