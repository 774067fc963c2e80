// Finds fixes: a command fails, the cause is said, a setting is edited, the same command passes.
import { commandSubject } from "../../../recording/observations/shell-commands.ts";
import { readRunOfResult } from "../../../recording/runs/run.ts";
import { clipList } from "../../../text/clip.ts";
import { isTestCommand } from "../../../text/test-runs/test-command.ts";
import type { TranscriptItem } from "../../../transcript/item.ts";
import { isReadOnlyCommand } from "../../../transcript/selectors/shell-command.ts";
import type { ToolResult } from "../../../transcript/tool-item.ts";
import type { TriageFinding } from "../candidate.ts";
import { MAX_SHORT } from "../messages.ts";
import { splitSentences } from "../sentences.ts";
import { MAX_FAILURES, MAX_FILES, type OpenFailure, type TriageState } from "../state.ts";
import { makeTitle, plainLine } from "../title.ts";
import { joinTopic, needsContext } from "../topic.ts";
import { typedText } from "../typed-text.ts";
import { filesChangedBy } from "./progress.ts";

const MAX_CAUSE = 300;
const MAX_LINE = 160;
const MAX_OUTPUT_LINES = 400;
const MAX_LISTED = 3;

const errorPattern = () =>
  /\berror\b|\bfail|exception|cannot|can't|not found|denied|refused|no such|undefined|unable|invalid|missing|timed? ?out|\bE[A-Z]{4,}\b|panic|killed/i;
const settingsPattern = () =>
  /\.(?:jsonc?|toml|ya?ml|ini|cfg|conf|lock|gradle|xml|mod|nix|env|properties)$|(?:file|rc|\.config\.\w+)$|requirements[\w-]*\.txt$/i;
const causePattern = () =>
  /\b(?:root cause|(?:the|real|actual) (?:cause|culprit|problem|issue|reason) (?:is|was)|caused by|because|due to|turns out|that's why|which is why|(?:is|was|were|are)(?:n't| not) (?:set|running|installed|built|found|there|configured|reachable)|missing|stale|outdated|wrong (?:version|path|port))\b/i;

export function followCommands(item: TranscriptItem, state: TriageState): TriageFinding[] {
  if (item.kind === "prompt" || item.kind === "assistant-text") noteCause(item, state.failures);
  if (item.kind !== "tool-result" || item.call === null) return [];
  if (!item.isError) noteChanges(filesChangedBy(item), state.failures);
  const input = item.call.tool === "Bash" ? item.call.input.command : null;
  if (typeof input !== "string" || isReadOnlyCommand(input)) return [];
  const command = commandSubject(input);
  // Git commands fail for everyday reasons: somebody pushed first, a hook objected.
  if (/^(?:git\b|$)/.test(command)) return [];
  const known = state.failures.find((failure) => failure.command === command);
  const result = resultOf(item, command);
  if (result === "failed" && known === undefined) {
    const failure = { command, error: errorLine(item.text), changed: [], cause: "", who: "claude" as const };
    state.failures = [...state.failures, failure].slice(-MAX_FAILURES);
  }
  if (result !== "passed" || known === undefined) return [];
  state.failures = state.failures.filter((failure) => failure !== known);
  return describeFix(known);
}

/** Remembers the first cause that somebody names before the command passes. */
function noteCause(
  { kind, text }: { kind: "prompt" | "assistant-text"; text: string },
  failures: readonly OpenFailure[],
): void {
  const open = failures.filter(({ cause }) => cause === "");
  if (open.length === 0) return;
  const typed = kind === "prompt" ? typedText(text) : text;
  if (kind === "prompt" && typed.length > MAX_SHORT) return;
  const said = splitSentences(typed).find(({ plain }) => causePattern().test(plain) && !plain.endsWith("?"));
  if (said === undefined) return;
  const cause = plainLine(said.plain, MAX_CAUSE);
  for (const failure of open) Object.assign(failure, { cause, who: kind === "prompt" ? "user" : "claude" });
}

function noteChanges(files: readonly string[], failures: readonly OpenFailure[]): void {
  for (const failure of failures)
    failure.changed = [...new Set([...failure.changed, ...files])].slice(0, MAX_FILES);
}

/** A pipe may hide the exit code, so of a test run only the summary says that it passed. */
function resultOf(item: ToolResult, command: string): "failed" | "passed" | null {
  const run = readRunOfResult(item);
  const tests = run?.evidence === "summary" ? run.state : null;
  if (item.isError ? item.failure === "command" : tests === "red") return "failed";
  return item.isError || (isTestCommand(command) && tests === null) ? null : "passed";
}

function errorLine(output: string): string {
  const lines = output.split("\n", MAX_OUTPUT_LINES);
  return plainLine(lines.find((line) => errorPattern().test(line)) ?? lines[0] ?? "", MAX_LINE);
}

/** A fix without a known cause is no finding. One in the code can be read there; a changed setting is worth remembering. */
function describeFix({ command, error, cause, who, changed }: OpenFailure): TriageFinding[] {
  if (cause === "" || !changed.some((path) => settingsPattern().test(path))) return [];
  const shown = plainLine(command, MAX_LINE);
  const names = changed.map((path) => path.slice(path.lastIndexOf("/") + 1));
  return [
    {
      source: "fixed-command",
      category: "RUNBOOK",
      title: (needsContext(makeTitle(cause)) ? joinTopic(`${shown}:`, cause) : null) ?? makeTitle(cause),
      evidence: [
        { line: cause, who, why: "why the command failed" },
        { line: `${shown}: ${error}`, who: "tool", why: "the command failed" },
        { line: `changed ${clipList(names, MAX_LISTED)}`, who: "claude", why: "what was done in between" },
        { line: shown, who: "tool", why: "the same command passed" },
      ],
      identity: `${command}\n${error}`,
    },
  ];
}
