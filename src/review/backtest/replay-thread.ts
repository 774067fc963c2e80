// A thread that replays sessions.
import { type ReplayedFile, replaySession, type SessionReplay, type Setting } from "./replay-session.ts";

export type ToReader = { kind: "setting"; setting: Setting } | { kind: "replay"; file: ReplayedFile };

export type FromReader =
  | { kind: "progress"; bytes: number }
  | { kind: "replayed"; replay: SessionReplay }
  | { kind: "fault"; message: string };

declare const self: Worker;

let setting: Setting = { policies: [], home: "" };

self.onmessage = ({ data }: MessageEvent<ToReader>) => {
  if (data.kind === "setting") setting = data.setting;
  else void replay(data.file);
};

async function replay(file: ReplayedFile): Promise<void> {
  try {
    tell({
      kind: "replayed",
      replay: await replaySession(file, setting, (bytes) => tell({ kind: "progress", bytes })),
    });
  } catch (error) {
    tell({ kind: "fault", message: error instanceof Error ? error.message : String(error) });
  }
}

function tell(message: FromReader): void {
  self.postMessage(message);
}
