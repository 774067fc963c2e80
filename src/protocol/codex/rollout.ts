// How calls ended, from the end of Codex's own log: its events leave out exit codes, and some calls have no event at their end.
import { readBytes } from "../../platform/files.ts";
import { isRecord, parseJson } from "../../text/unknown-values.ts";
import type { Payload } from "../host-protocol.ts";

const MAX_BYTES = 512 * 1024;
const RUNNING = /^Process running with session ID (\S+)$/m;

/** What Codex puts before the output of a command. */
const LEAD = "Chunk ID: ";
const OUTPUT = "\nOutput:\n";

/** Of a call of the shell. */
export interface CallEnd {
  id: string;
  command: string;
  /** The files that it changed as a patch; null when it was none, or did not apply. */
  changed: string[] | null;
  output: string;
  /** Of a command that ended in the background; null for every other call. */
  exitCode: number | null;
  /** Codex's id of the command, while it runs in the background. */
  runningAs: string | null;
}

/** The event does not have it, but the log does by then. */
export async function readExitCode({ transcript_path, tool_use_id: id }: Payload): Promise<number | null> {
  if (typeof id !== "string") return null;
  const item = findItem(await readLines(transcript_path), "CommandExecution", id);
  return typeof item?.exit_code === "number" ? item.exit_code : null;
}

/** Of those among these calls that have an end in the log. */
export async function readCallEnds({ transcript_path }: Payload, ids: readonly string[]): Promise<CallEnd[]> {
  const lines = await readLines(transcript_path);
  return ids.flatMap((id) => readCallEnd(lines, id) ?? []);
}

function readCallEnd(lines: readonly string[], id: string): CallEnd | null {
  const args = findCallItem(lines, "function_call", id)?.arguments;
  const input = typeof args === "string" ? parseJson(args) : null;
  const output = findCallItem(lines, "function_call_output", id)?.output;
  if (!isRecord(input) || typeof output !== "string") return null;
  const patch = findItem(lines, "FileChange", id);
  const isApplied = patch?.status === "completed" && isRecord(patch.changes);
  const run = findItem(lines, "CommandExecution", id);
  // Below zero, Codex ended it with the session.
  const hasEnded = typeof run?.exit_code === "number" && run.exit_code >= 0;
  return {
    id,
    command: String(input.cmd ?? ""),
    changed: isApplied ? Object.keys(patch.changes as object) : null,
    output: hasEnded
      ? String(run.aggregated_output ?? "")
      : output.slice(output.startsWith(LEAD) ? output.indexOf(OUTPUT) + OUTPUT.length : 0),
    exitCode: hasEnded ? Number(run.exit_code) : null,
    runningAs: hasEnded ? null : (RUNNING.exec(output)?.[1] ?? null),
  };
}

/** An item that Codex completed. */
function findItem(lines: readonly string[], type: string, id: string): Payload | null {
  const item = findPayload(lines, [`"type":"${type}"`, `"id":${JSON.stringify(id)}`])?.item;
  return isRecord(item) ? item : null;
}

/** An item of the model's conversation. */
function findCallItem(lines: readonly string[], type: string, id: string): Payload | null {
  return findPayload(lines, [`"type":"${type}"`, `"call_id":${JSON.stringify(id)}`]);
}

function findPayload(lines: readonly string[], marks: readonly string[]): Payload | null {
  const line = lines.findLast((each) => marks.every((mark) => each.includes(mark)));
  const record = line === undefined ? null : parseJson(line);
  return isRecord(record) && isRecord(record.payload) ? record.payload : null;
}

async function readLines(path: unknown): Promise<string[]> {
  if (typeof path !== "string") return [];
  const { size } = Bun.file(path);
  if (!Number.isFinite(size)) return [];
  const bytes = await readBytes(path, Math.max(0, size - MAX_BYTES), size);
  return new TextDecoder().decode(bytes ?? new Uint8Array()).split("\n");
}
