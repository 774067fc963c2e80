// A tool's result in a transcript into the observation that the hooks would have led to.

import type { TranscriptItem } from "../../transcript/item.ts";
import type { ToolCall, ToolResult } from "../../transcript/tool-item.ts";
import { type CaptureRules, redactCall } from "../capture/redact-call.ts";
import { FULL_REDACTOR, redactAndShorten } from "../capture/redact-fully.ts";
import { keepBeginnings } from "../capture/shorten.ts";
import type { Observation } from "../observations/observations.ts";
import { isQuietCall, observeCall, observeRefusal } from "../observations/observe-call.ts";

const MAX_TOOL = 200;
const MAX_REASON = 2000;
/** More than any observation shows of a text. */
const MAX_SHOWN = 1000;
/** What the client writes where a command printed nothing. */
const NO_OUTPUT = /^(?:\(Bash completed with no output\)|Tool ran without output or errors)$/;
const CREATED = "File created successfully";

/** `meaning` is what the result says of the person, when it does. null when it is not worth finding again. */
export function observeResult(
  result: ToolResult,
  meaning: TranscriptItem | undefined,
  { keeping, projectDir }: { keeping: CaptureRules; projectDir: string | null },
): Observation | null {
  const { call } = result;
  if (call === null) return null;
  const tool = redactAndShorten(call.tool, MAX_TOOL);
  if (result.failure === "rejected") return refused(tool, meaning);
  // Mistakes in using a tool, and accidents around it, tell nothing about the work.
  if (result.isError && result.failure !== "command" && result.failure !== "other") return null;
  const error = result.isError ? result.text : null;
  if (isQuietCall({ tool, input: call.input, error })) return null;
  const response = error === null ? responseOf(call, result, meaning) : null;
  const texts = { input: call.input, response, error };
  const cleaned = redactCall(
    { tool, agentId: null, projectDir, ...shorten(tool, texts) },
    keeping,
    FULL_REDACTOR,
  );
  if (cleaned === null) return null;
  const { raw, files } = cleaned;
  return observeCall({
    tool,
    input: raw.input,
    response: raw.response,
    error: raw.error ?? null,
    projectDir: raw.project_dir,
    files,
  });
}

interface Texts {
  input: unknown;
  response: unknown;
  error: string | null;
}

/** Of a command's output any line may tell; of everything else an observation shows the beginning. */
function shorten(tool: string, texts: Texts): Texts {
  return tool === "Bash" ? texts : (keepBeginnings(texts, MAX_SHOWN) as Texts);
}

function refused(tool: string, meaning: TranscriptItem | undefined): Observation | null {
  if (meaning?.kind !== "rejection" || meaning.reason === null) return null;
  return observeRefusal(tool, redactAndShorten(meaning.reason, MAX_REASON));
}

/** As far as it matters, in the form that the client gives to hooks. */
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
