// Qwen Code's chats: records like those of transcript/, with the parts of Gemini's messages in them.
import { isRecord } from "../../text/unknown-values.ts";
import type { AgentLog, LogHead } from "../agent-log.ts";
import {
  callRecord,
  type LoggedResult,
  promptRecord,
  type Raw,
  type RecordBase,
  resultRecord,
  shellResult,
  textRecord,
} from "../transcript-record.ts";

const NAME = /\/projects\/[^/]+\/chats\/([\w-]{1,128})\.jsonl$/;

export const QWEN_LOG: AgentLog = {
  host: "qwen",
  folder: "projects",
  sessionOf: (path) => NAME.exec(path)?.[1] ?? null,
  pathOf: null,
  readHead,
  translate: (head) => (record) => translate(record, head),
};

function readHead({ sessionId, cwd, provenance }: Raw): LogHead | null {
  const id = textOf(sessionId);
  return id === null || textOf(provenance) === null
    ? null
    : { sessionId: id, cwd: textOf(cwd), agentId: null };
}

function translate(record: Raw, { sessionId }: LogHead): Raw[] {
  const { type, provenance, message, timestamp } = record;
  const parts = isRecord(message) && Array.isArray(message.parts) ? message.parts.filter(isRecord) : [];
  const base = {
    uuid: textOf(record.uuid),
    sessionId,
    timestamp,
    cwd: textOf(record.cwd),
    agentId: null,
  };
  if (type === "tool_result") return translateResults(base, parts, record.toolCallResult);
  if (type === "user") {
    const text = parts.flatMap((part) => textOf(part.text) ?? []).join("\n");
    return provenance === "real_user" && text.trim() !== "" ? [promptRecord(base, text)] : [];
  }
  return type === "assistant" ? parts.flatMap((part) => translatePart(base, part)) : [];
}

function translatePart(base: RecordBase, { text, thought, functionCall }: Raw): Raw[] {
  if (isRecord(functionCall)) {
    const name = textOf(functionCall.name) ?? "";
    const input = isRecord(functionCall.args) ? functionCall.args : {};
    return [callRecord(base, textOf(functionCall.id) ?? "", TOOLS[name] ?? name, input)];
  }
  const words = textOf(text);
  return words === null || words.trim() === "" || thought === true ? [] : [textRecord(base, words)];
}

/** The client's tools under the names that transcript/ knows. */
const TOOLS: Record<string, string> = {
  run_shell_command: "Bash",
  write_file: "Write",
  edit: "Edit",
  read_file: "Read",
  grep_search: "Grep",
  glob: "Glob",
  list_directory: "LS",
  web_fetch: "WebFetch",
  agent: "Agent",
  todo_write: "TodoWrite",
};

function translateResults(base: RecordBase, parts: Raw[], outcome: unknown): Raw[] {
  return parts.flatMap(({ functionResponse }) => {
    if (!isRecord(functionResponse)) return [];
    const { id, response } = functionResponse;
    return [resultRecord(base, textOf(id) ?? "", resultOf(response, isRecord(outcome) ? outcome : {}))];
  });
}

function resultOf(response: unknown, { status, resultDisplay }: Raw): LoggedResult {
  const answer = isRecord(response) ? response : {};
  const shown = isRecord(resultDisplay) ? resultDisplay : {};
  const isError = status === "error" || status === "cancelled" || textOf(answer.error) !== null;
  const text = textOf(answer.error) ?? textOf(answer.output) ?? "";
  if (shown.type === "shell_result") {
    const exitCode = typeof shown.exitCode === "number" ? shown.exitCode : null;
    return shellResult(textOf(shown.output) ?? "", exitCode, isError);
  }
  const filePath = textOf(shown.filePath);
  if (isError || filePath === null) return { text, isError };
  return {
    text,
    isError,
    details: { filePath, ...(shown.originalContent === "" ? { type: "create" } : {}) },
  };
}

function textOf(value: unknown): string | null {
  return typeof value === "string" && value !== "" ? value : null;
}
