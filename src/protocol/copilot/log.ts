// Copilot's events.jsonl. A reason that a hook sent comes back as a message of the user: only the hook's own record, just before
// it, shows that nobody typed it.
import { isRecord } from "../../text/unknown-values.ts";
import type { AgentLog, LogHead, Translate } from "../agent-log.ts";
import {
  callRecord,
  compactionRecord,
  feedbackRecord,
  interruptRecord,
  type LoggedResult,
  promptRecord,
  type Raw,
  type RecordBase,
  resultRecord,
  shellResult,
  textRecord,
  titleRecord,
} from "../transcript-record.ts";

const NAME = /\/session-state\/([\w-]{1,128})\/events\.jsonl$/;

export const COPILOT_LOG: AgentLog = {
  host: "copilot",
  folder: "session-state",
  sessionOf: (path) => NAME.exec(path)?.[1] ?? null,
  pathOf: (sessionId) => `${sessionId}/events.jsonl`,
  readHead,
  translate: startTranslation,
};

function readHead({ type, data }: Raw): LogHead | null {
  if (type !== "session.start" || !isRecord(data)) return null;
  const sessionId = textOf(data.sessionId);
  const cwd = isRecord(data.context) ? textOf(data.context.cwd) : null;
  return sessionId === null ? null : { sessionId, cwd, agentId: null };
}

/** A record with what all of them have. */
interface LoggedEvent {
  base: RecordBase;
  data: Raw;
}

function startTranslation({ sessionId, cwd }: LogHead): Translate {
  /** Reasons of hooks that have not come back yet. */
  const reasons = new Set<string>();
  return ({ type, data, id, timestamp, agentId }) => {
    if (!isRecord(data)) return [];
    const base = { uuid: textOf(id), sessionId, timestamp, cwd, agentId: textOf(agentId) };
    const event: LoggedEvent = { base, data };
    switch (type) {
      case "user.message":
        return translatePrompt(event, reasons);
      case "hook.end":
        return translateHook(event, reasons);
      case "assistant.message":
        return optional(textOf(data.content), (text) => textRecord(base, text));
      case "tool.execution_start":
        return [translateCall(event)];
      case "tool.execution_complete":
        return [resultRecord(base, textOf(data.toolCallId) ?? "", resultOf(data))];
      case "session.compaction_complete":
        return [compactionRecord(base, "auto")];
      case "session.title_changed":
        return optional(textOf(data.title), (title) => titleRecord(base, title));
      case "abort":
        return data.reason === "user_initiated" ? [interruptRecord(base)] : [];
      default:
        return [];
    }
  };
}

/** `source` names another sender than the person. */
function translatePrompt({ base, data }: LoggedEvent, reasons: Set<string>): Raw[] {
  const text = textOf(data.content);
  if (text === null || reasons.delete(text)) return [];
  if (data.source !== undefined && data.source !== "user" && base.agentId === null) return [];
  return [promptRecord(base, text)];
}

const STOPS: Record<string, string> = { agentStop: "Stop", subagentStop: "SubagentStop" };

function translateHook({ base, data }: LoggedEvent, reasons: Set<string>): Raw[] {
  const event = STOPS[String(data.hookType)];
  const reason =
    isRecord(data.output) && data.output.decision === "block" ? textOf(data.output.reason) : null;
  if (event === undefined || reason === null) return [];
  reasons.add(reason);
  return [feedbackRecord(base, event, reason)];
}

/** The client's tools under the names that transcript/ knows. */
const TOOLS: Record<string, string> = {
  bash: "Bash",
  create: "Write",
  edit: "Edit",
  view: "Read",
  grep: "Grep",
  glob: "Glob",
  task: "Agent",
  web_fetch: "WebFetch",
};
const FIELDS: Record<string, string> = {
  path: "file_path",
  file_text: "content",
  old_str: "old_string",
  new_str: "new_string",
};
const WITH_FILE = new Set(["create", "edit", "view"]);

function translateCall({ base, data }: LoggedEvent): Raw {
  const name = textOf(data.toolName) ?? "";
  const input = isRecord(data.arguments) ? data.arguments : {};
  const renamed = Object.entries(input).map(([key, value]) => [FIELDS[key] ?? key, value]);
  const own = WITH_FILE.has(name) ? Object.fromEntries(renamed) : input;
  return callRecord(base, textOf(data.toolCallId) ?? "", TOOLS[name] ?? name, own);
}

const TRAILER = /\n?<shellId: [^<>\n]* completed with exit code \d+>\s*$/;

function resultOf({ success, result, error, shellExecution, fileEdits }: Raw): LoggedResult {
  const text = isRecord(result) ? (textOf(result.content) ?? "") : "";
  const exitCode = isRecord(shellExecution) ? shellExecution.exitCode : null;
  if (typeof exitCode === "number") return shellResult(text.replace(TRAILER, ""), exitCode);
  if (success === false) return { text: isRecord(error) ? (textOf(error.message) ?? "") : "", isError: true };
  const [edit] = Array.isArray(fileEdits) ? fileEdits.filter(isRecord) : [];
  const filePath = textOf(edit?.path);
  const details = { filePath, ...(edit?.kind === "create" ? { type: "create" } : {}) };
  return { text, isError: false, ...(filePath === null ? {} : { details }) };
}

function optional(text: string | null, make: (text: string) => Raw): Raw[] {
  return text === null ? [] : [make(text)];
}

function textOf(value: unknown): string | null {
  return typeof value === "string" && value !== "" ? value : null;
}
