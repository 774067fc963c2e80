// What a shell command came to.

import { clip } from "../../text/clip.ts";
import { errorExcerpt } from "../../text/output/error-excerpt.ts";
import { isReadOnlyCommand } from "../../transcript/selectors/read-only-command.ts";
import { fieldOf, textField } from "../capture/call-fields.ts";
import { cutMiddle } from "../capture/shorten.ts";
import { createObservation, type Observation, type RecordedCall } from "./observations.ts";
import { observeCommit } from "./observe-commit.ts";
import { commandSubject, describeTestResult, isTestCommand, readTestResult } from "./shell-commands.ts";

/** What every observation of a command has. */
interface Base {
  files: string[];
  subject: string;
}

const MAX_OUTPUT = 500;
const MAX_COMMAND = 400;
/** Of a command that succeeded, the ends of its output say enough. */
const MAX_SEARCHED = 4000;
const SEARCHES = /^(?:rg|grep|egrep|fgrep|git\s+(?:grep|log)|find|fd|ag|ack)\b/;

/** null for a command that only looked around. */
export function observeCommand(call: RecordedCall): Observation | null {
  const command = textField(call.input, "command");
  if (command === null) return null;
  const output = call.error ?? outputOf(call.response);
  const base = { files: call.files, subject: commandSubject(command) };
  const commit = observeCommit(command, { output, isError: call.error !== null }, base);
  if (commit) return commit;
  if (isTestCommand(command)) return observeTests(call, command, output, base);
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
  return createObservation("command", `Ran ${base.subject}`, { ...base, summary, result: "passed" });
}

/** It only looks around: not observed unless it fails. */
export function isQuietCommand(command: string | null): boolean {
  if (command === null) return true;
  return !isTestCommand(command) && isReadOnlyCommand(command) && !SEARCHES.test(commandSubject(command));
}

function observeTests(call: RecordedCall, command: string, output: string, base: Base): Observation {
  const result = readTestResult(output);
  const failed = call.error !== null || (result !== null && result.failed > 0);
  const numbers = result ? describeTestResult(result) : "";
  const counts = numbers ? ` (${numbers})` : "";
  const verdict = failed ? "failed" : "passed";
  const summary = joinLines(
    fullCommand(command, base.subject),
    errorExcerpt(failed ? output : cutMiddle(output, MAX_SEARCHED), MAX_OUTPUT),
  );
  const title = `Tests ${verdict}${counts}: ${base.subject}`;
  return createObservation(failed ? "failure" : "test", title, { ...base, summary, result: verdict });
}

function observeFailure(command: string, error: string, base: Base): Observation | null {
  const code = /^Exit code (\d+)/.exec(error)?.[1];
  // A search that found nothing, or in the wrong place, says nothing about the work.
  if (isReadOnlyCommand(command)) return null;
  const title = `Failed${code ? ` (exit ${code})` : ""}: ${base.subject}`;
  const why = errorExcerpt(error.replace(/^Exit code \d+\n?/, ""), MAX_OUTPUT);
  const summary = joinLines(fullCommand(command, base.subject), why);
  return createObservation("failure", title, { ...base, summary, result: "failed" });
}

/** null when the title already has all of it. */
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
