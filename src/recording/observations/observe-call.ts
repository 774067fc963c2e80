// A recorded call into an observation. Pure: the same call gives the same words.
import { fieldOf, textOf } from "../capture/call-fields.ts";
import type { Observation, RecordedCall } from "./observations.ts";
import { isQuietCommand, observeCommand } from "./observe-command.ts";
import { clip, oneLine, withinProject } from "./words.ts";

const MAX_DIFF = 600;

const MAX_SIDE = 250;

const MAX_REASON = 800;

const MAX_SUMMARY = 800;
const CHANGES = new Set(["Write", "Edit", "MultiEdit", "NotebookEdit"]);
/** Looking at files and keeping lists is not worth finding again. */
const QUIET =
  /^(Read|Glob|LS|Todo.*|Task(Create|Update|List|Get|Output|Stop)|BashOutput|KillShell|ToolSearch|Skill)$/;

/** Whatever such a tool answers, nothing is made of it. Lists are not among them: their answers tell what is open. */
export function isQuietTool(tool: string): boolean {
  return /^(Read|Glob|LS|TaskOutput|BashOutput|KillShell|ToolSearch|Skill)$/.test(tool);
}

/** Sure to come to nothing: told before the call is searched for secrets, which takes far longer. */
export function isQuietCall({ tool, input, error }: Pick<RecordedCall, "tool" | "input" | "error">): boolean {
  if (tool === "Bash") return error === null && isQuietCommand(textOf(input, "command"));
  return QUIET.test(tool) || (error !== null && CHANGES.has(tool));
}

export function observeCall(call: RecordedCall): Observation | null {
  if (call.tool === "Bash") return observeCommand(call);
  if (CHANGES.has(call.tool)) return observeChange(call);
  if (QUIET.test(call.tool)) return null;
  if (call.tool === "AskUserQuestion") return observeAnswers(call);
  if (call.tool === "ExitPlanMode") return observePlan(call);
  const query = textOf(call.input, "pattern") ?? textOf(call.input, "query") ?? textOf(call.input, "url");
  if (/^(Grep|WebSearch|WebFetch)$/.test(call.tool)) return observeSearch(call, query ?? "");
  return observeOther(call);
}

function observeSearch(call: RecordedCall, query: string): Observation | null {
  if (call.error !== null || query === "") return null;
  const summary = call.tool === "Grep" ? "" : clip(textsIn(call.response), MAX_SUMMARY);
  const title = oneLine(`${call.tool}: ${query}`);
  return { kind: "search", title, summary, files: call.files, subject: null, result: null };
}

function observeAnswers(call: RecordedCall): Observation | null {
  const answers = fieldOf(call.response, "answers") ?? fieldOf(call.input, "answers");
  if (call.error !== null || typeof answers !== "object" || answers === null) return null;
  const lines = Object.entries(answers).map(([question, answer]) => `${question} → ${textsIn(answer)}`);
  if (lines.length === 0) return null;
  const title = oneLine(`Decided: ${lines[0]}`);
  const summary = clip(lines.join("\n"), MAX_SUMMARY);
  return { kind: "decision", title, summary, files: [], subject: null, result: null };
}

function observePlan(call: RecordedCall): Observation | null {
  const plan = textOf(call.response, "plan") ?? textOf(call.input, "plan");
  if (call.error !== null || plan === null) return null;
  const title = oneLine(`Plan approved: ${plan.replace(/^[#\s]+(?:Plan:\s*)?/i, "").split("\n", 1)[0]}`);
  return {
    kind: "decision",
    title,
    summary: clip(plan, MAX_SUMMARY),
    files: [],
    subject: null,
    result: null,
  };
}

/** A subagent, or a tool of an MCP server. */
function observeOther(call: RecordedCall): Observation | null {
  const about = textOf(call.input, "description") ?? textOf(call.input, "query") ?? "";
  const name = `${call.tool}${about ? `: ${about}` : ""}`;
  const base = { files: call.files, subject: call.tool };
  if (call.error !== null) {
    const title = oneLine(`Failed: ${name}`);
    return { ...base, kind: "failure", title, summary: clip(call.error, MAX_SUMMARY), result: "failed" };
  }
  // A subagent in the background has nothing to report yet: what it was told says more.
  const isStarted = textOf(call.response, "status") === "async_launched";
  const content = isStarted ? fieldOf(call.input, "prompt") : fieldOf(call.response, "content");
  const summary = clip(textsIn(content ?? call.response), MAX_SUMMARY);
  return { ...base, kind: "command", title: oneLine(name), summary, result: "passed" };
}

/** The texts in JSON of unknown shape, in their order. */
function textsIn(value: unknown, depth = 0): string {
  if (typeof value === "string") return value;
  if (typeof value !== "object" || value === null || depth > 6) return "";
  const text = fieldOf(value, "text");
  if (typeof text === "string") return text;
  const parts = Array.isArray(value) ? value : Object.values(value);
  return parts
    .map((part) => textsIn(part, depth + 1))
    .filter(Boolean)
    .join("\n");
}

/** A person refused a tool call and said why: words that stand nowhere else. */
export function observeRefusal(tool: string, reason: string): Observation {
  return {
    kind: "decision",
    title: oneLine(`Refused ${tool}: ${reason}`),
    summary: clip(reason, MAX_REASON),
    files: [],
    subject: null,
    result: null,
  };
}

// What an edit changed.
/** null when it failed: a string not found or a file not read yet tells nothing about the work. */
function observeChange(call: RecordedCall): Observation | null {
  if (call.error !== null) return null;
  const paths = call.files.map((file) => withinProject(file, call.projectDir));
  const file = paths[0] ?? "a file";
  const base = { files: paths, subject: null };
  const created = textOf(call.response, "type") === "create";
  const title = oneLine(`${created ? "Created" : call.tool === "Write" ? "Wrote" : "Changed"} ${file}`);
  return { ...base, kind: "change", title, summary: clip(describe(call), MAX_DIFF), result: null };
}

function describe({ input }: RecordedCall): string {
  const content = textOf(input, "content") ?? textOf(input, "new_source");
  if (content !== null) return content;
  const edits = fieldOf(input, "edits");
  const all = Array.isArray(edits) ? edits : [input];
  return all.map(describeEdit).filter(Boolean).join("\n");
}

function describeEdit(edit: unknown): string {
  const before = textOf(edit, "old_string");
  const after = textOf(edit, "new_string");
  if (before === null && after === null) return "";
  return `- ${clip(before ?? "", MAX_SIDE)}\n+ ${clip(after ?? "", MAX_SIDE)}`;
}
