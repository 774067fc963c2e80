// A tool's result, once its call is known: the result itself, and what it says of the person and of the tasks.
import type { TranscriptItem } from "../item.ts";
import type { AgentOutcome, Failure, FilePatch, ToolCall, ToolResult } from "../tool-item.ts";
import type { PendingResult } from "./draft.ts";
import { isRaw, listOf, numberOf, type Raw, rawOf, textOf, textOfBlocks } from "./fields.ts";
import { readAnswers, readPlan, readTaskChange } from "./result-meaning.ts";
import { cleanOutput } from "./tags.ts";

const MARKS = new Map<unknown, Failure>([
  ["user-rejected", "rejected"],
  ["permission-rule", "permission"],
  ["automode-blocked", "permission"],
  ["automode-unavailable", "permission"],
  ["automode-parsing-error", "permission"],
  ["interrupted", "interrupted"],
  ["cancelled", "cancelled"],
]);

/** Before 2.0.37 a failure was its bare text. */
const BARE = new Map<string | null, Failure>([
  ["Bash", "command"],
  ["Edit", "usage"],
  ["MultiEdit", "usage"],
  ["Write", "usage"],
]);

const LEADS = ["the user said:\n", "The user provided the following reason for the rejection:"];

const TRAILER = "\n\nNote: The user's next message may contain a correction or preference.";

/** Typed by the client when the person wants to talk about a question instead of answering it. */
const CLARIFYING = "The user wants to clarify these questions.";

export function completeResult(draft: PendingResult, call: ToolCall | null): TranscriptItem[] {
  const result = toResult(draft, call);
  const { head, id, record } = draft;
  if (result.failure === "rejected")
    return [result, { ...head, kind: "rejection", id, call, reason: rejectionReason(result.text, record) }];
  if (result.isError) return [result];
  const details = rawOf(record.toolUseResult);
  const meaning =
    readAnswers(head, id, call, details) ??
    readPlan(head, call, details) ??
    readTaskChange(head, call, details, result.text);
  return meaning ? [result, meaning] : [result];
}

function toResult({ head, id, block, record }: PendingResult, call: ToolCall | null): ToolResult {
  const text = cleanOutput(textOfBlocks(block.content));
  const isError = block.is_error === true;
  const details = rawOf(record.toolUseResult);
  return {
    ...head,
    kind: "tool-result",
    id,
    call,
    text,
    isError,
    failure: isError ? failureOf(text, record, call?.tool ?? null) : null,
    exitCode: isError ? exitCodeOf(text) : null,
    changedFiles: isError ? [] : changedBy(details),
    patch: isError ? null : readPatch(details),
    backgroundTaskId: textOf(details.backgroundTaskId),
    outputPath: textOf(details.persistedOutputPath),
    asked: wasAsked(record),
    agent: isError ? null : agentOf(details, call, text),
  };
}

function wasAsked(record: Raw): boolean | null {
  const source = textOf(rawOf(record.permissionDecision).source);
  return source === null ? null : source !== "config";
}

/** `filePath` stands on edits alone: a read file is named one level deeper, a plan comes with `plan`. */
function changedBy(details: Raw): string[] {
  const edited = textOf(details.filePath);
  const byCommand = listOf(rawOf(details.bashEditDiff).changedFiles).filter(
    (file) => typeof file === "string",
  );
  return [...(edited !== null && details.plan === undefined ? [edited] : []), ...byCommand];
}

function agentOf(details: Raw, call: ToolCall | null, text: string): AgentOutcome | null {
  const isAgentCall = call?.tool === "Task" || call?.tool === "Agent";
  if (!isAgentCall && !(isRaw(details) && textOf(details.agentId) && textOf(details.status))) return null;
  return {
    agentId: textOf(details.agentId),
    agentType: textOf(details.agentType) ?? textOf(call?.input.subagent_type),
    status: textOf(details.status) ?? "completed",
    text: details.content === undefined ? text : textOfBlocks(details.content),
    tokens: numberOf(details.totalTokens),
    toolUses: numberOf(details.totalToolUseCount),
    durationMs: numberOf(details.totalDurationMs),
  };
}

/** null where the client noted none: older ones, and those of subagents. */
function readPatch(details: Raw): FilePatch | null {
  if (textOf(details.filePath) === null || !Array.isArray(details.structuredPatch)) return null;
  return {
    created: details.type === "create",
    hunks: listOf(details.structuredPatch)
      .map(rawOf)
      .map(({ oldStart, lines }) => ({
        oldStart: numberOf(oldStart) ?? 1,
        lines: listOf(lines).filter((line) => typeof line === "string"),
      })),
  };
}

// What the person typed when refusing a tool call. The client wraps it in words of its own.
function rejectionReason(text: string, record: Raw): string | null {
  const stated = textOf(record.userFeedback);
  if (stated !== null) return spoken(stated);
  for (const lead of LEADS) {
    const at = text.indexOf(lead);
    if (at !== -1) return spoken(text.slice(at + lead.length));
  }
  return null;
}

function spoken(words: string): string | null {
  const trailer = words.lastIndexOf(TRAILER);
  const own = (trailer === -1 ? words : words.slice(0, trailer)).trim();
  return own === "" || own.startsWith(CLARIFYING) ? null : own;
}

// Why a tool's result is an error: by the client's own mark where it has one, else by how the text begins.
const beginnings = (): [RegExp, Failure][] => [
  [/^The user doesn't want to (proceed with this tool use|take this action right now)/, "rejected"],
  [/^\[(Request interrupted|Tool call|Agent call)/, "interrupted"],
  [/^(<tool_use_error>)?(Sibling tool call errored|Cancelled: parallel tool call)/, "cancelled"],
  [/^\w+:\S+ hook error: /, "hook"],
  [/^\w+ hook feedback:/, "hook"],
  [/^Claude requested permissions to /, "permission"],
  [/^(This command requires approval|Permission to use \S+ (with |has been denied))/, "permission"],
  [/^File content \(.{1,40}\) exceeds maximum allowed /, "too-large"],
  [/^<tool_use_error>/, "usage"],
  [/^File has not been read yet/, "usage"],
  [/^Exit code \d+/, "command"],
];

function failureOf(text: string, record: Raw, tool: string | null): Failure {
  const mark = MARKS.get(record.toolDenialKind);
  // Where nobody can be asked, the client marks what its settings deny as refused by the person.
  if (mark === "rejected" && rawOf(record.permissionDecision).source === "config") return "permission";
  if (mark) return mark;
  const [, failure] = beginnings().find(([beginning]) => beginning.test(text)) ?? [];
  return failure ?? BARE.get(tool) ?? "other";
}

function exitCodeOf(text: string): number | null {
  const [, code] = /^Exit code (\d{1,3})\b/.exec(text) ?? [];
  return code === undefined ? null : Number(code);
}
