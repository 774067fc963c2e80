// A thread that reads sessions.
import type { Environment } from "../../config/environment.ts";
import type { Batch } from "./batch.ts";
import type { ProjectFinder } from "./find-project.ts";
import { readSession } from "./read-session.ts";
import type { SessionFiles } from "./session-files.ts";

export type ToReader =
  | { kind: "setting"; env: Environment; wantedKey: string | null }
  | { kind: "read"; unit: SessionFiles }
  /** A batch was taken. */
  | { kind: "taken" };

export type FromReader =
  | { kind: "batch"; batch: Batch }
  | { kind: "end" }
  | { kind: "fault"; message: string };

declare const self: Worker;

/** So many batches may be on their way to the writer. */
const MAX_UNTAKEN = 8;

const waiting: SessionFiles[] = [];
let places: ProjectFinder | null = null;
let isBusy = false;
let untaken = 0;
let taken = Promise.withResolvers<void>();

self.onmessage = ({ data }: MessageEvent<ToReader>) => {
  if (data.kind === "setting") places = { env: data.env, wantedKey: data.wantedKey, known: new Map() };
  else if (data.kind === "read") {
    waiting.push(data.unit);
    void readWaiting();
  } else {
    untaken--;
    taken.resolve();
    taken = Promise.withResolvers<void>();
  }
};

async function readWaiting(): Promise<void> {
  if (isBusy) return;
  isBusy = true;
  for (let unit = waiting.shift(); unit; unit = waiting.shift()) await read(unit);
  isBusy = false;
}

async function read(unit: SessionFiles): Promise<void> {
  try {
    if (places === null) throw new Error("a reader was asked before it was set up");
    for await (const batch of readSession(unit, places)) {
      while (untaken >= MAX_UNTAKEN) await taken.promise;
      untaken++;
      tell({ kind: "batch", batch });
    }
    tell({ kind: "end" });
  } catch (error) {
    tell({ kind: "fault", message: error instanceof Error ? error.message : String(error) });
  }
}

function tell(message: FromReader): void {
  self.postMessage(message);
}
