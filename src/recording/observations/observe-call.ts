// Turns a recorded tool call into an observation. Pure: the same call always gives the same text.
import { clip, oneLine } from "../../text/clip.ts";
import { fieldOf, relativeToProject, textField, textsIn } from "../capture/call-fields.ts";
import type { RawCall } from "../capture/redact-call.ts";
import type { ConfiguredChecks } from "../runs/static-checks.ts";
import { createObservation, type Observation, type RecordedCall } from "./observations.ts";
import { isQuietCommand, observeCommand } from "./observe-command.ts";
import { commandSubject } from "./shell-commands.ts";

const MAX_SUMMARY = 800;
const MAX_DIFF = 600;
const MAX_DIFF_SIDE = 250;
const SHELLS = new Set(["Bash", "PowerShell"]);
const MAX_TARGET = 60;
const MAX_ANSWER = 100;
/** Answer and question together, within the length of a title. */
const MAX_ANSWERED = 118;
const CHANGES = new Set(["Write", "Edit", "MultiEdit", "NotebookEdit"]);
/** Tools whose calls are not worth finding again. Results of our own search tools would be found twice. */
const QUIET = new Set(
  "Read Glob LS KillShell ToolSearch Skill TaskCreate TaskUpdate TaskList TaskGet TaskOutput TaskStop BashOutput".split(
    " ",
  ),
);
const QUIET_FAMILIES = /^(?:(?:List|Read)McpResource\w*|mcp__(?:plugin_holdfast_)?holdfast__\w+|Todo.*)$/;

export function observeCall(call: RecordedCall, configured?: ConfiguredChecks): Observation | null {
  if (SHELLS.has(call.tool)) return observeCommand(call, configured);
  if (CHANGES.has(call.tool)) return observeChange(call);
  if (isQuietTool(call.tool)) return null;
  if (call.tool === "AskUserQuestion") return observeAnswers(call);
  if (call.tool === "ExitPlanMode") return observePlan(call);
  if (/^(Grep|WebSearch|WebFetch)$/.test(call.tool)) return observeSearch(call);
  return observeOther(call);
}

/** Whether a call is never observed: a cheap test to make before the slow redaction. */
export function isQuietCall({ tool, input, error }: Pick<RecordedCall, "tool" | "input" | "error">): boolean {
  if (SHELLS.has(tool)) return error === null && isQuietCommand(textField(input, "command"));
  return isQuietTool(tool) || (error !== null && CHANGES.has(tool));
}

function isQuietTool(tool: string): boolean {
  return QUIET.has(tool) || QUIET_FAMILIES.test(tool);
}

/** A person's reason for refusing a tool call, which is recorded nowhere else. */
export function observeRefusal(tool: string, raw: RawCall, files: string[], reason: string): Observation {
  if (tool === "ExitPlanMode") return decision(`Refused the plan: ${reason}`, reason);
  const [file] = files.map((path) => relativeToProject(path, raw.project_dir));
  const command = textField(raw.input, "command");
  const target = command === null ? file : clip(commandSubject(command), MAX_TARGET);
  const what = target ? `${tool} (${target})` : tool;
  return { ...decision(`Refused ${what}: ${reason}`, reason), files: file && !command ? [file] : [] };
}

/** null for a failed edit: a string that was not found or a file not yet read says nothing about the work. */
function observeChange(call: RecordedCall): Observation | null {
  if (call.error !== null) return null;
  const files = call.files.map((file) => relativeToProject(file, call.projectDir));
  // Of a subagent, a transcript may have only the text.
  const created =
    textField(call.response, "type") === "create" || /^File created/.test(textsIn(call.response));
  const verb = created ? "Created" : call.tool === "Write" ? "Wrote" : "Changed";
  const summary = clip(describeChange(call).trim(), MAX_DIFF);
  return createObservation("change", `${verb} ${files[0] ?? "a file"}`, { summary, files });
}

function describeChange({ input }: RecordedCall): string {
  const content = textField(input, "content") ?? textField(input, "new_source");
  if (content !== null) return content;
  const edits = fieldOf(input, "edits");
  const all = Array.isArray(edits) ? edits : [input];
  return all.map(describeEdit).filter(Boolean).join("\n");
}

function describeEdit(edit: unknown): string {
  const before = textField(edit, "old_string");
  const after = textField(edit, "new_string");
  if (before === null && after === null) return "";
  const side = (text: string | null) => clip((text ?? "").trim(), MAX_DIFF_SIDE);
  return `- ${side(before)}\n+ ${side(after)}`;
}

function observeSearch(call: RecordedCall): Observation | null {
  const query =
    textField(call.input, "pattern") ?? textField(call.input, "query") ?? textField(call.input, "url");
  if (call.error !== null || query === null) return null;
  const summary = call.tool === "Grep" ? "" : clip(textsIn(call.response).trim(), MAX_SUMMARY);
  return createObservation("search", `${call.tool}: ${query}`, { summary, files: call.files });
}

function observeAnswers(call: RecordedCall): Observation | null {
  const answers = fieldOf(call.response, "answers") ?? fieldOf(call.input, "answers");
  if (call.error !== null || typeof answers !== "object" || answers === null) return null;
  const given = Object.entries(answers).map(([question, answer]) => ({ question, answer: textsIn(answer) }));
  const summary = given.map(({ question, answer }) => `${question} → ${answer}`).join("\n");
  const [first] = given;
  return first ? decision(answerTitle(first), summary) : null;
}

interface Answer {
  question: string;
  answer: string;
}

/** "Decided: …" only with the whole answer: half an answer may say the opposite. */
function answerTitle({ question, answer }: Answer): string {
  const words = oneLine(answer);
  const about = oneLine(question);
  const isWhole = words.length + about.length <= MAX_ANSWERED;
  if (words.length > MAX_ANSWER || (/^(?:yes|no)\b/i.test(words) && !isWhole))
    return `Answered: ${clip(about, MAX_TARGET)} → ${words}`;
  return `Decided: ${words} (asked: ${clip(about, MAX_ANSWERED - words.length)})`;
}

function observePlan(call: RecordedCall): Observation | null {
  const plan = textField(call.response, "plan") ?? textField(call.input, "plan");
  if (call.error !== null || plan === null) return null;
  const firstLine = plan.replace(/^[#\s]+(?:Plan:\s*)?/i, "").split("\n", 1)[0];
  return decision(`Plan approved: ${firstLine}`, plan);
}

function decision(title: string, summary: string): Observation {
  return createObservation("decision", title, { summary: clip(summary.trim(), MAX_SUMMARY) });
}

/** A subagent, or a tool of an MCP server. */
function observeOther(call: RecordedCall): Observation | null {
  const about = textField(call.input, "description") ?? textField(call.input, "query") ?? "";
  const name = `${call.tool}${about ? `: ${about}` : ""}`;
  // No subject: a later success of the same tool with other input is not a fix.
  const base = { files: call.files };
  if (call.error !== null) {
    const summary = clip(call.error.trim(), MAX_SUMMARY);
    return createObservation("failure", `Failed: ${name}`, { ...base, summary, result: "failed" });
  }
  // A background subagent has no result yet, so its prompt is shown.
  const isLaunched = textField(call.response, "status") === "async_launched";
  const content = isLaunched ? fieldOf(call.input, "prompt") : fieldOf(call.response, "content");
  const summary = clip(textsIn(content ?? call.response).trim(), MAX_SUMMARY);
  return createObservation("command", name, { ...base, summary, result: "passed" });
}
