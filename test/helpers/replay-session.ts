// Sends a session's transcript to the executable as the hook events that the client would have sent: one for each prompt and each
// finished tool call, with the fields as the client recorded them.
import { readFileSync } from "node:fs";
import { promptTextOf } from "../../src/transcript/events.ts";
import { createOutcome, readSince, streamItems } from "../../src/transcript/read-since.ts";
import type { ToolResult } from "../../src/transcript/tool-item.ts";
import { EXECUTABLE, type Place, runCommand, runProgram } from "./holdfast.ts";
import { queryStore } from "./installed.ts";

/** The client sends no event for a call that never ran. */
const RAN = new Set<ToolResult["failure"]>([null, "command", "other"]);

/** Sends the events and drains the queue. null when there are none, or their folder was not recorded. */
export async function replaySession(home: string, path: string): Promise<Place | null> {
  const place = { home, project: home };
  const folder = await folderOf(path);
  const payloads = await Array.fromAsync(readPayloads(path));
  if (folder === null || payloads.length === 0) return null;
  for (const payload of payloads)
    await runProgram([EXECUTABLE, "hook"], place, Buffer.from(JSON.stringify(payload)), {
      CLAUDE_PROJECT_DIR: folder,
    });
  await runCommand(place, "drain");
  return place;
}

async function folderOf(path: string): Promise<string | null> {
  for await (const { cwd } of streamItems(path, createOutcome())) if (cwd?.startsWith("/")) return cwd;
  return null;
}

const QUERIES = {
  observations: `SELECT session_id, project_key, tool_use_id, kind, title, summary, files, subject, result,
    (SELECT tool_use_id FROM observations AS fix WHERE fix.id = observations.fixed_by) AS fixed_by, at
    FROM observations ORDER BY session_id, at, tool_use_id`,
  runs: `SELECT session_id, project_key, tool_use_id, kind, check_name, command, dir, scope, target, state, evidence, passed,
    failed, skipped, is_piped, is_hidden, task_id, at FROM runs ORDER BY session_id, at, tool_use_id`,
  prompts: "SELECT session_id, text FROM prompts ORDER BY session_id, id",
  tasks: "SELECT session_id, task_id, subject, status FROM tasks ORDER BY session_id, task_id",
  sessions:
    "SELECT session_id, project_dir, project_key, original_request, tool_calls FROM sessions ORDER BY session_id",
  summaries: "SELECT session_id, request, text FROM session_summaries ORDER BY session_id",
};

export type RecordedRows = Record<keyof typeof QUERIES, Record<string, unknown>[]>;

/** What was recorded, without row numbers and what an event has but not a transcript. */
export function readRecordedRows(place: Place): RecordedRows {
  return Object.fromEntries(
    Object.entries(QUERIES).map(([name, sql]) => [name, queryStore(place, sql)]),
  ) as RecordedRows;
}

async function* readPayloads(path: string): AsyncGenerator<object> {
  const bytes = readFileSync(path);
  const { items } = await readSince(path, null, { maxBytes: bytes.length, readsAgentProgress: true });
  for (const item of items) {
    const common = {
      session_id: item.sessionId,
      transcript_path: path,
      cwd: item.cwd,
      ...(item.sidechain ? { agent_id: item.agentId ?? "inline" } : {}),
    };
    const prompt = promptTextOf(item);
    if (prompt !== null) yield { ...common, hook_event_name: "UserPromptSubmit", prompt };
    if (item.kind !== "tool-result" || item.call === null || !RAN.has(item.failure)) continue;
    const { toolUseResult, message } = recordAt(bytes, item.offset);
    const call = { ...common, tool_name: item.call.tool, tool_input: item.call.input, tool_use_id: item.id };
    const content = message.content.find(({ tool_use_id }) => tool_use_id === item.id)?.content;
    yield item.isError
      ? { ...call, hook_event_name: "PostToolUseFailure", error: textOf(content) }
      : { ...call, hook_event_name: "PostToolUse", tool_response: toolUseResult ?? content };
  }
}

type ResultRecord = {
  toolUseResult?: unknown;
  message: { content: { tool_use_id?: string; content?: unknown }[] };
};

function recordAt(bytes: Buffer, offset: number): ResultRecord {
  const end = bytes.indexOf("\n", offset);
  const [record] = Bun.JSONL.parseChunk(bytes.subarray(offset, end === -1 ? undefined : end)).values;
  // Older clients wrap a subagent's record.
  return (record as { data?: { message: ResultRecord } }).data?.message ?? (record as ResultRecord);
}

function textOf(content: unknown): string {
  if (typeof content === "string") return content;
  return Array.isArray(content) ? content.map((block) => String(block?.text ?? "")).join("\n") : "";
}
