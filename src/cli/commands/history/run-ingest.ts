// Runs an ingest with the store to itself, and shows how far it is.
import type { Environment } from "../../../config/environment.ts";
import { loadConfig } from "../../../config/load-config.ts";
import { readStore } from "../../../install/doctor/read-store.ts";
import { findTranscripts } from "../../../recording/ingest/find-transcripts.ts";
import {
  type IngestOptions,
  type IngestResult,
  ingestHistory,
} from "../../../recording/ingest/ingest-history.ts";
import {
  historyDir,
  NOTHING_INGESTED,
  readIngestedHistory,
  type UnreadHistory,
  unreadHistory,
} from "../../../recording/ingest/session-files.ts";
import { releaseDrainLock, takeDrainLock } from "../../../recording/queue/drain.ts";
import { type Store, sqliteCode, toStoreError } from "../../../store/open.ts";
import { UserError } from "../../../text/user-error.ts";
import { drainQueue } from "../../../upkeep/drain-queue.ts";
import type { Invocation, Output } from "../../command.ts";
import { withStore } from "../../target.ts";
import { ask, startProgressBar } from "../../terminal.ts";
import { describeHistory, printIngested } from "./ingest-report.ts";

const MAX_WAIT_MS = 5000;

export async function runIngest(
  { env, out, options: { json } }: { env: Environment; out: Output; options: { json?: boolean } },
  what: Omit<IngestOptions, "progress" | "stopped">,
): Promise<IngestResult> {
  try {
    return await withStore(env, async (store) => {
      prepare(store);
      await waitForLock(store);
      const bar = json ? null : startProgressBar(out);
      const interrupt = watchInterrupt();
      try {
        return await ingestHistory(env, store, {
          ...what,
          stopped: interrupt.isWanted,
          ...(bar ? { progress: bar.show } : {}),
        });
      } finally {
        interrupt.end();
        bar?.end();
        releaseDrainLock(store, process.pid);
        // Sessions that ended meanwhile found the lock taken.
        await drainQueue(env, store);
      }
    });
  } catch (error) {
    if (sqliteCode(error) === "") throw error;
    throw new UserError(
      "store",
      toStoreError(error).message,
      "What was read so far is kept: run `holdfast ingest` again. `holdfast doctor` says more.",
      { cause: error },
    );
  }
}

function prepare(store: Store): void {
  store.run("PRAGMA busy_timeout = 5000");
  // Hooks leave the log to others; here it would grow with the whole history.
  store.run("PRAGMA wal_autocheckpoint = 2000");
  // The index is merged again and again while it grows.
  store.run("PRAGMA memory.cache_size = -32000");
}

/** A drain ends soon; another ingest does not. */
async function waitForLock(store: Store): Promise<void> {
  for (const until = Date.now() + MAX_WAIT_MS; !takeDrainLock(store, process.pid, Date.now()); ) {
    if (Date.now() > until)
      throw new UserError(
        "busy",
        "another ingest or drain is working on this database",
        "Wait until it is done, then run `holdfast ingest` again.",
      );
    await Bun.sleep(100);
  }
}

/** Ctrl-C ends it after the current batch. */
function watchInterrupt(): { isWanted(): boolean; end(): void } {
  let isWanted = false;
  const note = () => {
    isWanted = true;
  };
  process.once("SIGINT", note);
  process.once("SIGTERM", note);
  return {
    isWanted: () => isWanted,
    end() {
      process.off("SIGINT", note);
      process.off("SIGTERM", note);
    },
  };
}

/** Transcripts from before the install, or while recording was off. */
export function findUnreadHistory({ env }: Pick<Invocation, "env">): UnreadHistory {
  const reading = readStore(env, readIngestedHistory);
  return unreadHistory(env, reading.state === "read" ? reading.value : NOTHING_INGESTED);
}

type Call = Pick<Invocation, "env" | "out"> & { options: { yes?: boolean } };

/** After an install: asks where a person can answer, else says how. Never fails, as the install is done. */
export async function offerHistory(call: Call): Promise<void> {
  const { out, options } = call;
  const history = findUnreadHistory(call);
  if (history.sessions === 0) return;
  const past = `${describeHistory(history)} of past work`;
  if (options.yes || !out.interactive || !(await ask(`Make ${past} searchable now?`))) {
    out.line(`To make ${past} searchable: holdfast ingest`);
    return;
  }
  await ingestAll(call);
}

async function ingestAll({ env, out }: Call): Promise<void> {
  const found = findTranscripts([historyDir(env)]);
  const startedAt = performance.now();
  try {
    const what = { files: found.files, projectKey: null, readers: null };
    const ingested = await runIngest({ env, out, options: {} }, what);
    const { retention } = (await loadConfig(env, null)).config;
    printIngested(out, ingested, found, { ms: performance.now() - startedAt, retention });
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    out.error(`${out.style.yellow("not read:")} ${error.message}`);
    out.error("Try again: holdfast ingest");
  }
}
