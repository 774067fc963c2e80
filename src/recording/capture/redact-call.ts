// One tool call as it is recorded: redacted, and within the size of a row.

import { matchesGlob } from "../../config/place.ts";
import type { Config } from "../../config/schema.ts";
import { mayPrintSecret, printsSecret } from "../../text/redaction/secret-command.ts";
import { isSensitivePath, mayNameSensitive } from "../../text/redaction/sensitive-path.ts";
import { isReadOnlyCommand } from "../../transcript/selectors/shell-command.ts";
import { filesTouched, pathsInCommand, textField } from "./call-fields.ts";
import type { Redactor } from "./redact-on-demand.ts";
import { cutMiddle, mapTexts } from "./shorten.ts";

type Priority = "high" | "normal" | "low";

export interface Call {
  tool: string;
  input: unknown;
  response: unknown;
  /** null when it did not fail. */
  error: string | null;
  agentId: string | null;
  projectDir: string | null;
  durationMs?: number | null;
  /** Of a command that ran checks: where. */
  ran?: CheckPlace | null;
}

export interface CheckPlace {
  /** null when nobody can tell. */
  dir: string | null;
  /** The fingerprint of the work tree after it; null when nobody can tell. */
  tree: string | null;
  /** That is the tree the checks ran on. */
  isCertain: boolean;
}

export interface CaptureRules {
  exclude: Exclusions;
  /** Of a row. */
  maxCharacters: number;
}

/** The JSON that is stored of a call. */
export interface RawCall {
  input: unknown;
  response: unknown;
  project_dir: string | null;
  error?: string;
  agent_id?: string;
  duration_ms?: number;
  /** The fingerprint of the work tree after checks ran. */
  tree?: string;
  /** They may have run elsewhere, or before a file was changed. */
  is_tree_uncertain?: true;
  /** Where checks ran, when that is not `project_dir`; null when nobody can tell. */
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

export const MAX_NAME = 1000;
const HIGH = ["Write", "Edit", "MultiEdit", "NotebookEdit", "Bash"];
const LOW = ["Read", "Glob", "Grep", "LS"];

/** null when the config excludes the tool. */
export function redactCall(
  call: Call,
  { exclude, maxCharacters }: CaptureRules,
  redactor: Redactor,
): RedactedCall | null {
  if (isExcludedTool(call.tool, exclude)) return null;
  const command = bashCommandOf(call);
  const files = filesTouched(call.input, call.response);
  const withheld = whyWithheld(call, files, command, exclude);
  const redactName = (name: string) => redactor.redactText(name, MAX_NAME);
  const names = files.map(redactName);
  const projectDir = call.projectDir === null ? null : redactName(call.projectDir);
  const raw = withheld
    ? { ...rawCall(call, projectDir, namesOnly(names, command, redactor), null), withheld }
    : wholeCall(call, projectDir);
  if (typeof raw.run_dir === "string") raw.run_dir = redactName(raw.run_dir);
  return { ...fitRow(raw, maxCharacters, redactor), files: names, priority: priorityOf(call.tool, command) };
}

/** Why only names may be recorded of a call; null when all of it may. */
export function whyWithheld(
  call: Pick<Call, "projectDir">,
  files: string[],
  command: string | null,
  exclude: Exclusions,
): string | null {
  if (command !== null && mayPrintSecret(command) && printsSecret(command)) return "output is a secret";
  if (exclude.paths.length === 0 && !mayAnyNameSensitive(files, command)) return null;
  const paths = command === null ? files : [...files, ...pathsInCommand(command)];
  for (const path of paths) if (isSensitivePath(path)) return "sensitive file";
  for (const path of paths)
    if (isExcludedPath(path, call.projectDir, exclude)) return "capture.exclude.paths";
  return null;
}

/** The command of a shell call. */
export function bashCommandOf({ tool, input }: Pick<Call, "tool" | "input">): string | null {
  return tool === "Bash" ? textField(input, "command") : null;
}

export function wholeCall(call: Call, projectDir: string | null): RawCall {
  return rawCall(call, projectDir, call.input, withoutRepeats(call.response));
}

export function priorityOf(tool: string, command: string | null): Priority {
  if (command !== null && isReadOnlyCommand(command)) return "low";
  if (HIGH.includes(tool)) return "high";
  return LOW.includes(tool) || tool.startsWith("Todo") ? "low" : "normal";
}

function mayAnyNameSensitive(files: string[], command: string | null): boolean {
  for (const file of files) if (mayNameSensitive(file)) return true;
  return command !== null && mayNameSensitive(command);
}

function namesOnly(names: string[], command: string | null, redactor: Redactor): unknown {
  return command === null ? { files: names } : { command: redactor.redactText(command, 2000) };
}

/** Assigned field by field: every tool call comes through here, and spreading is slower. */
function rawCall(
  { agentId, error, durationMs, ran, projectDir: unredacted }: Call,
  projectDir: string | null,
  input: unknown,
  response: unknown,
): RawCall {
  const raw: RawCall = { project_dir: projectDir, input, response };
  if (error !== null) raw.error = error;
  if (agentId !== null) raw.agent_id = agentId;
  if (typeof durationMs === "number") raw.duration_ms = durationMs;
  if (ran?.tree) raw.tree = ran.tree;
  if (ran?.tree && !ran.isCertain) raw.is_tree_uncertain = true;
  if (ran && ran.dir !== unredacted) raw.run_dir = ran.dir;
  return raw;
}

/** The response to an edit repeats its input, and the file as it was before. */
function withoutRepeats(response: unknown): unknown {
  if (typeof response !== "object" || response === null || Array.isArray(response)) return response;
  if (!("originalFile" in response || "oldString" in response || "newString" in response)) return response;
  const { originalFile: _, oldString: __, newString: ___, ...rest } = response as Record<string, unknown>;
  return rest;
}

/** Halves the length allowed for a text until the row fits. */
function fitRow(raw: RawCall, maxCharacters: number, redactor: Redactor): Pick<RedactedCall, "raw" | "json"> {
  const redacted = redactor.redactValue(raw, maxCharacters);
  for (let maxText = maxCharacters; maxText >= 64; maxText = Math.floor(maxText / 2)) {
    const fitting = mapTexts(redacted, (text) => cutMiddle(text, maxText)) as RawCall;
    const json = JSON.stringify(fitting);
    if (json.length <= maxCharacters) return { raw: fitting, json };
  }
  // A thousand short texts instead of one long text.
  const text = cutMiddle(JSON.stringify(redacted), Math.floor(maxCharacters / 2));
  const small = { input: text, response: null, project_dir: raw.project_dir, withheld: "too large" };
  return { raw: small, json: JSON.stringify(small) };
}

// Tools and files that the config keeps out of what is recorded.

export type Exclusions = Config["capture"]["exclude"];

export function isExcludedTool(tool: string, { tools }: Exclusions): boolean {
  return tools.some((pattern) => pattern === tool || matchesGlob(pattern, tool));
}

/** Patterns are relative to the project; one that starts with a slash is absolute. */
export function isExcludedPath(path: string, projectDir: string | null, { paths }: Exclusions): boolean {
  const within = projectDir !== null && path.startsWith(`${projectDir}/`);
  const relative = within ? path.slice(projectDir.length + 1) : path;
  return paths.some((pattern) => matchesGlob(pattern, relative) || matchesGlob(pattern, path));
}
