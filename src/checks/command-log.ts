// The whole output of a command in a file of ours, written as it comes. A log that cannot be written never fails
// the command.

import { cutMark } from "./cut-mark.ts";
export interface Log {
  add(chunk: Uint8Array): void;
  /** `tail` is what is known of the end, for a log that was cut. Tells whether the log is usable. */
  close(tail: Uint8Array): boolean;
}

const LOG_LIMIT = 10 * 1024 * 1024;

export async function openLog(path: string): Promise<Log | null> {
  const { closeSync, openSync, rmSync, writeSync } = await import("node:fs");
  let file: number | null = null;
  let written = 0;
  let seen = 0;
  try {
    // A new file each time: a link or a pipe that lies there is replaced, never followed.
    rmSync(path, { force: true });
    file = openSync(path, "wx", 0o600);
  } catch {
    return null;
  }
  const attempt = (bytes: Uint8Array) => {
    try {
      if (file === null) return;
      writeSync(file, bytes);
    } catch {
      // The disk is full or gone: what is there stays, the rest is not tried.
      closeSync(file as number);
      file = null;
    }
  };
  return {
    add(chunk) {
      seen += chunk.length;
      const room = chunk.subarray(0, LOG_LIMIT - written);
      written += room.length;
      if (room.length > 0) attempt(room);
    },
    close(tail) {
      const missing = tail.subarray(Math.max(0, tail.length - (seen - written)));
      if (missing.length > 0) {
        attempt(Buffer.from(cutMark(seen - written - missing.length)));
        attempt(missing);
      }
      if (file === null) return false;
      closeSync(file);
      return true;
    },
  };
}
