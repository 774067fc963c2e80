// Shows the output of a command again whenever it changes, until Ctrl-C.
import { UserError } from "../text/user-error.ts";
import type { Output } from "./command.ts";

const INTERVAL_MS = 1000;

export async function watchOutput(out: Output, print: (frame: Output) => Promise<unknown>): Promise<void> {
  if (!out.interactive)
    throw new UserError("needs-terminal", "--watch needs a terminal", "Leave it out to print once.");
  const interrupted = new Promise<true>((resolve) => process.once("SIGINT", () => resolve(true)));
  let shown: string | null = null;
  do {
    const lines: string[] = [];
    const add = (text = "") => void lines.push(text);
    await print({ ...out, line: add, error: add });
    const text = lines.join("\n");
    if (text !== shown) out.redraw(`${text}\n\n${out.style.dim("Ctrl-C ends this.")}`);
    shown = text;
  } while (!(await Promise.race([interrupted, Bun.sleep(INTERVAL_MS)])));
}
