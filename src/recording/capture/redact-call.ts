// What is kept of one tool call: without secrets, within the size of a row.
import { mayValueHoldSecret } from "../../text/redaction/may-hold-secret.ts";
import { mayNameSensitive } from "../../text/redaction/may-name-sensitive.ts";
import { isSensitivePath } from "../../text/redaction/sensitive-path.ts";
import { isReadOnlyCommand } from "../../transcript/selectors/read-only-command.ts";
import { filesTouched, pathsInCommand, textOf } from "./call-fields.ts";
import { type Exclusions, isExcludedPath, isExcludedTool } from "./may-capture.ts";
import type { Redactor } from "./redact-on-demand.ts";
import { cutMiddle, shortenTexts } from "./shorten.ts";

type Priority = "high" | "normal" | "low";

const HIGH = ["Write", "Edit", "MultiEdit", "NotebookEdit", "Bash"];

const LOW = ["Read", "Glob", "Grep", "LS"];

export interface Call {
  tool: string;
  input: unknown;
  response: unknown;
  /** null when it did not fail. */
  error: string | null;
  agentId: string | null;
  projectDir: string | null;
  durationMs?: number | null;
}

export interface CallRow {
  rawOutput: string;
  filesTouched: string;
  priority: Priority;
}

export interface CaptureRules {
  exclude: Exclusions;
  /** Most characters of a row. */
  maxCharacters: number;
}

/** The JSON in `rawOutput`. */
export interface RawCall {
  input: unknown;
  response: unknown;
  project_dir: string | null;
  error?: string;
  agent_id?: string;
  duration_ms?: number;
  /** Why only names were kept. */
  withheld?: string;
}

const MAX_NAME = 1000;

/**
 * The row of a call that is small and has nothing in it that looks like a secret, as most: with one look at all of it. null
 * when it takes more than that.
 */
export function plainCallRow(call: Call, { exclude, maxCharacters: most }: CaptureRules): CallRow | null {
  if (isExcludedTool(call.tool, exclude) || (call.projectDir ?? "").length > MAX_NAME) return null;
  const command = commandOf(call);
  const files = filesTouched(call.input, call.response);
  if (whyWithheld(call, files, command, exclude) !== null) return null;
  for (const file of files) if (file.length > MAX_NAME) return null;
  const raw = wholeCall(call, call.projectDir);
  const row = JSON.stringify(raw);
  if (row.length > most || mayValueHoldSecret(raw, row)) return null;
  return { rawOutput: row, filesTouched: JSON.stringify(files), priority: priorityOf(call.tool, command) };
}

/** null when the config leaves the tool out. */
export function redactedCallRow(call: Call, keeping: CaptureRules, cleaner: Redactor): CallRow | null {
  const cleaned = redactCall(call, keeping, cleaner);
  if (cleaned === null) return null;
  const { row, files, priority } = cleaned;
  return { rawOutput: row, filesTouched: JSON.stringify(files), priority };
}

export interface RedactedCall {
  /** As `row` has it. */
  raw: RawCall;
  row: string;
  files: string[];
  priority: Priority;
}

/** The same for whoever goes on with it at once. */
export function redactCall(
  call: Call,
  { exclude, maxCharacters: most }: CaptureRules,
  cleaner: Redactor,
): RedactedCall | null {
  if (isExcludedTool(call.tool, exclude)) return null;
  const command = commandOf(call);
  const files = filesTouched(call.input, call.response);
  const withheld = whyWithheld(call, files, command, exclude);
  const clean = (name: string) => cleaner.redactText(name, MAX_NAME);
  const names = files.map(clean);
  const projectDir = call.projectDir === null ? null : clean(call.projectDir);
  const raw = withheld
    ? { ...rawCall(call, projectDir, namesOnly(names, command, cleaner), null), withheld }
    : wholeCall(call, projectDir);
  return { ...fitRow(raw, most, cleaner), files: names, priority: priorityOf(call.tool, command) };
}

/** Why only names are kept of a call; null when all of it is. */
export function whyWithheld(
  call: Pick<Call, "projectDir">,
  files: string[],
  command: string | null,
  exclude: Exclusions,
): string | null {
  if (exclude.paths.length === 0 && !mayAnyNameSensitive(files, command)) return null;
  const named = command === null ? files : [...files, ...pathsInCommand(command)];
  for (const path of named) if (isSensitivePath(path)) return "sensitive file";
  for (const path of named)
    if (isExcludedPath(path, call.projectDir, exclude)) return "capture.exclude.paths";
  return null;
}

function mayAnyNameSensitive(files: string[], command: string | null): boolean {
  for (const file of files) if (mayNameSensitive(file)) return true;
  return command !== null && mayNameSensitive(command);
}

function commandOf({ tool, input }: Call): string | null {
  return tool === "Bash" ? textOf(input, "command") : null;
}

function namesOnly(names: string[], command: string | null, cleaner: Redactor): unknown {
  return command === null ? { files: names } : { command: cleaner.redactText(command, 2000) };
}

function wholeCall(call: Call, projectDir: string | null): RawCall {
  return rawCall(call, projectDir, call.input, leaveOutRepeats(call.response));
}

/** Field by field: every tool call comes through here, and spreading takes longer. */
function rawCall(
  { agentId, error, durationMs }: Call,
  projectDir: string | null,
  input: unknown,
  response: unknown,
): RawCall {
  const raw: RawCall = { project_dir: projectDir, input, response };
  if (error !== null) raw.error = error;
  if (agentId !== null) raw.agent_id = agentId;
  if (typeof durationMs === "number") raw.duration_ms = durationMs;
  return raw;
}

/** The file as it was before an edit says nothing that the edit does not. */
function leaveOutRepeats(response: unknown): unknown {
  if (typeof response !== "object" || response === null || Array.isArray(response)) return response;
  if (!("originalFile" in response || "oldString" in response || "newString" in response)) return response;
  const { originalFile: _, oldString: __, newString: ___, ...rest } = response as Record<string, unknown>;
  return rest;
}

/** Halves the longest text allowed until the row fits. */
function fitRow(raw: RawCall, most: number, cleaner: Redactor): Pick<RedactedCall, "raw" | "row"> {
  const cleaned = cleaner.redactValue(raw, most);
  for (let longest = most; longest >= 64; longest = Math.floor(longest / 2)) {
    const fitting = shortenTexts(cleaned, longest) as RawCall;
    const row = JSON.stringify(fitting);
    if (row.length <= most) return { raw: fitting, row };
  }
  // A thousand short texts instead of a long one.
  const text = cutMiddle(JSON.stringify(cleaned), Math.floor(most / 2));
  const small = { input: text, response: null, project_dir: raw.project_dir, withheld: "too large" };
  return { raw: small, row: JSON.stringify(small) };
}

/** `command` is what a shell was given. */
function priorityOf(tool: string, command: string | null): Priority {
  if (command !== null && isReadOnlyCommand(command)) return "low";
  if (HIGH.includes(tool)) return "high";
  return LOW.includes(tool) || tool.startsWith("Todo") ? "low" : "normal";
}
