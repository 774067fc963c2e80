// The numbers that are counted of one tool call.
import type { RawCall } from "../capture/redact-call.ts";
import type { QueueRow } from "../queue/pending-queue.ts";

/** `label` is what it was measured of, such as the tool; empty when there is only one. */
interface Measurement {
  metric: MetricName;
  label: string;
  value: number;
}

export type MetricName =
  | "prompt_length"
  | "tool_usage"
  | "tool_errors"
  | "tool_duration_ms"
  | "bash_commands"
  | "file_operations"
  | "search_operations";

interface MeasurableCall {
  tool: string;
  /** Of a shell call. */
  command: string | null;
  isError: boolean;
  durationMs: number | null;
}

const FILE_OPERATIONS = new Map([
  ["Read", "read"],
  ["Write", "write"],
  ["Edit", "edit"],
  ["MultiEdit", "edit"],
  ["NotebookEdit", "edit"],
]);
const SEARCHES = new Set(["Glob", "Grep", "LS", "ToolSearch", "WebFetch", "WebSearch"]);
const NAME = /^[\w.+-]{1,80}$/;

/** Never throws: a row that cannot be read still counts as a call. */
export function measureCall(row: Pick<QueueRow, "tool_name" | "raw_output">): Measurement[] {
  const raw = readRaw(row.raw_output);
  const input = raw.input as { command?: unknown } | null | undefined;
  const command = row.tool_name === "Bash" && typeof input?.command === "string" ? input.command : null;
  const isError = raw.error !== undefined;
  const durationMs = typeof raw.duration_ms === "number" ? raw.duration_ms : null;
  return listMeasurements({ tool: row.tool_name, command, isError, durationMs });
}

function readRaw(json: string): Partial<RawCall> {
  try {
    const raw: unknown = JSON.parse(json);
    return typeof raw === "object" && raw !== null ? raw : {};
  } catch {
    return {};
  }
}

function listMeasurements({ tool, command, isError, durationMs }: MeasurableCall): Measurement[] {
  const label = labelOf(tool);
  const file = FILE_OPERATIONS.get(tool);
  return [
    { metric: "tool_usage", label, value: 1 },
    ...(isError ? [{ metric: "tool_errors", label, value: 1 } as const] : []),
    ...(durationMs === null ? [] : [{ metric: "tool_duration_ms", label, value: durationMs } as const]),
    ...(command === null ? [] : [{ metric: "bash_commands", label: programOf(command), value: 1 } as const]),
    ...(file === undefined ? [] : [{ metric: "file_operations", label: file, value: 1 } as const]),
    ...(SEARCHES.has(tool) ? [{ metric: "search_operations", label, value: 1 } as const] : []),
  ];
}

/** The first program of a command, without its folder. */
function programOf(command: string): string {
  const words = command.trim().split(/[\s;|&()]+/, 8);
  const program = words.find((word) => word !== "" && !/^\w+=/.test(word)) ?? "";
  return labelOf(program.slice(program.lastIndexOf("/") + 1));
}

/** Labels are plain words: nothing of a command's text gets into the metrics. */
function labelOf(name: string): string {
  return NAME.test(name) ? name : "other";
}
