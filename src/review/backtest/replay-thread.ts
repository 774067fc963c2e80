// A thread that replays sessions.
import { type ReplayedFile, replaySession, type SessionReplay, type Setting } from "./replay-session.ts";

export type ToThread = { kind: "setting"; setting: Setting } | { kind: "replay"; file: ReplayedFile };

export type FromThread =
  | { kind: "progress"; bytes: number }
  | { kind: "replayed"; replay: SessionReplay }
  | { kind: "fault"; message: string };

declare const self: Worker;

let setting: Setting = { policies: [], home: "" };

self.onmessage = ({ data }: MessageEvent<ToThread>) => {
  if (data.kind === "setting") setting = data.setting;
  else void replay(data.file);
};

async function replay(file: ReplayedFile): Promise<void> {
  try {
    post({
      kind: "replayed",
      replay: await replaySession(file, setting, (bytes) => post({ kind: "progress", bytes })),
    });
  } catch (error) {
    post({ kind: "fault", message: error instanceof Error ? error.message : String(error) });
  }
}

function post(message: FromThread): void {
  self.postMessage(message);
}
