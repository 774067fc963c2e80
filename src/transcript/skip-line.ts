// Recognises lines that need not be parsed by their bytes. In doubt a line is parsed.

export interface ReadChoice {
  /** Results of these tools are skipped, mostly without parsing. */
  ignoresResults?: IgnoresResults;
  /** Also reads the records of subagents that older clients repeat in the session's file. */
  readsAgentProgress?: boolean;
}

/** True for tools whose results are not needed: most bytes of a transcript are files that were read. */
export type IgnoresResults = (tool: string) => boolean;

const TYPE = Buffer.from('"type":"');
const AGENT_PROGRESS = Buffer.from('"type":"agent_progress"');
const CALL_ID = Buffer.from('"tool_use_id":"');
const TEXT_BLOCK = Buffer.from('"type":"text"');
const MESSAGE = Buffer.from('"message":');
/** The client's details, which follow the message. */
const DETAILS = Buffer.from('"toolUseResult":');
const GLUED = Buffer.from('}{"');
const RECORD_START = Buffer.from('{"parentUuid":');
const OPEN_BRACE = 0x7b;
const CLOSE_BRACE = 0x7d;
const QUOTE = 0x22;
const MAX_NAME_LENGTH = 40;
const MAX_ID_LENGTH = 128;

/** Records that are not part of the conversation, or only repeat it. */
export const SILENT_RECORDS: ReadonlySet<string> = new Set([
  "agent-color",
  "agent-name",
  "agent-setting",
  "api-request",
  "api-request-blob",
  "api-request-shape",
  "artifact-autoreact-ledger",
  "artifact-comment-monitor",
  "atis-latch",
  "attribution-snapshot",
  "bridge-session",
  "content-replacement",
  "continued-in",
  "cost-state",
  "data-flow-incomplete",
  "data-flow-records",
  "derived-from",
  "dev-mods",
  "ended-by-model",
  "file-history-delta",
  "file-history-snapshot",
  "fork-context-ref",
  "frame-link",
  "history-suppression",
  "isolation-latch",
  "last-prompt",
  "memory-mode",
  "mode",
  "observer-ref",
  "permission-mode",
  "progress",
  "relocated",
  "repl-mode",
  "resume-head-vouch",
  "session-owner",
  "summary",
  "tag",
  "tools-used",
  "worktree-state",
]);

/**
 * True for a record of a silent type. The type comes first, before any nested object. `readsAgentProgress`: progress records
 * with a subagent's records are not silent.
 */
export function isSilentLine(line: Buffer, readsAgentProgress = false): boolean {
  const name = wordAfter(line, TYPE, MAX_NAME_LENGTH);
  if (name === null || !SILENT_RECORDS.has(name.word)) return false;
  if (readsAgentProgress && name.word === "progress" && line.includes(AGENT_PROGRESS)) return false;
  const brace = line.indexOf(OPEN_BRACE, 1);
  return (brace === -1 || brace > name.at) && isOneRecord(line);
}

/** The line holds the result of one of these calls, and no other text. */
export function isResultOf(line: Buffer, calls: ReadonlySet<string>): boolean {
  if (calls.size === 0) return false;
  const id = wordAfter(line, CALL_ID, MAX_ID_LENGTH);
  if (id === null || !calls.has(id.word)) return false;
  if (line.lastIndexOf(CALL_ID) !== id.at || !isOneRecord(line)) return false;
  const details = line.indexOf(DETAILS);
  const message = details === -1 ? line : line.subarray(0, details);
  return line.lastIndexOf(MESSAGE) < message.length && !message.includes(TEXT_BLOCK);
}

/** The line is complete and has no second record. */
function isOneRecord(line: Buffer): boolean {
  return line.at(-1) === CLOSE_BRACE && !line.includes(GLUED) && line.lastIndexOf(RECORD_START) <= 0;
}

/** A match is a real key: inside a string its quotes would be escaped. */
function wordAfter(line: Buffer, key: Buffer, maxLength: number): { word: string; at: number } | null {
  const at = line.indexOf(key);
  if (at === -1) return null;
  const from = at + key.length;
  const close = line.indexOf(QUOTE, from);
  return close === -1 || close - from > maxLength ? null : { word: line.toString("latin1", from, close), at };
}
