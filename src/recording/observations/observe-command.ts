// Turns a shell command and its output into an observation.
import { clip } from "../../text/clip.ts";
import { errorExcerpt } from "../../text/output/error-excerpt.ts";
import { isTestCommand, withoutTexts } from "../../text/test-runs/test-command.ts";
import { exitCodeOf } from "../../transcript/records/tool-result.ts";
import { isReadOnlyCommand } from "../../transcript/selectors/shell-command.ts";
import { fieldOf, textField } from "../capture/call-fields.ts";
import { cutMiddle } from "../capture/shorten.ts";
import { describeRun, type Run, readRun, type ShellCall } from "../runs/run.ts";
import { type ConfiguredChecks, readConfiguredCheck, readOtherCheck } from "../runs/static-checks.ts";
import { createObservation, type Observation, type RecordedCall } from "./observations.ts";
import { describePublished } from "./published.ts";
import { commandSubject, mayMoveHistory } from "./shell-commands.ts";

/** Fields common to all observations of a command. */
interface Base {
  files: string[];
  subject: string;
  run: Run | null;
}

const MAX_OUTPUT = 500;
const MAX_COMMAND = 400;
/** Of a successful command's output, only the beginning and the end are searched. */
const MAX_SEARCHED = 4000;
const GIT_HOOKED = /\bgit\b[^;&|]*\b(?:commit|push)\b/;
const SEARCHES = /^(?:rg|grep|egrep|fgrep|git\s+(?:grep|log)|find|fd|ag|ack)\b/;

const COMMIT = /\bgit(?:\s+-[cC]\s+\S+)*\s+(commit|merge|cherry-pick|revert)(?=[\s;&|]|$)([^;&|\n]*)/g;
const PRINTED = /^\[([^\]\n]+?) (?:\(root-commit\) )?([0-9a-f]{7,40})\] (.+)$/gm;
/** A line of `git log --oneline`. */
const LOGGED = /^([0-9a-f]{7,40}) (?:\([^)\n]*\) )?(.+)$/gm;
/** `-m "…"`, also with the here-document that Claude often uses. */
const OPTION_MESSAGE =
  /^[^;&|\n]*?(?:\s-\w*m|\s--message)[\s=]+(?:"\$\(cat <<-?\s*['"]?\w+['"]?\s*\n\s*([^\n]+)|"((?:[^"\\]|\\.)+)"|'([^']+)'|(\w\S*))/;
/** `-F - <<'EOF'`. */
const STDIN_MESSAGE = /^[^;&|\n]*?\s(?:-F|--file)[\s=]+-\s[^\n]*?<<-?\s*['"]?\w+['"]?[^\n]*\n\s*([^\n]+)/;
const NOTHING_TO_COMMIT = /nothing (?:added )?to commit|no changes added to commit/;

/** null for a command that only reads. */
export function observeCommand(call: RecordedCall, configured?: ConfiguredChecks): Observation | null {
  const command = textField(call.input, "command");
  if (command === null) return null;
  const output = call.error ?? outputOf(call.response);
  const seen = observeOutput(call, command, output, configured);
  const published = seen ? describePublished(withoutTexts(command), output, call.error !== null) : [];
  return seen && published.length > 0 ? { ...seen, summary: joinLines(...published, seen.summary) } : seen;
}

function observeOutput(
  call: RecordedCall,
  command: string,
  output: string,
  configured: ConfiguredChecks = new Map(),
): Observation | null {
  const subject = commandSubject(command);
  const shell: ShellCall = {
    command,
    output,
    isError: call.error !== null,
    exitCode: exitCodeOf(call.error ?? ""),
    backgroundTaskId: textField(call.response, "backgroundTaskId"),
  };
  const run = readRun(shell) ?? readOtherCheck(shell) ?? readConfiguredCheck(shell, configured);
  const base = { files: call.files, subject, run };
  const commit = observeCommit(command, { output, isError: call.error !== null }, base);
  if (commit) return commit;
  // Checks run by git hooks belong to the commit or push.
  const runText = run && !GIT_HOOKED.test(subject) ? describeRun(run) : null;
  if (runText !== null) return observeTests(call, command, output, base, runText);
  if (call.error !== null) return observeFailure(command, call.error, base);
  if (isReadOnlyCommand(command)) {
    const isSearch = SEARCHES.test(base.subject);
    return isSearch ? createObservation("search", `Searched: ${base.subject}`, base) : null;
  }
  const summary = joinLines(
    textField(call.input, "description"),
    fullCommand(command, base.subject),
    errorExcerpt(cutMiddle(output, MAX_SEARCHED), MAX_OUTPUT),
  );
  // The exit code of a test run proves nothing: a pipe may hide it.
  const result = isTestCommand(command) ? null : "passed";
  return createObservation("command", `Ran ${base.subject}`, { ...base, summary, result });
}

/** A command that only reads, which is not observed unless it fails. */
export function isQuietCommand(command: string | null): boolean {
  if (command === null) return true;
  return !isTestCommand(command) && isReadOnlyCommand(command) && !SEARCHES.test(commandSubject(command));
}

function observeTests(
  { error }: RecordedCall,
  command: string,
  output: string,
  base: Base,
  runText: string,
): Observation {
  const isRed = base.run?.state === "red";
  const failed = error !== null || isRed;
  const summary = joinLines(
    fullCommand(command, base.subject),
    errorExcerpt(failed ? output : cutMiddle(output, MAX_SEARCHED), MAX_OUTPUT),
  );
  // Another part of the command failed, or a coverage threshold.
  const exit = error !== null && !isRed ? `, but exit ${exitCodeOf(error) ?? "failed"}` : "";
  const title = `${runText}${exit}: ${base.subject}`;
  const result = failed ? "failed" : "passed";
  return createObservation(failed ? "failure" : "test", title, { ...base, summary, result });
}

function observeFailure(command: string, error: string, base: Base): Observation | null {
  // A search that found nothing, or in the wrong place, says nothing about the work.
  if (isReadOnlyCommand(command)) return null;
  const title = `Failed${describeExit(error)}: ${base.subject}`;
  const why = errorExcerpt(error.replace(/^Exit code \d+\n?/, ""), MAX_OUTPUT);
  const summary = joinLines(fullCommand(command, base.subject), why);
  return createObservation("failure", title, { ...base, summary, result: "failed" });
}

function describeExit(error: string): string {
  const code = exitCodeOf(error);
  return code === null ? "" : ` (exit ${code})`;
}

/** null when the title already contains the whole command. */
function fullCommand(command: string, subject: string): string | null {
  return command.trim() === subject && subject.length < 100 ? null : clip(command.trim(), MAX_COMMAND);
}

function outputOf(response: unknown): string {
  if (typeof response === "string") return response;
  const out = [fieldOf(response, "stdout"), fieldOf(response, "stderr")];
  return out.filter((text) => typeof text === "string" && text !== "").join("\n");
}

function joinLines(...parts: (string | null)[]): string {
  return parts.filter((part) => part !== null && part !== "").join("\n");
}

/**
 * Judged by git's output. `git commit -q` prints nothing: it is judged by the exit code, if that is surely the commit's.
 * null when it is uncertain whether the commit succeeded.
 */
function observeCommit(
  command: string,
  { output, isError }: { output: string; isError: boolean },
  base: Base,
): Observation | null {
  const bare = withoutTexts(command);
  const commit = [...bare.matchAll(COMMIT)].at(-1);
  if (!commit) return null;
  const [, action, options = ""] = commit;
  const before = bare.slice(0, commit.index);
  const after = bare.slice(commit.index + commit[0].length).trim();
  // The subject may be too short to show what the rest of the command does to the commit.
  const shown = joinLines(mayMoveHistory(after) ? after : null, clip(output.trim(), MAX_OUTPUT));
  const [, branch, hash, message] = [...output.matchAll(PRINTED)].at(-1) ?? [];
  if (hash) return commitObservation(`Commit ${hash}: ${message}`, `On ${branch}: ${shown}`, base);
  if (/\s--(?:dry-run|help)\b/.test(options)) return null;
  if (action !== "commit") return null;
  const said = messageOf(command);
  const logged = [...output.matchAll(LOGGED)].find(([, , subject]) => subject === said);
  if (logged) return commitObservation(`Commit ${logged[1]}: ${logged[2]}`, shown, base);
  const isQuiet = /\s(?:--quiet|-\w*q\w*)\b/.test(options);
  if (isError) return isQuiet && after !== "" ? null : failedCommit(said, output, base);
  const isOwnExitCode = /^(?:&&[^;\n]*)?$/.test(after) && !after.includes("||") && !/\|\|\s*$/.test(before);
  if (!isQuiet || !isOwnExitCode || said === null) return null;
  return commitObservation(`Commit: ${said}`, shown, base);
}

function commitObservation(title: string, summary: string, base: Base): Observation {
  return createObservation("commit", title, { ...base, summary });
}

function failedCommit(message: string | null, output: string, base: Base): Observation | null {
  if (NOTHING_TO_COMMIT.test(output)) return null;
  const summary = errorExcerpt(output.replace(/^Exit code \d+\n?/, ""), MAX_OUTPUT);
  const title = `Commit failed${describeExit(output)}: ${message ?? base.subject}`;
  return createObservation("failure", title, { ...base, summary, result: "failed" });
}

/** The first line of the last commit's message, if the command has it. */
function messageOf(command: string): string | null {
  const commits = [...command.matchAll(/\bgit(?:\s+-[cC]\s+\S+)*\s+commit\b/g)];
  for (const { index } of commits.reverse()) {
    const text = command.slice(index);
    const found = OPTION_MESSAGE.exec(text) ?? STDIN_MESSAGE.exec(text);
    const message = found?.slice(1).find((group) => group !== undefined);
    const [line] = message?.trim().split("\n", 1) ?? [];
    if (line?.trim()) return line.trim();
  }
  return null;
}
