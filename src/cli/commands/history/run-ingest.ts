// Runs an ingest with the store to itself, and shows how far it is.
import type { Environment } from "../../../config/environment.ts";
import {
  type IngestOptions,
  type IngestResult,
  ingestHistory,
} from "../../../recording/ingest/ingest-history.ts";
import { releaseDrainLock, takeDrainLock } from "../../../recording/queue/drain.ts";
import { type Store, sqliteCode, toStoreError } from "../../../store/open.ts";
import { UserError } from "../../../text/user-error.ts";
import { drainQueue } from "../../../upkeep/drain-queue.ts";
import type { Output } from "../../command.ts";
import { withStore } from "../../with-store.ts";
import { startProgress } from "./ingest-progress.ts";

const WAIT_MS = 5000;

export async function runIngest(
  { env, out, options: { json } }: { env: Environment; out: Output; options: { json?: boolean } },
  what: Omit<IngestOptions, "progress" | "stopped">,
): Promise<IngestResult> {
  try {
    return await withStore(env, async (store) => {
      prepare(store);
      await waitForLock(store);
      const bar = json ? null : startProgress(out);
      const interrupt = watchInterrupt();
      try {
        return await ingestHistory(env, store, {
          ...what,
          stopped: interrupt.wanted,
          ...(bar ? { progress: bar.show } : {}),
        });
      } finally {
        interrupt.end();
        bar?.end();
        releaseDrainLock(store, process.pid);
        // Sessions that ended meanwhile were told to wait.
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

/** A drain is soon done; another ingest is not. */
async function waitForLock(store: Store): Promise<void> {
  for (const until = Date.now() + WAIT_MS; !takeDrainLock(store, process.pid, Date.now()); ) {
    if (Date.now() > until)
      throw new UserError(
        "busy",
        "another ingest or drain is at work on this database",
        "Wait until it is done, then run `holdfast ingest` again.",
      );
    await Bun.sleep(100);
  }
}

/** Ctrl-C ends it after the batch at hand. */
function watchInterrupt(): { wanted(): boolean; end(): void } {
  let wanted = false;
  const note = () => {
    wanted = true;
  };
  process.once("SIGINT", note);
  process.once("SIGTERM", note);
  return {
    wanted: () => wanted,
    end() {
      process.off("SIGINT", note);
      process.off("SIGTERM", note);
    },
  };
}
