// A readable trace of one hook run, kept only under HOLDFAST_DEBUG=1. Names, numbers and paths; never payload text.

export interface Trace {
  note(text: string): void;
  lines(): string[];
}

export function createTrace(enabled: boolean): Trace {
  const lines: string[] = [];
  return {
    // Not `performance`: only naming it here would have the engine make it for every event.
    note(text) {
      if (enabled) lines.push(`${(Bun.nanoseconds() / 1e6).toFixed(1).padStart(8)} ms  ${text}`);
    },
    lines: () => lines,
  };
}
