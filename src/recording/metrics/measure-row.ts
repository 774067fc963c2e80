import type { RawCall } from "../capture/keep-call.ts";
import type { QueueRow } from "../queue/pending-queue.ts";
import { measureCall } from "./measure-call.ts";
import type { Measured } from "./measured.ts";

/** Never throws: a row that cannot be read was a call all the same. */
export function measureRow(row: Pick<QueueRow, "tool_name" | "raw_output">): Measured[] {
  const raw = readRaw(row.raw_output);
  const input = raw.input as { command?: unknown } | null | undefined;
  const command = row.tool_name === "Bash" && typeof input?.command === "string" ? input.command : null;
  const isError = raw.error !== undefined;
  const durationMs = typeof raw.duration_ms === "number" ? raw.duration_ms : null;
  return measureCall({ tool: row.tool_name, command, isError, durationMs });
}

function readRaw(json: string): Partial<RawCall> {
  try {
    const raw: unknown = JSON.parse(json);
    return typeof raw === "object" && raw !== null ? raw : {};
  } catch {
    return {};
  }
}
