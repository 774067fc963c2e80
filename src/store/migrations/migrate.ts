// Brings a file of the store up to date, in one transaction.
import { type Store, type StoreKind, schemaVersion } from "../open.ts";
import { sql as spine } from "./001-spine.ts";
import { sql as loops } from "./002-loops.ts";
import { sql as tasks } from "./003-tasks.ts";
import { sql as flows } from "./004-flows.ts";
import { sql as sessionStarts } from "./005-session-starts.ts";
import { sql as checkResults } from "./006-check-results.ts";
import { sql as pipelines } from "./007-pipelines.ts";
import { sql as capture } from "./008-capture.ts";
import { sql as observations } from "./009-observations.ts";
import { sql as recall } from "./010-recall.ts";
import { sql as ingest } from "./011-ingest.ts";
import { sql as metrics } from "./012-metrics.ts";
import { sql as triage } from "./013-triage.ts";
import { sql as memories } from "./014-memories.ts";
import { sql as reflection } from "./015-reflection.ts";
import { sql as issueClaims } from "./016-issue-claims.ts";
import { sql as typedActs } from "./017-typed-acts.ts";

/** Append only: a migration that shipped never changes. Its place in its list is its number. */
export const MIGRATIONS: Readonly<Record<StoreKind, readonly string[]>> = {
  ledger: [spine, loops, tasks, flows, sessionStarts, checkResults, pipelines, capture, typedActs],
  memory: [observations, recall, ingest, metrics, triage, memories, reflection, issueClaims],
};

export function migrate(store: Store, kind: StoreKind): void {
  const migrations = MIGRATIONS[kind];
  store.run("BEGIN IMMEDIATE");
  try {
    for (let version = schemaVersion(store); version < migrations.length; version++) {
      const sql = migrations[version];
      if (sql === undefined) throw new Error(`migration ${version + 1} of the ${kind} is missing`);
      store.run(sql);
      store.run(`PRAGMA user_version = ${version + 1}`);
    }
    store.run("COMMIT");
    store.run("PRAGMA journal_mode = WAL");
  } catch (error) {
    if (store.inTransaction) store.run("ROLLBACK");
    throw error;
  }
}
