// What a person sees while checks run: on a terminal what runs and what it says last, else one line for each result.
import { readFileSync } from "node:fs";
import { stripVTControlCharacters } from "node:util";
import type { Check } from "../../../gates/quality/check.ts";
import type { CheckRow } from "../../../store/check-results.ts";
import { printable } from "../../../text/printable.ts";
import type { Output } from "../../command.ts";

export interface CheckView {
  begin(check: Check): void;
  hear(check: Check, chunk: Uint8Array): void;
  finish(check: Check, row: CheckRow): void;
  end(): void;
}

interface ViewOptions {
  /** For one who reads the result as a whole. */
  silent: boolean;
  /** A terminal is redrawn while they run. */
  live: boolean;
  /** What failed is shown with its whole output. */
  whole: boolean;
}

const MAX_SHOWN = 60;
const REDRAW_MS = 200;

export function watchChecks(out: Output, { silent, live, whole }: ViewOptions): CheckView {
  const running = new Map<Check, { since: number; says: string }>();
  const isDrawn = live && out.interactive;
  const draw = () => {
    if (isDrawn && running.size > 0) out.draw(`${out.style.cyan("…")} ${describeRunning(running)}`);
  };
  const clock = isDrawn ? setInterval(draw, REDRAW_MS) : null;
  return {
    begin(check) {
      running.set(check, { since: Date.now(), says: "" });
      draw();
    },
    hear(check, chunk) {
      const state = running.get(check);
      const line = lastLine(chunk);
      if (state && line !== "") state.says = line;
    },
    finish(check, row) {
      running.delete(check);
      if (isDrawn) out.draw("");
      if (!silent) printResult(out, row, whole);
      draw();
    },
    end() {
      if (clock) clearInterval(clock);
      if (isDrawn) out.draw("");
    },
  };
}

function printResult(out: Output, row: CheckRow, whole: boolean): void {
  const { style } = out;
  const passed = row.outcome === "passed";
  const sign = passed ? style.green("✓") : row.outcome === "failed" ? style.red("✗") : style.yellow("!");
  const code = row.exit_code === null || passed ? "" : `, exit code ${row.exit_code}`;
  const time = style.dim(`(${row.outcome}${code}, ${(row.duration_ms / 1000).toFixed(1)} s)`);
  out.line(`${sign} ${row.stage}: ${printable(row.command)} ${time}`);
  if (passed) return;
  const text = whole ? (readLog(row.log_path) ?? row.telling) : row.telling;
  for (const line of text.split("\n")) out.line(`    ${printable(stripVTControlCharacters(line))}`);
  if (!whole && row.log_path) out.line(style.dim(`    full output: ${row.log_path}`));
}

function readLog(path: string | null): string | null {
  try {
    return path === null ? null : readFileSync(path, "utf8").trimEnd();
  } catch {
    return null; // Then the telling part has to do.
  }
}

function describeRunning(running: ReadonlyMap<Check, { since: number; says: string }>): string {
  const parts = [...running].map(([{ run }, { since }]) => {
    return `${clip(printable(run))} ${Math.round((Date.now() - since) / 1000)} s`;
  });
  const [says = ""] = [...running.values()].map((state) => state.says).filter((text) => text !== "");
  return says === "" ? parts.join(", ") : `${parts.join(", ")} · ${clip(says)}`;
}

function lastLine(chunk: Uint8Array): string {
  const text = stripVTControlCharacters(Buffer.from(chunk).toString("utf8"));
  return printable(text.trimEnd().split(/\r?\n/).at(-1)?.trim() ?? "");
}

function clip(text: string): string {
  return text.length <= MAX_SHOWN ? text : `${text.slice(0, MAX_SHOWN - 1)}…`;
}
