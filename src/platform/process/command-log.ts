// The whole output of a command in a file of ours, written as it comes, as text. A log that cannot be written never
// fails the command.
import { cutMark } from "../../text/output/cut-mark.ts";

export interface Log {
  add(chunk: Uint8Array): void;
  /** `tail` is what is known of the end, for a log that was cut. Tells whether the log is complete but for that. */
  close(tail: Uint8Array): boolean;
}

type Clean = (text: string) => string;

const LOG_LIMIT = 10 * 1024 * 1024;
/** What is cleaned together: a secret may go over several lines. */
const PIECE = 64 * 1024;

/** Null when the file cannot be made; its folder must exist. */
export async function openLog(path: string, clean: Clean = (text) => text): Promise<Log | null> {
  const write = await openFile(path);
  if (write === null) return null;
  const decoder = new TextDecoder();
  let pending = "";
  let taken = 0;
  let seen = 0;
  const flush = (length: number) => {
    write(clean(pending.slice(0, length)));
    pending = pending.slice(length);
  };
  return {
    add(chunk) {
      const kept = chunk.subarray(0, LOG_LIMIT - taken);
      seen += chunk.length;
      taken += kept.length;
      pending += decoder.decode(kept, { stream: true });
      if (pending.length >= PIECE) flush(pending.lastIndexOf("\n") + 1 || pending.length);
    },
    close(tail) {
      const left = seen - taken;
      const missing = tail.subarray(Math.max(0, tail.length - left));
      if (left > 0) pending += cutMark(left - missing.length) + new TextDecoder().decode(missing);
      flush(pending.length);
      return write(null);
    },
  };
}

/** Writes a text, or closes with null. False once something could not be written: the rest is not tried. */
async function openFile(path: string): Promise<((text: string | null) => boolean) | null> {
  const { closeSync, openSync, rmSync, writeSync } = await import("node:fs");
  let works = true;
  try {
    // A new file each time: a link or a pipe that lies there is replaced, never followed.
    rmSync(path, { force: true });
    const file = openSync(path, "wx", 0o600);
    return (text) => {
      try {
        if (text === null) closeSync(file);
        else if (works) writeSync(file, text);
      } catch {
        works = false; // The disk is full or gone: what is there stays.
      }
      return works;
    };
  } catch {
    return null;
  }
}
