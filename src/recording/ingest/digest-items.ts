// Turns the items of a transcript into prompts, observations and turns.
import { isSessionId, RESENT_PLAN } from "../../protocol/claude-code/parse-event.ts";
import { readTestRuns } from "../../text/test-runs/read-test-runs.ts";
import type { TranscriptItem } from "../../transcript/item.ts";
import { PromptQueue } from "../../transcript/selectors/person-input.ts";
import type { ToolCall, ToolResult } from "../../transcript/tool-item.ts";
import { redactPrompt } from "../capture/capture-prompt.ts";
import { type CaptureRules, redactCall } from "../capture/redact-call.ts";
import { FULL_REDACTOR, redactAndShorten } from "../capture/redact-fully.ts";
import { keepBeginning, mapTexts } from "../capture/shorten.ts";
import type { Observation } from "../observations/observations.ts";
import { isQuietCall, observeRawCall, observeRefusal } from "../observations/observe-call.ts";
import { SessionEnding } from "../observations/session-ending.ts";
import { isTaskOutputTool, readTaskOutput } from "../runs/run-rows.ts";
import type { PromptWithRequest, SessionBatch, SessionProject, Turn } from "./read-session.ts";

export interface FileState {
  /** Used for records without a session id. */
  sessionId: string;
  agent: boolean;
  /** Used for records without a time. */
  modifiedAt: number;
  /** Later times are implausible. */
  latest: number;
  project: SessionProject;
  rules: CaptureRules;
  /** The first working folder in the records. */
  folder: string | null;
  queue: PromptQueue;
  /** Record id of the last prompt. */
  uuid: string | null;
  lastAt: number;
  sessions: Set<string>;
  /** By session. */
  endings: Map<string, SessionEnding>;
}

type Digest = Pick<SessionBatch, "prompts" | "calls" | "taskOutputs" | "turns">;

/** More than any real transcript has. */
const MAX_SESSIONS = 100;
const MAX_OUTPUT = 4000;
const EARLIEST = Date.UTC(2020, 0);
const RECORD_ID = /^[\w-]{1,64}$/;
const CALL_ID = /^[\w.:-]{1,128}$/;
const TURN_ITEMS = new Set([
  "prompt",
  "plan-approval",
  "slash-command",
  "shell-command",
  "assistant-text",
  "tool-call",
]);

export function createFileState(
  file: Pick<FileState, "sessionId" | "agent" | "modifiedAt" | "latest" | "project" | "rules">,
): FileState {
  return {
    ...file,
    folder: null,
    queue: new PromptQueue(),
    uuid: null,
    lastAt: file.modifiedAt,
    sessions: new Set(),
    endings: new Map(),
  };
}

export function digestItems(items: readonly TranscriptItem[], state: FileState): Digest {
  const digest: Digest = { prompts: [], calls: [], taskOutputs: [], turns: [] };
  const turns = new Map<string, Turn>();
  items.forEach((item, index) => {
    const sessionId = sessionOf(item, state);
    if (sessionId === null) return;
    const at = timeOf(item, state);
    state.folder ??= item.cwd;
    state.queue.follow(item);
    const prompt = promptOf(item);
    if (prompt !== null) {
      state.uuid = validId(item.uuid, RECORD_ID);
      addPrompt(digest.prompts, sessionId, state.uuid, prompt, at);
    }
    if (TURN_ITEMS.has(item.kind)) countTurn(turns, sessionId, state.uuid, at, item.kind === "tool-call");
    if (!state.agent) trackEnding(state, sessionId, item);
    if (item.kind !== "tool-result") return;
    const toolUseId = validId(item.id, CALL_ID);
    if (toolUseId === null) return;
    if (item.call && isTaskOutputTool(item.call.tool)) addTaskOutput(digest, sessionId, item);
    const observation = observeResult(item, items[index + 1], {
      rules: state.rules,
      // A folder of another machine is no project here, but paths are still relative to it.
      projectDir: state.project.projectDir ?? state.folder,
    });
    if (observation === null) return;
    // A commit exists only once git has answered; parallel agents may wait for each other.
    const observedAt = item.call && observation.kind !== "commit" ? timeOf(item.call, state) : at;
    const place = { dir: state.project.projectDir, agentId: item.agentId, tree: null };
    digest.calls.push({ sessionId, toolUseId, at: observedAt, observation, place });
  });
  digest.turns = [...turns.values()];
  return digest;
}

/** For the end of the file: prompts that only the queue contained. */
export function digestQueue(state: FileState): PromptWithRequest[] {
  const prompts: PromptWithRequest[] = [];
  for (const item of state.queue.taken) {
    const sessionId = sessionOf(item, state);
    if (sessionId !== null) addPrompt(prompts, sessionId, null, item.text, timeOf(item, state));
  }
  return prompts;
}

function addPrompt(
  prompts: PromptWithRequest[],
  sessionId: string,
  uuid: string | null,
  text: string,
  at: number,
): void {
  const redacted = redactPrompt(text, FULL_REDACTOR);
  if (redacted) prompts.push({ sessionId, uuid, at, ...redacted });
}

/** Only output with results of checks. */
function addTaskOutput(digest: Digest, sessionId: string, { call, text }: ToolResult): void {
  const { taskId, output } = readTaskOutput({ input: call?.input, response: text });
  if (readTestRuns(output).length === 0) return;
  // Whole lines: half a secret would not be recognised.
  const from = output.indexOf("\n", output.length - MAX_OUTPUT) + 1;
  const end = output.length > MAX_OUTPUT ? output.slice(from) : output;
  digest.taskOutputs.push({ sessionId, taskId, output: redactAndShorten(end, MAX_OUTPUT) });
}

/** In the form in which hooks receive it. */
function promptOf(item: TranscriptItem): string | null {
  if (item.sidechain) return null;
  if (item.kind === "prompt") return item.text;
  if (item.kind === "plan-approval" && item.via === "resent") return `${RESENT_PLAN}\n\n${item.plan}`;
  return item.kind === "slash-command" && item.args !== "" ? `${item.name} ${item.args}` : null;
}

function countTurn(
  turns: Map<string, Turn>,
  sessionId: string,
  uuid: string | null,
  at: number,
  isCall: boolean,
): void {
  const key = `${sessionId} ${uuid}`;
  const turn = turns.get(key) ?? { sessionId, uuid, calls: 0, from: at, to: at };
  turns.set(key, turn);
  turn.calls += Number(isCall);
  turn.from = Math.min(turn.from, at);
  turn.to = Math.max(turn.to, at);
}

function trackEnding(state: FileState, sessionId: string, item: TranscriptItem): void {
  const ending = state.endings.get(sessionId) ?? new SessionEnding();
  state.endings.set(sessionId, ending);
  ending.follow(item);
}

function sessionOf(item: TranscriptItem, state: FileState): string | null {
  const stated = item.sessionId ?? state.sessionId;
  if (!isSessionId(stated)) return null;
  if (!state.sessions.has(stated) && state.sessions.size >= MAX_SESSIONS) return null;
  state.sessions.add(stated);
  return stated;
}

/** An implausible time is replaced by that of the previous record. */
function timeOf({ timestamp }: TranscriptItem, state: FileState): number {
  const isPlausible = timestamp !== null && timestamp >= EARLIEST && timestamp <= state.latest;
  if (isPlausible) state.lastAt = timestamp;
  return state.lastAt;
}

function validId(id: string | null, form: RegExp): string | null {
  return id !== null && form.test(id) ? id : null;
}

const MAX_TOOL = 200;
const MAX_REASON = 2000;
/** More characters than any observation shows. */
const MAX_SHOWN = 1000;
/** The client's text for a command that printed nothing. */
const NO_OUTPUT = /^(?:\(Bash completed with no output\)|Tool ran without output or errors)$/;
const CREATED = "File created successfully";

/**
 * The observation that hooks would have recorded; null when the result is not worth finding again.
 * `decision`: the next item, which may say what the person decided.
 */
function observeResult(
  result: ToolResult,
  decision: TranscriptItem | undefined,
  { rules, projectDir }: { rules: CaptureRules; projectDir: string | null },
): Observation | null {
  const { call, failure } = result;
  if (call === null) return null;
  const { input } = call;
  const tool = redactAndShorten(call.tool, MAX_TOOL);
  const redact = (texts: { input: unknown; response: unknown; error: string | null }) =>
    redactCall({ tool, agentId: null, projectDir, ...texts }, rules, FULL_REDACTOR);
  if (failure === "rejected") {
    if (decision?.kind !== "rejection" || decision.reason === null) return null;
    const refused = redact(shorten({ input, response: null, error: null }));
    const reason = redactAndShorten(decision.reason, MAX_REASON);
    return refused && observeRefusal(tool, refused.raw, refused.files, reason);
  }
  // Wrong use of a tool and technical failures say nothing about the work.
  if (result.isError && failure !== "command" && failure !== "other") return null;
  const error = result.isError ? result.text : null;
  if (isQuietCall({ tool, input, error })) return null;
  const texts = { input, response: error === null ? responseOf(call, result, decision) : null, error };
  // Any line of a command's output may matter.
  const redacted = redact(tool === "Bash" ? texts : shorten(texts));
  return redacted && observeRawCall(tool, redacted.raw, redacted.files);
}

/** Only the beginnings of texts are shown. */
function shorten<Texts>(texts: Texts): Texts {
  return mapTexts(texts, (text) => keepBeginning(text, MAX_SHOWN)) as Texts;
}

/** In the form in which hooks receive it, as far as it matters. */
function responseOf(call: ToolCall, result: ToolResult, decision: TranscriptItem | undefined): unknown {
  if (decision?.kind === "answers")
    return {
      answers: Object.fromEntries(decision.answers.map(({ question, answer }) => [question, answer])),
    };
  if (decision?.kind === "plan-approval") return { plan: decision.plan };
  if (result.agent) return { status: result.agent.status, content: result.agent.text };
  if (call.tool === "Write") return { type: result.text.startsWith(CREATED) ? "create" : "update" };
  // An edit's result only repeats the edit.
  if (result.changedFiles.length > 0 && call.tool !== "Bash") return {};
  return NO_OUTPUT.test(result.text.trim()) ? "" : result.text;
}
