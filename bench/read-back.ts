// An executable that was just written lies in memory in other pieces than one that was read from the disk, and starts up to a
// tenth slower or faster by that. Measured is the latter, for all alike: a person's machine was started since the install.
import { dlopen } from "bun:ffi";
import { closeSync, fsyncSync, openSync, readFileSync } from "node:fs";

const DONT_NEED = 4;

/** Only Linux can be asked to forget a file; elsewhere it is as it is. */
export function readBack(path: string): void {
  if (process.platform !== "linux") return;
  const { symbols } = dlopen("libc.so.6", {
    posix_fadvise: { args: ["int", "i64", "i64", "int"], returns: "int" },
  });
  const file = openSync(path, "r");
  fsyncSync(file);
  symbols.posix_fadvise(file, 0, 0, DONT_NEED);
  closeSync(file);
  readFileSync(path);
}
