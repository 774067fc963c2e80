// A tool result of a transcript into the observation that hooks would have recorded.
import type { TranscriptItem } from "../../transcript/item.ts";
import type { ToolCall, ToolResult } from "../../transcript/tool-item.ts";
import { type CaptureRules, redactCall } from "../capture/redact-call.ts";
import { FULL_REDACTOR, redactAndShorten } from "../capture/redact-fully.ts";
import { keepBeginning, mapTexts } from "../capture/shorten.ts";
import type { Observation } from "../observations/observations.ts";
import { isQuietCall, observeRawCall, observeRefusal } from "../observations/observe-call.ts";

const MAX_TOOL = 200;
const MAX_REASON = 2000;
/** More of a text than any observation shows. */
const MAX_SHOWN = 1000;
/** The client's text for a command that printed nothing. */
const NO_OUTPUT = /^(?:\(Bash completed with no output\)|Tool ran without output or errors)$/;
const CREATED = "File created successfully";

/** `meaning`: the item that says how the person decided, if any. null when the result is not worth finding again. */
export function observeResult(
  result: ToolResult,
  meaning: TranscriptItem | undefined,
  { rules, projectDir }: { rules: CaptureRules; projectDir: string | null },
): Observation | null {
  const { call } = result;
  if (call === null) return null;
  const tool = redactAndShorten(call.tool, MAX_TOOL);
  if (result.failure === "rejected") return refused(tool, call, meaning, { rules, projectDir });
  // Wrong use of a tool, and accidents around it, say nothing about the work.
  if (result.isError && result.failure !== "command" && result.failure !== "other") return null;
  const error = result.isError ? result.text : null;
  if (isQuietCall({ tool, input: call.input, error })) return null;
  const response = error === null ? responseOf(call, result, meaning) : null;
  const texts = shorten(tool, { input: call.input, response, error });
  const redacted = redactCall({ tool, agentId: null, projectDir, ...texts }, rules, FULL_REDACTOR);
  return redacted && observeRawCall(tool, redacted.raw, redacted.files);
}

/** Any line of a command's output may matter; of everything else only the beginning is shown. */
function shorten<Texts>(tool: string, texts: Texts): Texts {
  return tool === "Bash" ? texts : (mapTexts(texts, (text) => keepBeginning(text, MAX_SHOWN)) as Texts);
}

function refused(
  tool: string,
  { input }: ToolCall,
  meaning: TranscriptItem | undefined,
  { rules, projectDir }: { rules: CaptureRules; projectDir: string | null },
): Observation | null {
  if (meaning?.kind !== "rejection" || meaning.reason === null) return null;
  const texts = shorten("", { input, response: null, error: null });
  const redacted = redactCall({ tool, agentId: null, projectDir, ...texts }, rules, FULL_REDACTOR);
  const reason = redactAndShorten(meaning.reason, MAX_REASON);
  return redacted && observeRefusal(tool, redacted.raw, redacted.files, reason);
}

/** In the form that the client gives to hooks, as far as it matters. */
function responseOf(call: ToolCall, result: ToolResult, meaning: TranscriptItem | undefined): unknown {
  if (meaning?.kind === "answers")
    return { answers: Object.fromEntries(meaning.answers.map(({ question, answer }) => [question, answer])) };
  if (meaning?.kind === "plan-approval") return { plan: meaning.plan };
  if (result.agent) return { status: result.agent.status, content: result.agent.text };
  if (call.tool === "Write") return { type: result.text.startsWith(CREATED) ? "create" : "update" };
  // An edit's result only repeats the edit.
  if (result.changedFiles.length > 0 && call.tool !== "Bash") return {};
  return NO_OUTPUT.test(result.text.trim()) ? "" : result.text;
}
