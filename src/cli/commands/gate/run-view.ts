// What a person sees while checks run: on a terminal what runs and its last output, else one line for each result.
import { readFileSync } from "node:fs";
import { stripVTControlCharacters } from "node:util";
import type { Check } from "../../../gates/commands/check.ts";
import type { CheckRow } from "../../../store/check-results.ts";
import { clip, oneLine } from "../../../text/clip.ts";
import { printable } from "../../../text/printable.ts";
import type { Output } from "../../command.ts";

interface Running {
  since: number;
  lastLine: string;
}

const MAX_SHOWN = 60;
const REDRAW_MS = 200;

/**
 * - silent: prints nothing, as for JSON
 * - live: redraws the terminal while they run
 * - full: shows the full output of what failed
 * - fenced: GitHub's runner obeys lines of our output, and must not obey those of a check
 */
type View = Record<"silent" | "live" | "full" | "fenced", boolean>;

export function watchChecks(out: Output, { silent, live, full, fenced }: View) {
  const running = new Map<Check, Running>();
  const isDrawn = live && out.interactive;
  const draw = () => {
    if (isDrawn && running.size > 0) out.draw(`${out.style.cyan("…")} ${describeRunning(running)}`);
  };
  const clock = isDrawn ? setInterval(draw, REDRAW_MS) : null;
  return {
    begin(check: Check) {
      running.set(check, { since: Date.now(), lastLine: "" });
      draw();
    },
    output(check: Check, chunk: Uint8Array) {
      const state = running.get(check);
      const line = lastLineOf(chunk);
      if (state && line !== "") state.lastLine = line;
    },
    finish(check: Check, row: CheckRow) {
      running.delete(check);
      if (isDrawn) out.draw("");
      if (!silent) printResult(out, row, { full, fenced });
      draw();
    },
    end() {
      if (clock) clearInterval(clock);
      if (isDrawn) out.draw("");
    },
  };
}

function printResult(out: Output, row: CheckRow, { full, fenced }: Pick<View, "full" | "fenced">): void {
  const { style } = out;
  const passed = row.outcome === "passed";
  const sign = passed ? style.green("✓") : row.outcome === "failed" ? style.red("✗") : style.yellow("!");
  const code = row.exit_code === null || passed ? "" : `, exit code ${row.exit_code}`;
  const time = style.dim(`(${row.outcome}${code}, ${(row.duration_ms / 1000).toFixed(1)} s)`);
  // On one line, so that neither is a line of its own, which the runner would obey.
  out.line(`${sign} ${oneLine(printable(`${row.stage}: ${row.command}`))} ${time}`);
  if (passed) return;
  const text = full ? (readLog(row.log_path) ?? row.telling) : row.telling;
  const fence = fenced ? crypto.randomUUID() : null;
  if (fence) out.line(`::stop-commands::${fence}`);
  for (const line of text.split("\n")) out.line(`    ${printable(stripVTControlCharacters(line))}`);
  if (fence) out.line(`::${fence}::`);
  if (!full && row.log_path) out.line(style.dim(`    full output: ${row.log_path}`));
}

export function readLog(path: string | null): string | null {
  try {
    return path === null ? null : readFileSync(path, "utf8").trimEnd();
  } catch {
    return null; // The excerpt has to do.
  }
}

function describeRunning(running: ReadonlyMap<Check, Running>): string {
  const parts = [...running].map(([{ run }, { since }]) => {
    return `${clip(printable(run), MAX_SHOWN)} ${Math.round((Date.now() - since) / 1000)} s`;
  });
  const [lastLine = ""] = [...running.values()].map((state) => state.lastLine).filter((text) => text !== "");
  return lastLine === "" ? parts.join(", ") : `${parts.join(", ")} · ${clip(lastLine, MAX_SHOWN)}`;
}

function lastLineOf(chunk: Uint8Array): string {
  const text = stripVTControlCharacters(Buffer.from(chunk).toString("utf8"));
  return printable(text.trimEnd().split(/\r?\n/).at(-1)?.trim() ?? "");
}
