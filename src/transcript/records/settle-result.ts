// A tool's result, once its call is known: the result itself, and what it says of the person and of the tasks.
import type { TranscriptItem } from "../item.ts";
import type { AgentOutcome, ToolCall, ToolResult } from "../tool-item.ts";
import type { UnsettledResult } from "./draft.ts";
import { exitCodeOf, failureOf } from "./failure.ts";
import { readPatch } from "./file-patch.ts";
import { isRaw, listOf, numberOf, type Raw, rawOf, textOf, textOfBlocks } from "./raw.ts";
import { rejectionReason } from "./rejection-reason.ts";
import { readAnswers, readPlan, readTaskChange } from "./result-meaning.ts";
import { cleanOutput } from "./tags.ts";

export function settleResult(draft: UnsettledResult, call: ToolCall | null): TranscriptItem[] {
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

function toResult({ head, id, block, record }: UnsettledResult, call: ToolCall | null): ToolResult {
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
