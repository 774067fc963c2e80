// Makes the system read an executable from disk again. A file that was just written is cached differently, which makes it start up
// to a tenth slower or faster; on a person's machine it was read from disk since the last start.
import { dlopen } from "bun:ffi";
import { closeSync, fsyncSync, openSync, readFileSync } from "node:fs";

const DONT_NEED = 4;

/** Does nothing except on Linux, which alone can drop a file from its cache. */
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
