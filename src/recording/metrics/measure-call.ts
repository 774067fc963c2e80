// Classifies a recorded call for the metric files.
import { parseJson } from "../../text/unknown-values.ts";
import { fieldOf } from "../capture/call-fields.ts";
import type { RawCall } from "../capture/redact-call.ts";
import type { QueueRow } from "../queue/pending-queue.ts";

/** `label` is what was measured, such as a tool. */
interface Measurement {
  metric: string;
  label: string;
  value: number;
}

type MeasurableRow = Pick<QueueRow, "tool_name" | "raw_output">;

const FILE_OPERATIONS = new Map([
  ["Read", "read"],
  ["Write", "write"],
  ["Edit", "edit"],
  ["MultiEdit", "edit"],
  ["NotebookEdit", "edit"],
]);
const SEARCHES = new Set(["Glob", "Grep", "LS", "ToolSearch", "WebFetch", "WebSearch"]);
const NAME = /^[\w.+-]{1,80}$/;

/** Never throws: an unreadable row still counts as a call. */
export function measureCall({ tool_name: tool, raw_output }: MeasurableRow): Measurement[] {
  const { input, error, duration_ms } = (parseJson(raw_output) ?? {}) as Partial<RawCall>;
  const command = tool === "Bash" ? fieldOf(input, "command") : null;
  const file = FILE_OPERATIONS.get(tool);
  const label = labelOf(tool);
  const measured: Measurement[] = [{ metric: "tool_usage", label, value: 1 }];
  if (error !== undefined) measured.push({ metric: "tool_errors", label, value: 1 });
  if (typeof duration_ms === "number")
    measured.push({ metric: "tool_duration_ms", label, value: duration_ms });
  if (typeof command === "string")
    measured.push({ metric: "bash_commands", label: programOf(command), value: 1 });
  if (file !== undefined) measured.push({ metric: "file_operations", label: file, value: 1 });
  if (SEARCHES.has(tool)) measured.push({ metric: "search_operations", label, value: 1 });
  return measured;
}

/** The first program of a command, without its folder. */
function programOf(command: string): string {
  const words = command.trim().split(/[\s;|&()]+/, 8);
  const program = words.find((word) => word !== "" && !/^\w+=/.test(word)) ?? "";
  return labelOf(program.slice(program.lastIndexOf("/") + 1));
}

/** Only plain words become labels, so that no text of a command gets into the metrics. */
function labelOf(name: string): string {
  return NAME.test(name) ? name : "other";
}
