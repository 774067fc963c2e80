// Records in the format that transcript/ reads, made from the logs of agents that have another one.

export type Raw = Record<string, unknown>;

/** Common to the records of a log; null when it does not say. */
export interface RecordBase {
  uuid: string | null;
  sessionId: string;
  timestamp: unknown;
  cwd: string | null;
  /** The subagent that the record is from. */
  agentId: string | null;
}

/** A finished call of a tool under the name that it has in transcript/. */
export interface LoggedResult {
  text: string;
  /** What the tool returned besides the text. */
  details?: Raw;
  isError: boolean;
}

/** `isPlainText`: it may look like a command or a message of the client, and is none. */
export function promptRecord(base: RecordBase, text: string): Raw {
  return { ...userRecord(base, text), isPlainText: true };
}

/** Text of role "user" that a hook sent. */
export function feedbackRecord(base: RecordBase, event: string, text: string): Raw {
  return { ...userRecord(base, `${event} hook feedback:\n${text}`), isMeta: true };
}

export function interruptRecord(base: RecordBase): Raw {
  return userRecord(base, "[Request interrupted by user]");
}

export function textRecord(base: RecordBase, text: string): Raw {
  return assistantRecord(base, { type: "text", text });
}

export function callRecord(base: RecordBase, id: string, name: string, input: Raw): Raw {
  return assistantRecord(base, { type: "tool_use", id: callId(base, id), name, input });
}

export function resultRecord(base: RecordBase, id: string, { text, details, isError }: LoggedResult): Raw {
  const block = { type: "tool_result", tool_use_id: callId(base, id), content: text, is_error: isError };
  return { ...userRecord(base, [block]), ...(details ? { toolUseResult: details } : {}) };
}

export function compactionRecord(base: RecordBase, trigger: string): Raw {
  return { ...fieldsOf(base), type: "system", subtype: "compact_boundary", compactMetadata: { trigger } };
}

export function titleRecord(base: RecordBase, aiTitle: string): Raw {
  return { ...fieldsOf(base), type: "ai-title", aiTitle };
}

/** What a shell printed, and how it ended; `exitCode` is null when the log does not say. */
export function shellResult(output: string, exitCode: number | null, failed = false): LoggedResult {
  const isError = exitCode === null ? failed : exitCode !== 0;
  const lead = isError && exitCode !== null ? `Exit code ${exitCode}\n` : "";
  return isError
    ? { text: lead + output, isError }
    : { text: output, details: { stdout: output, stderr: "", interrupted: false }, isError };
}

function userRecord(base: RecordBase, content: string | Raw[]): Raw {
  return { ...fieldsOf(base), type: "user", message: { role: "user", content } };
}

function assistantRecord(base: RecordBase, block: Raw): Raw {
  return { ...fieldsOf(base), type: "assistant", message: { role: "assistant", content: [block] } };
}

function fieldsOf({ agentId, ...base }: RecordBase): Raw {
  return { ...base, agentId, isSidechain: agentId !== null };
}

/** Models of other agents may give the same id in every session. */
function callId({ sessionId }: RecordBase, id: string): string {
  return `${sessionId}:${id}`;
}
