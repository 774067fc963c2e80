// Turns the items of a transcript into prompts, calls and turns, with the events that hooks would have brought.
import { isSessionId } from "../../protocol/claude-code/parse-event.ts";
import type { ToolEvent } from "../../protocol/hook-event.ts";
import { promptTextOf, toolEventOf } from "../../transcript/events.ts";
import type { TranscriptItem } from "../../transcript/item.ts";
import { PromptQueue } from "../../transcript/selectors/person-input.ts";
import type { ToolResult } from "../../transcript/tool-item.ts";
import { redactPrompt } from "../capture/capture-prompt.ts";
import { bashCommandOf, type Call, type CaptureRules, callOf, redactCall } from "../capture/redact-call.ts";
import { FULL_REDACTOR, redactAndShorten } from "../capture/redact-fully.ts";
import { isQuietCall, observeRefusal } from "../observations/observe-call.ts";
import { type CallRecord, readCall } from "../observations/record-call.ts";
import { SessionEnding } from "../observations/session-ending.ts";
import type { RecordedPrompt } from "../record.ts";
import { findCheckFolder } from "../runs/read-check-place.ts";
import { isTaskOutputTool } from "../runs/run-rows.ts";
import { type ConfiguredChecks, runsChecks } from "../runs/static-checks.ts";
import { readTasks } from "../tasks/record-tasks.ts";
import type { SessionBatch, SessionProject, Turn } from "./read-session.ts";

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
  configured: ConfiguredChecks;
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

type Digest = Pick<SessionBatch, "prompts" | "calls" | "turns">;

/** More than any real transcript has. */
const MAX_SESSIONS = 100;
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
  file: Pick<FileState, "sessionId" | "agent" | "modifiedAt" | "latest" | "project" | "rules" | "configured">,
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

export async function digestItems(items: readonly TranscriptItem[], state: FileState): Promise<Digest> {
  const digest: Digest = { prompts: [], calls: [], turns: [] };
  const turns = new Map<string, Turn>();
  for (const [index, item] of items.entries()) {
    const sessionId = sessionOf(item, state);
    if (sessionId === null) continue;
    const at = timeOf(item, state);
    state.folder ??= item.cwd;
    state.queue.follow(item);
    const prompt = promptTextOf(item);
    if (prompt !== null) {
      state.uuid = validId(item.uuid, RECORD_ID);
      addPrompt(digest.prompts, sessionId, state.uuid, prompt, at);
    }
    const event = item.kind === "tool-result" ? toolEventOf(item) : null;
    if (TURN_ITEMS.has(item.kind) || event) countTurn(turns, sessionId, state.uuid, at, event !== null);
    if (!state.agent) trackEnding(state, sessionId, item);
    if (item.kind !== "tool-result" || validId(item.id, CALL_ID) === null) continue;
    // A folder of another machine is no project here, but paths are still relative to it.
    const projectDir = state.project.projectDir ?? state.folder;
    const call = event && callWorthFinding(event, projectDir);
    const command = call && bashCommandOf(call);
    if (call && command && runsChecks(command)) {
      const dir = await findCheckFolder(command, event.cwd ?? projectDir, projectDir);
      call.checkPlace = { dir, tree: null, isCertain: false };
    }
    const record = event
      ? call && readFinished(call, state)
      : readRefusal(item, items[index + 1], projectDir, state.rules);
    const tasks = event?.taskReport ? readTasks(event.taskReport) : null;
    if (record === null && tasks === null) continue;
    const calledAt = item.call ? timeOf(item.call, state) : at;
    digest.calls.push({ sessionId, toolUseId: item.id, calledAt, answeredAt: at, record, tasks });
  }
  digest.turns = [...turns.values()];
  return digest;
}

/** For the end of the file: prompts that only the queue contained. */
export function digestQueue(state: FileState): RecordedPrompt[] {
  const prompts: RecordedPrompt[] = [];
  for (const item of state.queue.taken) {
    const sessionId = sessionOf(item, state);
    if (sessionId !== null) addPrompt(prompts, sessionId, null, item.text, timeOf(item, state));
  }
  return prompts;
}

function addPrompt(
  prompts: RecordedPrompt[],
  sessionId: string,
  uuid: string | null,
  text: string,
  at: number,
): void {
  const redacted = redactPrompt(text, FULL_REDACTOR);
  if (redacted) prompts.push({ sessionId, promptId: null, uuid, at, ...redacted });
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
  if (state.sessions.has(stated)) return stated;
  if (!isSessionId(stated) || state.sessions.size >= MAX_SESSIONS) return null;
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

/** null when it is not. */
function callWorthFinding(event: ToolEvent, projectDir: string | null): Call | null {
  const call = callOf(event, projectDir, null);
  if (isQuietCall(call) && !isTaskOutputTool(call.tool)) return null;
  call.tool = redactAndShorten(call.tool, MAX_TOOL);
  return call;
}

/** What the hooks would have recorded. */
function readFinished(
  call: Call,
  { rules, configured }: Pick<FileState, "rules" | "configured">,
): CallRecord | null {
  const redacted = redactCall(call, rules, FULL_REDACTOR);
  return redacted && readCall(call.tool, redacted.raw, redacted.files, configured);
}

/** The client sends no event for a call that the person refused. Only a reason is worth finding again. */
function readRefusal(
  { call }: ToolResult,
  decision: TranscriptItem | undefined,
  projectDir: string | null,
  rules: CaptureRules,
): CallRecord | null {
  if (call === null || decision?.kind !== "rejection" || decision.reason === null) return null;
  const tool = redactAndShorten(call.tool, MAX_TOOL);
  const about = { tool, agentId: null, projectDir, input: call.input, response: null, error: null };
  const redacted = redactCall(about, rules, FULL_REDACTOR);
  if (redacted === null) return null;
  const reason = redactAndShorten(decision.reason, MAX_REASON);
  return {
    observation: observeRefusal(tool, redacted.raw, redacted.files, reason),
    place: { dir: null, agentId: null, tree: null },
    taskOutput: null,
  };
}
