// One line of a terminal that says how far something is. A library's spinner would take Ctrl-C as a key and end the
// process as if all were well; here it stays a signal, and the line is gone before anybody acts on it.
import type { Output } from "./command.ts";

export interface StatusLine {
  say(text: string): void;
  end(): void;
}

const SIGNALS = ["SIGINT", "SIGTERM", "SIGHUP"] as const;

/** To be started before anything else listens to signals. */
export function startStatusLine(out: Output): StatusLine {
  let isThere = true;
  const end = () => {
    if (!isThere) return;
    isThere = false;
    for (const signal of SIGNALS) process.off(signal, giveBack);
    out.draw("");
  };
  const giveBack = (signal: (typeof SIGNALS)[number]) => {
    end();
    // Who listens decides what comes next; where nobody does, the signal does what it always does.
    if (process.listenerCount(signal) === 0) process.kill(process.pid, signal);
  };
  for (const signal of SIGNALS) process.on(signal, giveBack);
  return {
    say(text) {
      if (isThere) out.draw(`${out.style.cyan("…")} ${text}`);
    },
    end,
  };
}
