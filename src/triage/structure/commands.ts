// A command that failed, changes, and the same command passing: knowledge of how to put it right.
import { commandSubject } from "../../observations/command-subject.ts";
import { isTestCommand, readTestResult } from "../../observations/test-result.ts";
import type { TranscriptItem } from "../../transcript/item.ts";
import { isReadOnlyCommand } from "../../transcript/selectors/read-only-command.ts";
import type { ToolResult } from "../../transcript/tool-item.ts";
import type { Candidate } from "../candidate.ts";
import { MOST_FAILURES, MOST_FILES, type OpenFailure, type TriageState } from "../state.ts";
import { plainLine } from "../title.ts";
import type { Weights } from "../weights.ts";
import { structuralFinding } from "./finding.ts";

const tellingPattern = () =>
  /\berror\b|\bfail|exception|cannot|can't|not found|denied|refused|no such|undefined|unable|invalid|missing|timed? ?out|\bE[A-Z]{4,}\b|panic|killed/i;
/** An error that says its name. */
const namedPattern = () =>
  /\b\w*(?:Error|Exception)\b[:\s]|\berror(?:\[\w+\])?: |\berror TS\d|\bfatal: |\bpanic: |\bE[A-Z]{4,}\b/;
const noisePattern = () => /^(?:Exit code \d+|>|npm (?:ERR!|error) (?:A complete log|code|path)|\s*at )/;
/** They fail for reasons of the moment: somebody pushed before, a hook had something to say. */
const everydayPattern = () => /^git (?:push|pull|commit|merge|rebase|checkout|switch|stash|cherry-pick)\b/;
const settingsPattern = () =>
  /\.(?:jsonc?|toml|ya?ml|ini|cfg|conf|lock|gradle|xml|mod|nix|env|properties)$|(?:file|rc|\.config\.\w+)$|requirements[\w-]*\.txt$/i;
const MOST_LINE = 160;
const MOST_RAN = 6;

export function followCommands(item: TranscriptItem, state: TriageState, weights: Weights): Candidate[] {
  if (item.kind !== "tool-result" || item.call === null) return [];
  noteChange(item, state);
  const command = item.call.tool === "Bash" ? item.call.input.command : null;
  if (typeof command !== "string" || isReadOnlyCommand(command)) return [];
  const subject = commandSubject(command);
  if (subject === "") return [];
  if (hasFailed(item, subject)) {
    noteFailure(item, subject, state);
    return [];
  }
  if (item.isError) return [];
  const fixed = state.failures.filter((failure) => isSame(failure.subject, subject));
  state.failures = state.failures.filter((failure) => !fixed.includes(failure));
  for (const failure of state.failures) {
    if (failure.ran.length < MOST_RAN) failure.ran.push(plainLine(subject).slice(0, MOST_LINE));
  }
  return fixed.flatMap((failure) =>
    describeFix(failure, subject.slice(failure.subject.length).trim(), weights),
  );
}

function noteChange({ isError, call, changedFiles }: ToolResult, { failures }: TriageState): void {
  const named = call?.input.file_path ?? call?.input.notebook_path;
  const isEdit = call !== null && /^(?:Edit|Write|MultiEdit|NotebookEdit)$/.test(call.tool);
  const files = [...(isEdit && typeof named === "string" ? [named] : []), ...changedFiles];
  if (isError || files.length === 0) return;
  for (const failure of failures)
    failure.changed = [...new Set([...failure.changed, ...files])].slice(0, MOST_FILES);
}

/** A pipe hides the exit code; what a test run says of itself does not lie. */
function hasFailed({ isError, failure, exitCode, text }: ToolResult, subject: string): boolean {
  if (isError) return failure === "command" && (exitCode !== null || tellingPattern().test(text));
  return isTestCommand(subject) && (readTestResult(text)?.failed ?? 0) > 0;
}

function noteFailure({ text }: ToolResult, subject: string, state: TriageState): void {
  const known = state.failures.find((failure) => isSame(failure.subject, subject));
  if (known) {
    known.tries++;
    return;
  }
  const said = tellingLine(text);
  const before = state.progress.files;
  // A test that fails on what was changed just now is work that goes on.
  const ownSlip =
    before.some((path) => text.includes(path.slice(path.lastIndexOf("/") + 1))) ||
    (before.length > 0 && isTestCommand(subject));
  const failure = { subject, said, changed: [], ran: [], ownSlip, before, tries: 1 };
  state.failures = [...state.failures, failure].slice(-MOST_FAILURES);
}

/** The same command, or a test run that takes in the one that failed. */
function isSame(failed: string, passed: string): boolean {
  if (failed === passed) return true;
  // More flags make the remedy; a test run with more of them may only look at less.
  if (!isTestCommand(failed)) return passed.startsWith(`${failed} -`);
  if (!isTestCommand(passed)) return false;
  const narrower = new Set(wordsOf(failed));
  return wordsOf(passed).every((word) => narrower.has(word));
}

function wordsOf(command: string): string[] {
  return command.split(/\s+/).filter((word) => word !== "" && !word.startsWith("-"));
}

function tellingLine(output: string): string {
  const lines = output.split("\n", 400).filter((line) => line.trim() !== "" && !noisePattern().test(line));
  return plainLine(
    lines.find((line) => namedPattern().test(line)) ??
      lines.find((line) => tellingPattern().test(line)) ??
      lines[0] ??
      "",
  ).slice(0, MOST_LINE);
}

function describeFix(
  { subject, said, changed, ran, ownSlip, before, tries }: OpenFailure,
  flags: string,
  weights: Weights,
): Candidate[] {
  if (changed.length === 0 && ran.length === 0 && flags === "") return [];
  const isPassing =
    everydayPattern().test(subject) || ownSlip || said.endsWith(":") || isOwnWork(changed, before);
  const names = changed.map((path) => path.slice(path.lastIndexOf("/") + 1));
  const remedy =
    names.length > 0 ? `changed ${listOf(names)}` : flags === "" ? `ran ${listOf(ran)}` : `with ${flags}`;
  const command = plainLine(subject).slice(0, 60);
  return [
    structuralFinding(
      {
        category: "RUNBOOK",
        title: `${command}: ${said.slice(0, 60)}; ${remedy}`,
        strengths: {
          "runbook.command": isPassing ? 0.3 : 0.6,
          ...(tries > 2 && !isPassing ? { "runbook.tries": 0.15 } : {}),
        },
        evidence: [
          { line: `${command}: ${said}`, who: "tool", why: "the command failed" },
          { line: remedy, who: "claude", why: "what was done in between" },
          { line: command, who: "tool", why: "the same command passed" },
        ],
        sameAs: `${subject}\n${said}`,
      },
      weights,
    ),
  ];
}

/** Put right in nothing but what the session had written itself; how tools want to be set up is knowledge all the same. */
function isOwnWork(changed: readonly string[], before: readonly string[]): boolean {
  return (
    changed.length > 0 && changed.every((path) => before.includes(path) && !settingsPattern().test(path))
  );
}

function listOf(names: readonly string[]): string {
  const more = names.length > 3 ? ` and ${names.length - 3} more` : "";
  return names.slice(0, 3).join(", ") + more;
}
