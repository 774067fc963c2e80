// What is kept of one tool call: without secrets, within the size of a row.
import { isSensitivePath } from "../redaction/sensitive-path.ts";
import type { Cleaner } from "./cleaner.ts";
import { cutMiddle } from "./cut-middle.ts";
import { shortenTexts } from "./cut-texts.ts";
import { type Exclusions, isExcludedPath, isExcludedTool } from "./exclusion.ts";
import { textOf } from "./fields.ts";
import { filesTouched, pathsInCommand } from "./files-touched.ts";
import { type Priority, priorityOf } from "./priority.ts";

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

export interface KeptCall {
  rawOutput: string;
  filesTouched: string;
  priority: Priority;
}

export interface Keeping {
  exclude: Exclusions;
  /** Most characters of a row. */
  most: number;
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

const LONGEST_NAME = 1000;

/** null when the config leaves the tool out. */
export function keepCall(call: Call, keeping: Keeping, cleaner: Cleaner): KeptCall | null {
  const cleaned = cleanCall(call, keeping, cleaner);
  if (cleaned === null) return null;
  const { row, files, priority } = cleaned;
  return { rawOutput: row, filesTouched: JSON.stringify(files), priority };
}

export interface CleanedCall {
  /** As `row` has it. */
  raw: RawCall;
  row: string;
  files: string[];
  priority: Priority;
}

/** The same for whoever goes on with it at once. */
export function cleanCall(call: Call, { exclude, most }: Keeping, cleaner: Cleaner): CleanedCall | null {
  if (isExcludedTool(call.tool, exclude)) return null;
  const command = call.tool === "Bash" ? textOf(call.input, "command") : null;
  const files = filesTouched(call.input, call.response);
  const withheld = whyWithheld(call, files, command, exclude);
  const names = files.map((file) => cleaner.cleanText(file, LONGEST_NAME));
  const raw = withheld ? namesOnly(call, names, command, withheld, cleaner) : wholeCall(call, cleaner);
  return { ...fitRow(raw, most, cleaner), files: names, priority: priorityOf(call.tool, command) };
}

/** Why only names are kept of a call; null when all of it is. */
export function whyWithheld(
  call: Pick<Call, "projectDir">,
  files: string[],
  command: string | null,
  exclude: Exclusions,
): string | null {
  const named = command === null ? files : [...files, ...pathsInCommand(command)];
  for (const path of named) if (isSensitivePath(path)) return "sensitive file";
  for (const path of named)
    if (isExcludedPath(path, call.projectDir, exclude)) return "capture.exclude.paths";
  return null;
}

function namesOnly(
  call: Call,
  names: string[],
  command: string | null,
  withheld: string,
  cleaner: Cleaner,
): RawCall {
  const input = command === null ? { files: names } : { command: cleaner.cleanText(command, 2000) };
  return { ...frame(call, cleaner), input, response: null, withheld };
}

function wholeCall(call: Call, cleaner: Cleaner): RawCall {
  return { ...frame(call, cleaner), input: call.input, response: leaveOutRepeats(call.response) };
}

function frame({ projectDir, agentId, error, durationMs }: Call, cleaner: Cleaner) {
  return {
    project_dir: projectDir === null ? null : cleaner.cleanText(projectDir, LONGEST_NAME),
    ...(error === null ? {} : { error }),
    ...(agentId === null ? {} : { agent_id: agentId }),
    ...(typeof durationMs === "number" ? { duration_ms: durationMs } : {}),
  };
}

/** The file as it was before an edit says nothing that the edit does not. */
function leaveOutRepeats(response: unknown): unknown {
  if (typeof response !== "object" || response === null || Array.isArray(response)) return response;
  const { originalFile: _, oldString: __, newString: ___, ...rest } = response as Record<string, unknown>;
  return rest;
}

/** Halves the longest text allowed until the row fits. */
function fitRow(raw: RawCall, most: number, cleaner: Cleaner): Pick<CleanedCall, "raw" | "row"> {
  const cleaned = cleaner.cleanValue(raw, most);
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
