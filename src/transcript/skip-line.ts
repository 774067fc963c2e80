// Recognises lines that need not be parsed by their bytes. In doubt a line is parsed.

const TYPE = Buffer.from('"type":"');
const AGENT_PROGRESS = Buffer.from('"type":"agent_progress"');
const GLUED = Buffer.from('}{"');
export const RECORD_START = Buffer.from('{"parentUuid":');
const OPEN_BRACE = 0x7b;
const CLOSE_BRACE = 0x7d;
const QUOTE = 0x22;
const MAX_NAME_LENGTH = 40;

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
 * True for a record of a silent type. The type comes first, before any nested object; inside a string its quotes would be
 * escaped. `readsAgentProgress`: progress records with a subagent's records are not silent.
 */
export function isSilentLine(line: Buffer, readsAgentProgress = false): boolean {
  const at = line.indexOf(TYPE);
  const from = at + TYPE.length;
  const close = line.indexOf(QUOTE, from);
  if (at === -1 || close === -1 || close - from > MAX_NAME_LENGTH) return false;
  const type = line.toString("latin1", from, close);
  if (!SILENT_RECORDS.has(type)) return false;
  if (readsAgentProgress && type === "progress" && line.includes(AGENT_PROGRESS)) return false;
  const brace = line.indexOf(OPEN_BRACE, 1);
  if (brace !== -1 && brace < at) return false;
  // The line is complete and has no second record.
  return line.at(-1) === CLOSE_BRACE && !line.includes(GLUED) && line.lastIndexOf(RECORD_START) <= 0;
}
