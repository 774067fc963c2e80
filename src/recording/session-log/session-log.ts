// The session log: for agents whose own log we do not read, our hooks write what they see, in the form of Claude Code's
// transcripts. One file per session and agent, which is only appended to, by one write per event.
import { mkdirSync } from "node:fs";
import type { Environment } from "../../config/environment.ts";
import type { Config } from "../../config/schema.ts";
import { appendToFile } from "../../platform/files.ts";
import type { HookEvent, ToolEvent } from "../../protocol/hook-event.ts";
import { filesTouched } from "../capture/call-fields.ts";
import { bashCommandOf, isExcludedTool, whyWithheld } from "../capture/redact-call.ts";
import { redactOnDemand } from "../capture/redact-on-demand.ts";
import { mapTexts } from "../capture/shorten.ts";
import type { LogRecord } from "./log-records.ts";

/** Per text. */
const MAX_CHARACTERS = 16_000;
/** In a log that has become long, and where nothing may be recorded: enough for a path. */
const MAX_NAME = 400;
const LONG_BYTES = 32 * 1024 * 1024;
const MAX_BYTES = 64 * 1024 * 1024;

export const sessionLogDir = ({ holdfastHome }: Pick<Environment, "holdfastHome">) =>
  `${holdfastHome}/session-logs`;

/** null for ids that cannot be part of a path. */
export function sessionLogPath(
  env: Pick<Environment, "holdfastHome">,
  sessionId: string,
  agentId: string | null,
): string | null {
  const folder = `${sessionLogDir(env)}/${sessionId}`;
  if (agentId === null) return `${folder}/log.jsonl`;
  return /^[\w-]{1,128}$/.test(agentId) ? `${folder}/log/subagents/agent-${agentId}.jsonl` : null;
}

export interface LogPlace {
  path: string;
  event: HookEvent;
  projectDir: string | null;
  /** null: only names are recorded. */
  capture: Config["capture"] | null;
  now: number;
}

export async function appendToSessionLog(place: LogPlace, records: readonly LogRecord[]): Promise<void> {
  return appendLines(place.path, await formatRecords(place, records));
}

export async function appendLines(path: string, lines: readonly string[]): Promise<void> {
  if (lines.length === 0) return;
  mkdirSync(path.slice(0, path.lastIndexOf("/")), { recursive: true, mode: 0o700 });
  await appendToFile(path, `${lines.join("\n")}\n`);
}

/** Redacted; none when the log is full. */
export async function formatRecords(place: LogPlace, records: readonly LogRecord[]): Promise<string[]> {
  const { path, event, capture } = place;
  const size = sizeOf(path);
  if (records.length === 0 || size > MAX_BYTES) return [];
  const isNamesOnly = capture === null || size > LONG_BYTES;
  const isWithheld = capture === null || isSecretCall(place, capture);
  const kept = isWithheld ? records.map(namesOnly) : records;
  const clean = await redactOnDemand((redactor) =>
    kept.map((record) => redactor.redactValue(record, isNamesOnly ? MAX_NAME : MAX_CHARACTERS).value),
  );
  const common = {
    uuid: "",
    sessionId: event.sessionId,
    cwd: event.cwd,
    timestamp: new Date(place.now).toISOString(),
    isSidechain: event.agentId !== null,
    ...(event.agentId === null ? {} : { agentId: event.agentId }),
  };
  return clean.map((record) =>
    JSON.stringify({ ...(record as LogRecord), ...common, uuid: crypto.randomUUID() }),
  );
}

function sizeOf(path: string): number {
  const { size } = Bun.file(path);
  return Number.isFinite(size) ? size : 0;
}

/** The output of a call that reads a secret, or what the person does not want to be recorded. */
function isSecretCall({ event, projectDir }: LogPlace, { exclude }: Config["capture"]): boolean {
  if (event.name !== "PostToolUse" && event.name !== "PostToolUseFailure") return false;
  const call = callOf(event, projectDir);
  const files = filesTouched(event.toolInput, event.toolResponse);
  return (
    isExcludedTool(event.toolName, exclude) || whyWithheld(call, files, bashCommandOf(call), exclude) !== null
  );
}

function callOf({ toolName, toolInput, toolResponse, error, agentId }: ToolEvent, projectDir: string | null) {
  return { tool: toolName, input: toolInput, response: toolResponse, error, agentId, projectDir };
}

const NAMES = new Set([
  ...["type", "subtype", "role", "id", "tool_use_id", "name", "promptId", "permissionMode", "hookEvent"],
  ...["file_path", "filePath", "notebook_path", "command", "changedFiles", "isMeta"],
]);
const EXIT_LINE = /^Exit code \d+/;

/** The record without what was said, written or printed. */
function namesOnly(record: LogRecord): LogRecord {
  const strip = (value: unknown, key: string): unknown => {
    if (Array.isArray(value)) return value.map((each) => strip(each, key));
    if (typeof value === "object" && value !== null)
      return Object.fromEntries(Object.entries(value).map(([name, field]) => [name, strip(field, name)]));
    if (typeof value !== "string" || NAMES.has(key)) return value;
    return EXIT_LINE.exec(value)?.[0] ?? "";
  };
  return strip(
    mapTexts(record, (text) => text),
    "",
  ) as LogRecord;
}
