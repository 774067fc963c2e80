// Lines that need not be parsed, recognised by their bytes. In doubt a line is parsed.

export interface ReadChoice {
  /** Results of such tools are skipped, mostly unread. */
  ignoresResults?: IgnoresResults;
  /** Also what older clients repeat of subagents in the session's own file. */
  readsAgentProgress?: boolean;
}

/** True for tools whose results are not wanted: most of a transcript's bytes are files that were read. */
export type IgnoresResults = (tool: string) => boolean;

const TYPE = Buffer.from('"type":"');
const AGENT_PROGRESS = Buffer.from('"type":"agent_progress"');
const CALL_ID = Buffer.from('"tool_use_id":"');
const TEXT_BLOCK = Buffer.from('"type":"text"');
const MESSAGE = Buffer.from('"message":');
/** What the client knows beyond the message; it comes after it. */
const DETAILS = Buffer.from('"toolUseResult":');
const GLUED = Buffer.from('}{"');
const RECORD_START = Buffer.from('{"parentUuid":');
const OPEN_BRACE = 0x7b;
const CLOSE_BRACE = 0x7d;
const QUOTE = 0x22;
const MAX_NAME = 40;
const MAX_ID = 128;

/** Records that say nothing of the conversation, or only repeat it. */
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
 * A record of a type that says nothing. Its type comes first, before any other object begins. `isWanted`: progress of subagents,
 * which older clients repeat in the session's own file.
 */
export function isSilentLine(line: Buffer, isWanted = false): boolean {
  const name = wordAfter(line, TYPE, MAX_NAME);
  if (name === null || !SILENT_RECORDS.has(name.word)) return false;
  if (isWanted && name.word === "progress" && line.includes(AGENT_PROGRESS)) return false;
  const brace = line.indexOf(OPEN_BRACE, 1);
  return (brace === -1 || brace > name.at) && isOneRecord(line);
}

/** Holds the result of one of these calls, and no words beside it. */
export function isResultOf(line: Buffer, calls: ReadonlySet<string>): boolean {
  if (calls.size === 0) return false;
  const id = wordAfter(line, CALL_ID, MAX_ID);
  if (id === null || !calls.has(id.word)) return false;
  if (line.lastIndexOf(CALL_ID) !== id.at || !isOneRecord(line)) return false;
  const details = line.indexOf(DETAILS);
  const message = details === -1 ? line : line.subarray(0, details);
  return line.lastIndexOf(MESSAGE) < message.length && !message.includes(TEXT_BLOCK);
}

/** Neither torn, nor with another record behind it. */
function isOneRecord(line: Buffer): boolean {
  return line.at(-1) === CLOSE_BRACE && !line.includes(GLUED) && line.lastIndexOf(RECORD_START) <= 0;
}

/** Inside a string the quotes would be escaped: what is found is a key of the record or of a part of it. */
function wordAfter(line: Buffer, key: Buffer, maxLength: number): { word: string; at: number } | null {
  const at = line.indexOf(key);
  if (at === -1) return null;
  const from = at + key.length;
  const close = line.indexOf(QUOTE, from);
  return close === -1 || close - from > maxLength ? null : { word: line.toString("latin1", from, close), at };
}
