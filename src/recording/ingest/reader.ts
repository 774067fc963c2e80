// The thread that reads sessions: what it is told, what it answers.
import type { Environment } from "../../config/environment.ts";
import type { Batch } from "./batch.ts";
import type { ProjectFinder } from "./find-project.ts";
import { readSession } from "./read-session.ts";
import type { SessionFiles } from "./session-files.ts";

export type ToReader =
  | { kind: "setting"; env: Environment; wantedKey: string | null }
  | { kind: "read"; session: SessionFiles }
  /** A batch was received. */
  | { kind: "taken" };

export type FromReader =
  | { kind: "batch"; batch: Batch }
  | { kind: "end" }
  | { kind: "fault"; message: string };

declare const self: Worker;

/** Batches on their way to the writer. */
const MAX_UNTAKEN = 8;

const waiting: SessionFiles[] = [];
let finder: ProjectFinder | null = null;
let isBusy = false;
let untaken = 0;
let taken = Promise.withResolvers<void>();

self.onmessage = ({ data }: MessageEvent<ToReader>) => {
  if (data.kind === "setting") finder = { env: data.env, wantedKey: data.wantedKey, known: new Map() };
  else if (data.kind === "read") {
    waiting.push(data.session);
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
  for (let session = waiting.shift(); session; session = waiting.shift()) await read(session);
  isBusy = false;
}

async function read(session: SessionFiles): Promise<void> {
  try {
    if (finder === null) throw new Error("a reader was asked before it was set up");
    for await (const batch of readSession(session, finder)) {
      while (untaken >= MAX_UNTAKEN) await taken.promise;
      untaken++;
      send({ kind: "batch", batch });
    }
    send({ kind: "end" });
  } catch (error) {
    send({ kind: "fault", message: error instanceof Error ? error.message : String(error) });
  }
}

function send(message: FromReader): void {
  self.postMessage(message);
}
