// A command that failed, changes, and the same command passing: knowledge of how to put it right.
import {
  commandSubject,
  isTestCommand,
  readTestResult,
} from "../../../recording/observations/shell-commands.ts";
import type { TranscriptItem } from "../../../transcript/item.ts";
import { isReadOnlyCommand } from "../../../transcript/selectors/read-only-command.ts";
import type { ToolResult } from "../../../transcript/tool-item.ts";
import type { Candidate } from "../candidate.ts";
import { MOST_FAILURES, MOST_FILES, type OpenFailure, type TriageState } from "../state.ts";
import { commandTitle, plainLine } from "../title.ts";
import type { Weights } from "../weights.ts";
import { structuralFinding } from "./finding.ts";
import { whatWasAdded } from "./same-command.ts";

const tellingPattern = () =>
  /\berror\b|\bfail|exception|cannot|can't|not found|denied|refused|no such|undefined|unable|invalid|missing|timed? ?out|\bE[A-Z]{4,}\b|panic|killed/i;
/** An error that says its name. */
const namedPattern = () =>
  /\b\w*(?:Error|Exception)\b[:\s]|\berror(?:\[\w+\])?: |\berror TS\d|\bfatal: |\bpanic: |\bE[A-Z]{4,}\b/;
const noisePattern = () =>
  /^(?:(?:Error: )?Exit code \d+|>|npm (?:ERR!|error) (?:A complete log|code|path)|\s*at )/;
/** They fail for reasons of the moment: somebody pushed before, a hook had something to say. */
const everydayPattern = () =>
  /^git (?:push|pull|fetch|commit|merge|rebase|checkout|switch|stash|cherry-pick)\b/;
/** Written for the moment. */
const scriptPattern = () =>
  /^(?:(?:uv|poetry|pipenv) run )?(?:python[\d.]*|node|bun|deno|bash|sh|ruby|perl|php)\b/;
/** Not the moment, but the machine. */
const machinePattern = () =>
  /\bRPC\b|HTTP \d|permission|publickey|authenticat|credential|password|ssl|certificate|proxy|exceeds|too l(?:arge|ong)|lfs|hung up|early EOF|disconnect|timed? ?out|resolve host|host key|protected|token|gpg|sign the|\.lock|dubious|submodule|corrupt|bad object/i;
const settingsPattern = () =>
  /\.(?:jsonc?|toml|ya?ml|ini|cfg|conf|lock|gradle|xml|mod|nix|env|properties)$|(?:file|rc|\.config\.\w+)$|requirements[\w-]*\.txt$/i;
/** Done outside, by the person. */
const toldPattern = () =>
  /\b(?:i|i've|ive|i have|we|we've|just|now|already|got it|ok|okay|done)\b.{0,40}\b(?:start|restart|install|reinstall|plug|unplug|add|updat|enabl|disabl|chang|fix|creat|remov|delet|kill|log|connect|reconnect|renew|mount|grant|open|clos|upgrad|downgrad|set|put|ran|switch|turn|free|clear|unlock|approv|accept|whitelist|export|boot|reboot)(?:t|n|p|g|l)?(?:ed)?\b|\b(?:docker|vpn|db|database|server|service|daemon|emulator|simulator|device|cable|board|port|redis|postgres|proxy|network)\b.{0,20}\b(?:is|are|was|should be)\b.{0,12}\b(?:up|running|on|back|connected|plugged|free|started|open|off)\b/i;
/** What the person told to do, and did not only ask for another try. */
const advisedPattern = () =>
  /^(?:(?:ok|oh|ah|hm+|yeah|yes|right|sorry|no|you|claude)[,.!]? )*(?:try |just |maybe )*(?:hold|press|plug|unplug|replug|set|turn|switch|connect|disconnect|reconnect|start|restart|open|close|log|unlock|put|give|type|swap|use|wait for|boot|reboot|enable|disable|export|source|mount|free|stop|kill|(?:you |it )(?:need|needs|have|has|must)(?: to)?) (?:the |it |a |an |my |your )?\w+/i;
const MOST_TOLD = 300;
const MOST_LINE = 160;
const MOST_RAN = 6;
const MOST_BETWEEN = 3;

export function followCommands(item: TranscriptItem, state: TriageState, weights: Weights): Candidate[] {
  if (item.kind === "prompt") noteTold(item.text, state.failures);
  if (item.kind !== "tool-result" || item.call === null) return [];
  noteChange(item, state);
  const command = item.call.tool === "Bash" ? item.call.input.command : null;
  if (typeof command !== "string" || isReadOnlyCommand(command)) return [];
  const subject = commandSubject(command);
  if (subject === "") return [];
  if (hasFailed(item, subject)) {
    noteFailure(item, subject, variablesOf(command), state);
    return [];
  }
  if (item.isError) return [];
  const variables = variablesOf(command);
  const fixes: Candidate[] = [];
  const open: OpenFailure[] = [];
  for (const failure of state.failures) {
    const added = whatWasAdded(failure.subject, subject);
    if (isOtherForm(failure, subject)) state.fault = { ...state.fault, ran: lineOf(failure) };
    if (added === null) open.push(noteCommand(failure, subject));
    else fixes.push(...describeFix(failure, added || newVariables(failure, variables), weights));
  }
  state.failures = open;
  return fixes;
}

/** The same program in other words: Claude may say what made the difference. */
function isOtherForm({ subject, ownSlip, ran }: OpenFailure, passed: string): boolean {
  const [program = ""] = passed.split(" ", 1);
  return (
    !ownSlip &&
    ran.length <= MOST_BETWEEN &&
    subject.startsWith(`${program} `) &&
    !isTestCommand(subject) &&
    !everydayPattern().test(subject) &&
    !scriptPattern().test(subject)
  );
}

function lineOf({ subject, said }: OpenFailure): string {
  return `${plainLine(subject).slice(0, 60)}: ${said}`;
}

function noteCommand(failure: OpenFailure, subject: string): OpenFailure {
  if (failure.ran.length < MOST_RAN) failure.ran.push(plainLine(subject).slice(0, MOST_LINE));
  return failure;
}

/** What stands before a command for it alone: `NODE_ENV=test`. */
function variablesOf(command: string): string {
  const bare = command.trim().replace(/^(?:cd\s+\S+\s*(?:&&|;)\s*)+/, "");
  return (/^(?:\w+=\S*\s+)+/.exec(bare)?.[0] ?? "").trim();
}

function newVariables({ variables }: OpenFailure, now: string): string {
  return now === variables ? "" : now;
}

/** The person put it right: "docker is running now, try again". */
function noteTold(text: string, failures: readonly OpenFailure[]): void {
  if (
    failures.length === 0 ||
    text.length > MOST_TOLD ||
    !(toldPattern().test(text) || advisedPattern().test(text)) ||
    text.trimEnd().endsWith("?")
  )
    return;
  for (const failure of failures) failure.told ||= plainLine(text).slice(0, MOST_LINE);
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

function noteFailure({ text }: ToolResult, subject: string, variables: string, state: TriageState): void {
  const known = state.failures.find((failure) => whatWasAdded(failure.subject, subject) !== null);
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
  const failure = { subject, variables, said, changed: [], ran: [], told: "", ownSlip, before, tries: 1 };
  state.failures = [...state.failures, failure].slice(-MOST_FAILURES);
}

function tellingLine(output: string): string {
  const lines = output.split("\n", 400).filter((line) => line.trim() !== "" && !noisePattern().test(line));
  const telling = [namedPattern(), tellingPattern()].map((pattern) =>
    lines.findIndex((line) => pattern.test(line)),
  );
  const at = Math.max(0, telling.find((place) => place !== -1) ?? 0);
  const line = lines[at] ?? "";
  // What ends with a colon says it in the next line.
  return plainLine(line.trimEnd().endsWith(":") ? `${line} ${lines[at + 1] ?? ""}` : line).slice(
    0,
    MOST_LINE,
  );
}

function describeFix(
  { subject, said, changed, ran, told, ownSlip, before, tries }: OpenFailure,
  added: string,
  weights: Weights,
): Candidate[] {
  if (changed.length === 0 && ran.length === 0 && added + told === "") return [];
  const isPassing =
    (everydayPattern().test(subject) && !machinePattern().test(said)) ||
    ownSlip ||
    said.endsWith(":") ||
    isOwnWork(changed, before);
  const names = changed.map((path) => path.slice(path.lastIndexOf("/") + 1));
  const remedy = nameRemedy(names, added, ran, told);
  const command = plainLine(subject).slice(0, MOST_LINE);
  return [
    structuralFinding(
      {
        category: "RUNBOOK",
        title: commandTitle(command, said, remedy),
        isReady: true,
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

function nameRemedy(names: readonly string[], added: string, ran: readonly string[], told: string): string {
  if (names.length > 0) return `changed ${listOf(names)}`;
  if (added === "") return ran.length > 0 ? `ran ${listOf(ran)}` : told;
  const plainly = `with ${plainLine(added).slice(0, MOST_LINE)}`;
  return ran.length > 0 ? `ran ${listOf(ran)}, ${plainly}` : plainly;
}

function listOf(names: readonly string[]): string {
  const more = names.length > 3 ? ` and ${names.length - 3} more` : "";
  return names.slice(0, 3).join(", ") + more;
}
