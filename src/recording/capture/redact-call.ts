// Redacts a tool call and fits it into the size of a row.
import { matchesGlob } from "../../config/place.ts";
import type { Config } from "../../config/schema.ts";
import type { ToolEvent } from "../../protocol/hook-event.ts";
import { pathsInCommand } from "../../text/command-paths.ts";
import { printsSecret } from "../../text/redaction/secret-command.ts";
import { isSensitivePath, mayMatchSensitive, mayNameSensitive } from "../../text/redaction/sensitive-path.ts";
import { namesSensitiveFile } from "../../text/redaction/shown-files.ts";
import { isRecord } from "../../text/unknown-values.ts";
import { isReadOnlyCommand } from "../../transcript/selectors/shell-command.ts";
import { filesTouched, searchedGlobs, textField } from "./call-fields.ts";
import type { Redactor } from "./redact-on-demand.ts";
import { cutMiddle, keepBeginning, mapTexts } from "./shorten.ts";

type Priority = "high" | "normal" | "low";

export interface Call {
  tool: string;
  input: unknown;
  response: unknown;
  /** null when the call succeeded. */
  error: string | null;
  agentId: string | null;
  projectDir: string | null;
  durationMs?: number | null;
  /** Set when the command ran checks. */
  checkPlace?: CheckPlace | null;
}

/** Where checks ran. */
export interface CheckPlace {
  /** null when unknown. */
  dir: string | null;
  /** The fingerprint of the work tree after the checks; null when unknown. */
  tree: string | null;
  /** True when the checks surely ran on `tree`. */
  isCertain: boolean;
}

export interface CaptureRules {
  exclude: Exclusions;
  /** Per row. */
  maxCharacters: number;
}

/** A call as it is queued, in JSON. */
export interface RawCall {
  input: unknown;
  response: unknown;
  project_dir: string | null;
  error?: string;
  agent_id?: string;
  duration_ms?: number;
  /** The fingerprint of the work tree after checks ran. */
  tree?: string;
  /** The checks may have run on another tree. */
  is_tree_uncertain?: true;
  /** Where checks ran, if not in `project_dir`; null when unknown. */
  run_dir?: string | null;
  /** Why only names were recorded. */
  withheld?: string;
}

interface RedactedCall {
  raw: RawCall;
  /** `raw` as JSON. */
  json: string;
  files: string[];
  priority: Priority;
}

const MAX_NAME = 1000;
const HIGH = ["Write", "Edit", "MultiEdit", "NotebookEdit", "Bash"];
const LOW = ["Read", "Glob", "Grep", "LS"];

/** `projectDir`: of the session. */
export function callOf(event: ToolEvent, projectDir: string | null, checkPlace: CheckPlace | null): Call {
  const { toolName: tool, toolInput: input, toolResponse: response, error, agentId, durationMs } = event;
  return { tool, input, response, error, agentId, durationMs, projectDir, checkPlace };
}

/** null when the config excludes the tool. */
export function redactCall(
  call: Call,
  { exclude, maxCharacters }: CaptureRules,
  redactor: Redactor,
): RedactedCall | null {
  if (isExcludedTool(call.tool, exclude)) return null;
  const command = bashCommandOf(call);
  const files = filesTouched(call.input, call.response);
  const withheld = whyWithheld(call, [...files, ...searchedGlobs(call.input)], command, exclude);
  const redactName = (name: string) => redactor.redactText(name, MAX_NAME);
  const names = files.map(redactName);
  const projectDir = call.projectDir === null ? null : redactName(call.projectDir);
  const raw = withheld
    ? { ...buildRawCall(call, projectDir, namesOnly(names, command, redactor), null), withheld }
    : buildRawCall(call, projectDir, call.input, withoutRepeats(call.response));
  if (typeof raw.run_dir === "string") raw.run_dir = redactName(raw.run_dir);
  const row = fitRow(shorten(call.tool, raw), maxCharacters, redactor);
  return { ...row, files: names, priority: priorityOf(call.tool, command) };
}

/** Why only the names in a call may be recorded; null when all of it may. */
export function whyWithheld(
  call: Pick<Call, "projectDir">,
  files: string[],
  command: string | null,
  exclude: Exclusions,
): string | null {
  if (command !== null && printsSecret(command)) return "output is a secret";
  if (files.some(isSensitive)) return "sensitive file";
  if (command !== null && namesSensitiveFile(command)) return "sensitive file";
  if (exclude.paths.length === 0) return null;
  for (const path of command === null ? files : [...files, ...pathsInCommand(command)])
    if (isExcludedPath(path, call.projectDir, exclude)) return "capture.exclude.paths";
  return null;
}

/** The glob of a search counts as the files it may stand for. */
function isSensitive(file: string): boolean {
  return (
    (mayNameSensitive(file) && isSensitivePath(file)) || (/[*?[{]/.test(file) && mayMatchSensitive(file))
  );
}

export function bashCommandOf({ tool, input }: Pick<Call, "tool" | "input">): string | null {
  return tool === "Bash" ? textField(input, "command") : null;
}

function priorityOf(tool: string, command: string | null): Priority {
  if (command !== null && isReadOnlyCommand(command)) return "low";
  if (HIGH.includes(tool)) return "high";
  return LOW.includes(tool) || tool.startsWith("Todo") ? "low" : "normal";
}

function namesOnly(names: string[], command: string | null, redactor: Redactor): unknown {
  return command === null ? { files: names } : { command: redactor.redactText(command, 2000) };
}

/** Assigns field by field because spreading is slower, and this runs for every tool call. */
function buildRawCall(
  { agentId, error, durationMs, checkPlace, projectDir: unredacted }: Call,
  projectDir: string | null,
  input: unknown,
  response: unknown,
): RawCall {
  const raw: RawCall = { project_dir: projectDir, input, response };
  if (error !== null) raw.error = error;
  if (agentId !== null) raw.agent_id = agentId;
  if (typeof durationMs === "number") raw.duration_ms = durationMs;
  if (checkPlace?.tree) raw.tree = checkPlace.tree;
  if (checkPlace?.tree && !checkPlace.isCertain) raw.is_tree_uncertain = true;
  if (checkPlace && checkPlace.dir !== unredacted) raw.run_dir = checkPlace.dir;
  return raw;
}

const REPEATS = new Set(["originalFile", "oldString", "newString", "structuredPatch", "content"]);

/** The response to an edit repeats its input and the whole file. */
function withoutRepeats(response: unknown): unknown {
  if (!isRecord(response) || !("structuredPatch" in response || "originalFile" in response)) return response;
  return Object.fromEntries(Object.entries(response).filter(([name]) => !REPEATS.has(name)));
}

/** More characters than are ever shown of a text. */
const MAX_SHOWN = 1000;
/** Any line of their output may matter. */
const WHOLE = new Set(["Bash", "PowerShell", "TaskOutput", "BashOutput"]);

/** Without terminal colours. Of most texts only the beginnings are shown. */
function shorten(tool: string, raw: RawCall): RawCall {
  const isWhole = WHOLE.has(tool);
  return mapTexts(raw, (text) => {
    const plain = text.includes("\u001b") ? Bun.stripANSI(text) : text;
    return isWhole ? plain : keepBeginning(plain, MAX_SHOWN);
  }) as RawCall;
}

/** Halves the maximum text length until the row fits. */
function fitRow(raw: RawCall, maxCharacters: number, redactor: Redactor): Pick<RedactedCall, "raw" | "json"> {
  const { value: redacted, json: whole } = redactor.redactValue(raw, maxCharacters);
  if (whole.length <= maxCharacters) return { raw: redacted as RawCall, json: whole };
  for (let maxText = maxCharacters; maxText >= 64; maxText = Math.floor(maxText / 2)) {
    const fitting = mapTexts(redacted, (text) => cutMiddle(text, maxText)) as RawCall;
    const json = JSON.stringify(fitting);
    if (json.length <= maxCharacters) return { raw: fitting, json };
  }
  // Many short texts rather than a few long ones.
  const text = cutMiddle(whole, Math.floor(maxCharacters / 2));
  const small = { input: text, response: null, project_dir: raw.project_dir, withheld: "too large" };
  return { raw: small, json: JSON.stringify(small) };
}

export type Exclusions = Config["capture"]["exclude"];

export function isExcludedTool(tool: string, { tools }: Exclusions): boolean {
  return tools.some((pattern) => pattern === tool || matchesGlob(pattern, tool));
}

/** Patterns are relative to the project, or absolute if they start with a slash. */
export function isExcludedPath(path: string, projectDir: string | null, { paths }: Exclusions): boolean {
  const within = projectDir !== null && path.startsWith(`${projectDir}/`);
  const relative = within ? path.slice(projectDir.length + 1) : path;
  return paths.some((pattern) => matchesGlob(pattern, relative) || matchesGlob(pattern, path));
}
