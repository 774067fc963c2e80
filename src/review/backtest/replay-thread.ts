// A thread that replays sessions.
import type { ReplayedFile, SessionReplay } from "./replay-session.ts";
import { Replayer, type ReplaySettings } from "./replayer.ts";

export type ToThread =
  | { kind: "settings"; settings: ReplaySettings }
  | { kind: "replay"; file: ReplayedFile };

export type FromThread =
  | { kind: "progress"; bytes: number }
  | { kind: "replayed"; replay: SessionReplay }
  | { kind: "fault"; message: string };

declare const self: Worker;

/** The settings come first. */
let replayer: Promise<Replayer>;

self.onmessage = ({ data }: MessageEvent<ToThread>) => {
  if (data.kind === "settings") replayer = Replayer.open(data.settings);
  else void replay(data.file);
};

async function replay(file: ReplayedFile): Promise<void> {
  try {
    const done = await (await replayer).replay(file, (bytes) => post({ kind: "progress", bytes }));
    post({ kind: "replayed", replay: done });
  } catch (error) {
    post({ kind: "fault", message: error instanceof Error ? error.message : String(error) });
  }
}

function post(message: FromThread): void {
  self.postMessage(message);
}
