// A copy of Bun that obeys none of the variables that make an executable of ours do something else: run a stranger's
// script, be Bun itself, wait for a debugger. Bun has no option for that, so their names are made unspeakable.
import { readFileSync, writeFileSync } from "node:fs";

const IGNORED = [
  ...["BUN_OPTIONS", "BUN_BE_BUN"],
  ...["BUN_INSPECT", "BUN_INSPECT_CONNECT_TO", "BUN_INSPECT_PRELOAD"],
  ...["BUN_TCC_OPTIONS", "BUN_CRASH_REPORT_URL"],
  ...["BUN_BYTECODE_DIGEST_OUT", "BUN_BYTECODE_ORDER_NAMES_OUT", "BUN_BYTECODE_ORDER_OUT"],
];

/** Another Bun than the pinned one may not have them all; `holdfast doctor` tries the result out. */
export function writeSealedRuntime(bun, path) {
  const program = readFileSync(bun);
  for (const name of IGNORED) {
    const text = Buffer.from(`\0${name}\0`);
    // No variable has an equals sign in its name.
    for (let at = program.indexOf(text); at !== -1; at = program.indexOf(text, at + 1))
      program[at + 1] = 0x3d;
  }
  writeFileSync(path, program, { mode: 0o755 });
}
