// Completes a tool's result with its call: the result itself, and what it says about the person and the tasks.
import type { ItemBase, TranscriptItem } from "../item.ts";
import type { AgentOutcome, FilePatch, ToolCall, ToolFailure, ToolResult } from "../tool-item.ts";
import { cleanOutput, listOf, numberOf, type Raw, rawOf, textOf, textOfBlocks, textsOf } from "./fields.ts";
import { readAnswers, readPlan, readTaskChange } from "./result-meaning.ts";

/** An item that needs no other record, or a result that needs its call. */
export type Draft = TranscriptItem | PendingResult;

/** A tool's result before it is joined to its call. */
export interface PendingResult {
  kind: "pending-result";
  base: ItemBase;
  id: string;
  block: Raw;
  record: Raw;
}

const DENIAL_KINDS = new Map<unknown, ToolFailure>([
  ["user-rejected", "rejected"],
  ["permission-rule", "permission"],
  ["automode-blocked", "permission"],
  // The client could not decide: nobody denied the call.
  ["automode-unavailable", "cancelled"],
  ["automode-parsing-error", "cancelled"],
  ["interrupted", "interrupted"],
  ["cancelled", "cancelled"],
]);

/** Before 2.0.37 a failure had only its text: the most likely failure of each tool. */
const BARE_FAILURES = new Map<string | null, ToolFailure>([
  ["Bash", "command"],
  ["Edit", "usage"],
  ["MultiEdit", "usage"],
  ["Write", "usage"],
]);

/** The client's text around what the person typed when rejecting a call. */
const REASON_LEADS = ["the user said:\n", "The user provided the following reason for the rejection:"];
const REASON_TRAILER = "\n\nNote: The user's next message may contain a correction or preference.";

/** Written by the client when the person wants to discuss a question instead of answering it. */
const CLARIFYING = "The user wants to clarify these questions.";

export function completeResult(draft: PendingResult, call: ToolCall | null): TranscriptItem[] {
  const result = toResult(draft, call);
  const { base, id, record } = draft;
  if (result.failure === "rejected")
    return [result, { ...base, kind: "rejection", id, call, reason: rejectionReason(result.text, record) }];
  if (result.isError) return [result];
  const details = rawOf(record.toolUseResult);
  const meaning =
    readAnswers(base, call, details) ??
    readPlan(base, call, details) ??
    readTaskChange(base, call, result.response);
  return meaning ? [result, meaning] : [result];
}

function toResult({ base, id, block, record }: PendingResult, call: ToolCall | null): ToolResult {
  const text = cleanOutput(textOfBlocks(block.content));
  const isError = block.is_error === true;
  const details = rawOf(record.toolUseResult);
  return {
    ...base,
    kind: "tool-result",
    id,
    call,
    text,
    response: isError ? null : (record.toolUseResult ?? text),
    isError,
    failure: isError ? failureOf(text, record, call?.tool ?? null) : null,
    exitCode: isError ? exitCodeOf(text) : null,
    changedFiles: isError ? [] : changedBy(details),
    patch: isError ? null : readPatch(details),
    backgroundTaskId: textOf(details.backgroundTaskId),
    agent: isError ? null : agentOf(details, call, text),
  };
}

/** Edits have a `filePath` at this level. A read has it one level deeper, and a plan has `plan` too. */
function changedBy(details: Raw): string[] {
  const edited = textOf(details.filePath);
  const byCommand = textsOf(rawOf(details.bashEditDiff).changedFiles);
  return [...(edited !== null && details.plan === undefined ? [edited] : []), ...byCommand];
}

function agentOf(details: Raw, call: ToolCall | null, text: string): AgentOutcome | null {
  const isAgentCall = call?.tool === "Task" || call?.tool === "Agent";
  if (!isAgentCall && !(textOf(details.agentId) && textOf(details.status))) return null;
  return {
    agentId: textOf(details.agentId),
    status: textOf(details.status) ?? "completed",
    text: details.content === undefined ? text : textOfBlocks(details.content),
  };
}

/** null in older clients and in subagents. */
function readPatch(details: Raw): FilePatch | null {
  if (textOf(details.filePath) === null || !Array.isArray(details.structuredPatch)) return null;
  return {
    created: details.type === "create",
    hunks: listOf(details.structuredPatch)
      .map(rawOf)
      .map(({ oldStart, lines }) => ({
        oldStart: numberOf(oldStart) ?? 1,
        lines: textsOf(lines),
      })),
  };
}

function rejectionReason(text: string, record: Raw): string | null {
  const stated = textOf(record.userFeedback);
  if (stated !== null) return withoutTrailer(stated);
  for (const lead of REASON_LEADS) {
    const at = text.indexOf(lead);
    if (at !== -1) return withoutTrailer(text.slice(at + lead.length));
  }
  return null;
}

function withoutTrailer(words: string): string | null {
  const trailer = words.lastIndexOf(REASON_TRAILER);
  const typed = (trailer === -1 ? words : words.slice(0, trailer)).trim();
  return typed === "" || typed.startsWith(CLARIFYING) ? null : typed;
}

/** The beginnings of error texts. */
const failureStarts = (): [RegExp, ToolFailure][] => [
  [/^The user doesn't want to (proceed with this tool use|take this action right now)/, "rejected"],
  [/^\[(Request interrupted|Tool call|Agent call)/, "interrupted"],
  [/^(<tool_use_error>)?(Sibling tool call errored|Cancelled: parallel tool call)/, "cancelled"],
  [/^.{1,80} is temporarily unavailable, so auto mode cannot/, "cancelled"],
  [/^\w+:\S+ hook error: /, "hook"],
  [/^\w+ hook feedback:/, "hook"],
  [/^Claude requested permissions to /, "permission"],
  [/^(This command requires approval|Permission to use \S+ (with |has been denied))/, "permission"],
  [/^This Bash command contains multiple operations\. The following parts? requires? approval/, "permission"],
  [/^\S{1,40} in '[^']{1,300}' was blocked\. For security/, "permission"],
  [/^File content \(.{1,40}\) exceeds maximum allowed /, "too-large"],
  [/^<tool_use_error>/, "usage"],
  [/^File has not been read yet/, "usage"],
  [/^Exit code \d+/, "command"],
];

/** By the client's field if there is one, otherwise by the beginning of the text. */
function failureOf(text: string, record: Raw, tool: string | null): ToolFailure {
  const denial = DENIAL_KINDS.get(record.toolDenialKind);
  // When no person can be asked, the client also reports denials by its settings as rejected by the person.
  if (denial === "rejected" && rawOf(record.permissionDecision).source === "config") return "permission";
  if (denial) return denial;
  const [, failure] = failureStarts().find(([start]) => start.test(text)) ?? [];
  return failure ?? BARE_FAILURES.get(tool) ?? "other";
}

/** As the client prints it at the start of an error. */
export function exitCodeOf(text: string): number | null {
  const [, code] = /^Exit code (\d{1,3})\b/.exec(text) ?? [];
  return code === undefined ? null : Number(code);
}
