// Finds fixes: a command fails, something is changed, the same command passes.
import { commandSubject } from "../../../recording/observations/shell-commands.ts";
import { readRunOfResult } from "../../../recording/runs/run.ts";
import { clipList } from "../../../text/clip.ts";
import { isTestCommand } from "../../../text/test-runs/test-command.ts";
import type { TranscriptItem } from "../../../transcript/item.ts";
import { isReadOnlyCommand } from "../../../transcript/selectors/shell-command.ts";
import type { ToolResult } from "../../../transcript/tool-item.ts";
import type { TriageFinding } from "../candidate.ts";
import { splitSentences } from "../sentences.ts";
import { MAX_FAILURES, MAX_FILES, type OpenFailure, type TriageState } from "../state.ts";
import { makeTitle, plainLine } from "../title.ts";
import { filesChangedBy } from "./progress.ts";
import { findAddedArguments } from "./same-command.ts";

const MAX_ADVICE = 300;
const MAX_LINE = 160;
const MAX_RAN = 6;
const MAX_OUTPUT_LINES = 400;
const MAX_LISTED = 3;

const errorPattern = () =>
  /\berror\b|\bfail|exception|cannot|can't|not found|denied|refused|no such|undefined|unable|invalid|missing|timed? ?out|\bE[A-Z]{4,}\b|panic|killed/i;
/** An error with a name, such as TypeError or ENOENT. */
const namedErrorPattern = () =>
  /\b\w*(?:Error|Exception)\b[:\s]|\berror(?:\[\w+\])?: |\berror TS\d|\bfatal: |\bpanic: |\bE[A-Z]{4,}\b/;
const noisePattern = () =>
  /^(?:(?:Error: )?Exit code \d+|>|npm (?:ERR!|error) (?:A complete log|code|path)|\s*at )/;
/** Git commands fail for everyday reasons: somebody pushed first, a hook objected. */
const everydayPattern = () =>
  /^git (?:push|pull|fetch|commit|merge|rebase|checkout|switch|stash|cherry-pick)\b/;
/** Not an everyday reason, but one of the machine, the network or the repository. */
const machinePattern = () =>
  /\bRPC\b|HTTP \d|permission|publickey|authenticat|credential|password|ssl|certificate|proxy|exceeds|too l(?:arge|ong)|lfs|hung up|early EOF|disconnect|timed? ?out|resolve host|host key|protected|token|gpg|sign the|\.lock|dubious|submodule|corrupt|bad object/i;
const settingsPattern = () =>
  /\.(?:jsonc?|toml|ya?ml|ini|cfg|conf|lock|gradle|xml|mod|nix|env|properties)$|(?:file|rc|\.config\.\w+)$|requirements[\w-]*\.txt$/i;
/** The user did something outside of the session: "docker is running now, try again". */
const donePattern = () =>
  /\b(?:i|i've|ive|i have|we|we've|just|now|already|got it|ok|okay|done)\b.{0,40}\b(?:start|restart|install|reinstall|plug|unplug|add|updat|enabl|disabl|chang|fix|creat|remov|delet|kill|log|connect|reconnect|renew|mount|grant|open|clos|upgrad|downgrad|set|put|ran|switch|turn|free|clear|unlock|approv|accept|whitelist|export|boot|reboot)(?:t|n|p|g|l)?(?:ed)?\b|\b(?:docker|vpn|db|database|server|service|daemon|emulator|simulator|device|cable|board|port|redis|postgres|proxy|network)\b.{0,20}\b(?:is|are|was|should be)\b.{0,12}\b(?:up|running|on|back|connected|plugged|free|started|open|off)\b/i;
/** The user tells Claude what to do about the failure. */
const advicePattern = () =>
  /^(?:(?:ok|oh|ah|hm+|yeah|yes|right|sorry|no|you|claude)[,.!]? )*(?:try |just |maybe )*(?:hold|press|plug|unplug|replug|set|turn|switch|connect|disconnect|reconnect|start|restart|open|close|log|unlock|put|give|type|swap|use|wait for|boot|reboot|enable|disable|export|source|mount|free|stop|kill|(?:you |it )(?:need|needs|have|has|must)(?: to)?) (?:the |it |a |an |my |your )?\w+/i;

const causePattern = () =>
  /\b(?:root cause|(?:the|real|actual) (?:cause|culprit|problem|issue|reason) (?:is|was)|caused by|because|due to|turns out|that's why|which is why|(?:is|was|were|are)(?:n't| not) (?:set|running|installed|built|found|there|configured|reachable)|missing|stale|outdated|wrong (?:version|path|port))\b/i;

export function followCommands(item: TranscriptItem, state: TriageState): TriageFinding[] {
  if (item.kind === "prompt") noteAdvice(item.text, state.failures);
  if (item.kind === "assistant-text") noteCause(item.text, state.failures);
  if (item.kind !== "tool-result" || item.call === null) return [];
  noteChanges(item, state.failures);
  const input = item.call.tool === "Bash" ? item.call.input.command : null;
  if (typeof input !== "string" || isReadOnlyCommand(input)) return [];
  const command = commandSubject(input);
  if (command === "") return [];
  const run = readRunOfResult(item);
  const tests = run?.evidence === "summary" ? run.state : null;
  if (hasFailed(item, tests)) {
    noteFailure(item.text, command, variablesOf(input), state);
    return [];
  }
  if (item.isError || (isTestCommand(command) && tests === null)) return [];
  return closeFailures(command, variablesOf(input), state);
}

function closeFailures(command: string, variables: string, state: TriageState): TriageFinding[] {
  const fixes: TriageFinding[] = [];
  const open: OpenFailure[] = [];
  for (const failure of state.failures) {
    const added = findAddedArguments(failure.command, command);
    if (added !== null) {
      fixes.push(...describeFix(failure, added || (variables === failure.variables ? "" : variables)));
      continue;
    }
    if (failure.ran.length < MAX_RAN) failure.ran.push(plainLine(command, MAX_LINE));
    open.push(failure);
  }
  state.failures = open;
  return fixes;
}

/** Environment variables in front of a command: `NODE_ENV=test`. */
function variablesOf(command: string): string {
  const bare = command.trim().replace(/^(?:cd\s+\S+\s*(?:&&|;)\s*)+/, "");
  return (/^(?:\w+=\S*\s+)+/.exec(bare)?.[0] ?? "").trim();
}

function noteAdvice(prompt: string, failures: readonly OpenFailure[]): void {
  if (failures.length === 0 || prompt.length > MAX_ADVICE || prompt.trimEnd().endsWith("?")) return;
  if (!donePattern().test(prompt) && !advicePattern().test(prompt)) return;
  for (const failure of failures) failure.advice ||= plainLine(prompt, MAX_LINE);
}

/** Remembers the first cause that Claude names before the command passes. */
function noteCause(text: string, failures: readonly OpenFailure[]): void {
  const open = failures.filter(({ cause }) => cause === "");
  if (open.length === 0) return;
  const cause = splitSentences(text).find(({ plain }) => causePattern().test(plain) && !plain.endsWith("?"));
  if (cause !== undefined) for (const failure of open) failure.cause = plainLine(cause.plain, MAX_ADVICE);
}

function noteChanges(item: ToolResult, failures: readonly OpenFailure[]): void {
  if (item.isError) return;
  const files = filesChangedBy(item);
  for (const failure of failures)
    failure.changed = [...new Set([...failure.changed, ...files])].slice(0, MAX_FILES);
}

/** A pipe may hide the exit code, so the summary of a test run counts, too. */
function hasFailed({ isError, failure, exitCode, text }: ToolResult, tests: string | null): boolean {
  if (isError) return failure === "command" && (exitCode !== null || errorPattern().test(text));
  return tests === "red";
}

function noteFailure(output: string, command: string, variables: string, state: TriageState): void {
  const known = state.failures.find((failure) => findAddedArguments(failure.command, command) !== null);
  if (known) return;
  const changedBefore = state.progress.files;
  // A test that fails on a file that was just changed is work in progress.
  const isOwnSlip =
    changedBefore.some((path) => output.includes(nameOf(path))) ||
    (changedBefore.length > 0 && isTestCommand(command));
  const since = { changed: [], ran: [], advice: "", cause: "" };
  const failure = { command, variables, error: errorLine(output), isOwnSlip, changedBefore, ...since };
  state.failures = [...state.failures, failure].slice(-MAX_FAILURES);
}

function errorLine(output: string): string {
  const lines = output
    .split("\n", MAX_OUTPUT_LINES)
    .filter((line) => line.trim() !== "" && !noisePattern().test(line));
  const [named, any] = [namedErrorPattern(), errorPattern()].map((pattern) =>
    lines.findIndex((line) => pattern.test(line)),
  );
  const at = Math.max(0, named === -1 ? (any ?? 0) : (named ?? 0));
  const line = lines[at] ?? "";
  // After a colon, the next line has the message.
  return plainLine(line.trimEnd().endsWith(":") ? `${line} ${lines[at + 1] ?? ""}` : line, MAX_LINE);
}

/** A fix without a known cause is no finding. Claude or the user may have named the cause. */
function describeFix(failure: OpenFailure, added: string): TriageFinding[] {
  const { command, error, advice } = failure;
  const cause = failure.cause || advice;
  const remedy = describeRemedy(failure, added);
  if (remedy === "" || cause === "" || isPassingFailure(failure)) return [];
  const shown = plainLine(command, MAX_LINE);
  return [
    {
      source: "fixed-command",
      category: "RUNBOOK",
      title: makeTitle(cause),
      evidence: [
        { line: cause, who: cause === advice ? "user" : "claude", why: "why the command failed" },
        { line: `${shown}: ${error}`, who: "tool", why: "the command failed" },
        { line: remedy, who: "claude", why: "what was done in between" },
        { line: shown, who: "tool", why: "the same command passed" },
      ],
      identity: `${command}\n${error}`,
    },
  ];
}

function isPassingFailure({ command, error, isOwnSlip, changed }: OpenFailure): boolean {
  return (
    isOwnSlip ||
    /^(?:python3? -c|node -e|curl|cat|echo)\b|<</.test(command) ||
    error.endsWith(":") ||
    (everydayPattern().test(command) && !machinePattern().test(error)) ||
    isInCode(changed)
  );
}

/** A fix in the code can be read there. A changed setting is worth remembering. */
function isInCode(changed: readonly string[]): boolean {
  return changed.length > 0 && !changed.some((path) => settingsPattern().test(path));
}

/** "" if nothing was done. */
function describeRemedy({ changed, ran, advice }: OpenFailure, added: string): string {
  if (changed.length > 0) return `changed ${clipList(changed.map(nameOf), MAX_LISTED)}`;
  if (added === "") return ran.length > 0 ? `ran ${clipList(ran, MAX_LISTED)}` : advice;
  const withAdded = `with ${plainLine(added, MAX_LINE)}`;
  return ran.length > 0 ? `ran ${clipList(ran, MAX_LISTED)}, ${withAdded}` : withAdded;
}

function nameOf(path: string): string {
  return path.slice(path.lastIndexOf("/") + 1);
}
