import { dlopen, ptr } from "bun:ffi";
import { LIBC, pathBytes } from "./libc.ts";

/**
 * Becomes this program once more, with a variable set: the same process, terminal and arguments. Returns only where that
 * cannot be, and then nothing has changed.
 */
export function startOverWith(name: string, value: string): void {
  // From the sources we are Bun, which reads its own options first.
  if (!Bun.main.startsWith("/$bunfs/")) return;
  try {
    const { symbols } = dlopen(LIBC, {
      setenv: { args: ["ptr", "ptr", "int"], returns: "int" },
      execv: { args: ["ptr", "ptr"], returns: "int" },
    });
    const words = [process.execPath, ...process.argv.slice(2)].map(pathBytes);
    // A list of addresses that ends with none; `words` lives until the call.
    const list = new BigUint64Array([...words.map((word) => BigInt(ptr(word))), 0n]);
    symbols.setenv(pathBytes(name), pathBytes(value), 1);
    symbols.execv(pathBytes(process.execPath), list);
  } catch {
    // A C library of another name: the work is done as we are.
  }
}
