// An event of an agent other than Claude Code: its translation, its line in the session log, and our answer in its spelling.
import type { Environment } from "../config/environment.ts";
import { databasePath, executablePath } from "../config/environment.ts";
import { loadConfig } from "../config/load-config.ts";
import { mayCapture } from "../config/place.ts";
import { pathExists } from "../platform/files.ts";
import { isStartedByShell } from "../protocol/agent-processes.ts";
import type { HookOutput } from "../protocol/claude-code/encode-answer.ts";
import type { EventName } from "../protocol/claude-code/events.ts";
import { parseEventJson } from "../protocol/claude-code/parse-event.ts";
import { redactNames } from "../protocol/claude-code/redact-names.ts";
import type { Answer, HookEvent, PromptEvent, StopEvent, ToolEvent } from "../protocol/hook-event.ts";
import { type HostProtocol, loadProtocol, type Payload } from "../protocol/host-protocol.ts";
import type { Host } from "../protocol/hosts.ts";
import { folderOf, REGISTRATIONS } from "../protocol/registration.ts";
import { createToolEvent } from "../protocol/tool-event.ts";
import { answerRecords, callRecord, recordsOf } from "../recording/session-log/log-records.ts";
import { appendToSessionLog, type LogPlace, sessionLogPath } from "../recording/session-log/session-log.ts";
import { recordFault } from "../store/fault-log.ts";
import { inTransaction, openLedger } from "../store/open.ts";
import { touchSession } from "../store/sessions.ts";
import { quoteForShell } from "../text/printable.ts";
import { redactionTime } from "../text/redaction/time-limit.ts";
import { errorMessage, isRecord } from "../text/unknown-values.ts";
import { readTail } from "../transcript/read-tail.ts";
import { markOwnReason } from "./own-reason.ts";

export interface HostEvent {
  event: HookEvent;
  /** Calls before it that have ended without an event. */
  missed: HookEvent[];
  /** How often the agent lets a turn be held, one time after the other. */
  maxHolds: number;
  encode(name: EventName, answer: Answer): Promise<HookOutput>;
}

/** For the log. Capture has a time of its own after it. */
const MAX_REDACTION_MS = 1_000;
const MAX_TAIL_BYTES = 256 * 1024;
const MAX_MISSED = 100;

/** null for an event that says nothing, or that another entry of ours handles. */
export async function openHostEvent(
  env: Environment,
  host: Host,
  payload: unknown,
): Promise<HostEvent | null> {
  redactionTime.leftMs = MAX_REDACTION_MS;
  const protocol = await loadProtocol(host.id);
  if (protocol === null || !isRecord(payload)) return null;
  const translated = await protocol.translate(payload);
  const event = translated === null ? null : await readEvent(translated);
  if (translated === null || event === null) return null;
  if (event.name === "other") return logCallStart(env, host, event, translated);
  const { name, sessionId } = event;
  const maxHolds = findMaxHolds(env, host, protocol);
  if (sessionId === null)
    return { event, missed: [], maxHolds, encode: async (...args) => protocol.encode(...args) };
  const isProven = !isStartedByShell((variables) => protocol.isShell(variables, sessionId));
  const place = await openLog(env, host, event);
  const rename = renaming(env);
  const own = await completeEvent(env, protocol, event, place, rename);
  const missed = name === "Stop" && place !== null ? await findMissed(protocol, translated, place) : [];
  const hasCallStart = protocol.readMissedEnds !== undefined;
  if (place !== null)
    for (const each of [...missed, own])
      await write(env, { ...place, event: each }, recordsOf(each, { isProven, hasCallStart }));
  const transcriptPath = place === null ? null : mainLogOf(env, sessionId);
  const logged = { ...own, transcriptPath };
  if ("agentTranscriptPath" in logged)
    logged.agentTranscriptPath = own.agentId === null ? null : (place?.path ?? null);
  return {
    event: logged,
    maxHolds,
    missed: missed.filter((each) => !isRunning(each)).map((each) => ({ ...each, transcriptPath })),
    async encode(eventName, answer) {
      const plain = plainAnswer(answer, rename);
      if (isProven && place !== null)
        await write(env, place, answerRecords(event, plain, protocol.showsMessages(eventName)));
      return protocol.encode(eventName, plain);
    },
  };
}

function findMaxHolds(env: Environment, { id }: Host, { maxHolds }: HostProtocol): number {
  const registration = REGISTRATIONS.find((one) => one.id === id);
  return registration && maxHolds
    ? maxHolds(process.env, folderOf(registration, env))
    : Number.POSITIVE_INFINITY;
}

async function readEvent(translated: Payload): Promise<HookEvent | null> {
  const parsed = parseEventJson(translated);
  return parsed.ok ? redactNames(parsed.event) : null;
}

/** A call that begins: some have no other event. */
async function logCallStart(env: Environment, host: Host, event: HookEvent, call: Payload): Promise<null> {
  const { hook_event_name, tool_use_id: id, tool_name: name, tool_input: input } = call;
  if (hook_event_name !== "PreToolUse" || typeof id !== "string" || typeof name !== "string") return null;
  const begun = { response: null, error: null, durationMs: null, isInterrupted: false };
  const place = await openLog(env, host, createToolEvent(event, { ...begun, tool: name, id, input }));
  if (place !== null) await write(env, place, [callRecord({ id, name, input })]);
  return null;
}

/** The ends of calls that the log has only the beginning of, and once what has gone on in the background. */
async function findMissed(
  { readMissedEnds }: HostProtocol,
  payload: Payload,
  { path }: LogPlace,
): Promise<HookEvent[]> {
  if (readMissedEnds === undefined || !pathExists(path)) return [];
  const { items } = await readTail(path, { maxBytes: MAX_TAIL_BYTES });
  const open = new Map<string, { isRunning: boolean }>();
  for (const item of items) {
    if (item.kind === "tool-call") open.set(item.id, { isRunning: false });
    else if (item.kind === "tool-result" && item.backgroundTaskId !== null)
      open.set(item.id, { isRunning: true });
    else if (item.kind === "tool-result" || item.kind === "rejection") open.delete(item.id);
  }
  if (open.size === 0) return [];
  const ends = await readMissedEnds(payload, [...open.keys()].slice(-MAX_MISSED));
  const events = (await Promise.all(ends.map(readEvent))).filter((event) => event !== null);
  return events.filter((event) => !isRunning(event) || open.get(event.toolUseId ?? "")?.isRunning === false);
}

function isRunning(event: HookEvent): event is ToolEvent {
  return "backgroundTaskId" in event && event.backgroundTaskId !== null;
}

/** The log's place; null when it cannot have one. Lists a new session under its agent. */
async function openLog(env: Environment, host: Host, event: HookEvent): Promise<LogPlace | null> {
  const { sessionId, agentId, cwd } = event;
  if (sessionId === null) return null;
  const path = sessionLogPath(env, sessionId, agentId);
  const main = mainLogOf(env, sessionId);
  if (path === null || main === null) return null;
  const projectDir = env.projectDir ?? cwd;
  const now = Date.now();
  if (!pathExists(main)) {
    const store = await openLedger(databasePath(env));
    const session = { sessionId, projectDir, transcriptPath: main, at: now, toolCalls: 0, agent: host.id };
    inTransaction(store, () => touchSession(store, session));
  }
  const { config } = await loadConfig(env, projectDir);
  const capture = mayCapture({ env, projectDir }, config) ? config.capture : null;
  return { path, event, projectDir, capture, now };
}

const mainLogOf = (env: Environment, sessionId: string) => sessionLogPath(env, sessionId, null);

/** What the event does not have, but the log or the store does. */
async function completeEvent(
  env: Environment,
  protocol: HostProtocol,
  event: HookEvent,
  place: LogPlace | null,
  rename: Renaming,
): Promise<HookEvent> {
  if (event.name === "UserPromptSubmit") return completePrompt(env, event, rename);
  if (event.name === "Stop" && protocol.repeatsMessages && place !== null)
    return withoutEarlier(event, place.path);
  return event;
}

/** Each prompt of a person has an id, because only the log tells two equal ones apart. */
async function completePrompt(
  env: Environment,
  event: PromptEvent,
  { toName }: Renaming,
): Promise<PromptEvent> {
  const marked = markOwnReason(await openLedger(databasePath(env)), {
    ...event,
    prompt: toName(event.prompt),
  });
  return { ...marked, promptId: marked.promptId ?? crypto.randomUUID() };
}

async function withoutEarlier(event: StopEvent, path: string): Promise<StopEvent> {
  const { items } = await readTail(path, { maxBytes: MAX_TAIL_BYTES });
  const start = items.findLastIndex(({ kind }) => kind === "prompt");
  let message = event.lastAssistantMessage;
  for (const item of items.slice(start + 1))
    if (item.kind === "assistant-text" && message.startsWith(`${item.text}\n`))
      message = message.slice(item.text.length + 1);
  return { ...event, lastAssistantMessage: message };
}

/** Without what only Claude Code has: other ways to give an answer, our slash commands, our folder on PATH. */
function plainAnswer(answer: Answer, rename: Renaming): Answer {
  if (answer.kind === "silent") return answer;
  const plain = answer.message?.replaceAll(/\/holdfast:([a-z]+)/g, "`! holdfast $1`") ?? "";
  if (answer.kind === "tell") return { kind: "tell", message: rename.toPath(plain) };
  const message = plain ? { message: rename.toPath(plain) } : {};
  if (answer.kind === "context")
    return { kind: "context", context: rename.toPath(answer.context), ...message };
  return { kind: "refuse", reason: rename.toPath(answer.reason), ...message };
}

/** Of our command, in what an agent is told to run, and back. */
interface Renaming {
  toPath(text: string): string;
  toName(text: string): string;
}

function renaming(env: Environment): Renaming {
  const path = executablePath(env);
  const isNeeded = pathExists(path) && Bun.which("holdfast", { PATH: env.path }) === null;
  if (!isNeeded) return { toPath: (text) => text, toName: (text) => text };
  const command = quoteForShell(path);
  return {
    toPath: (text) => text.replaceAll(/`(! )?holdfast /g, (_, bang = "") => `\`${bang}${command} `),
    toName: (text) => text.replaceAll(`${command} `, "holdfast "),
  };
}

/** A log that cannot be written must not change the answer. */
async function write(
  env: Environment,
  place: LogPlace,
  records: Parameters<typeof appendToSessionLog>[1],
): Promise<void> {
  try {
    await appendToSessionLog(place, records);
  } catch (error) {
    const { name: event, sessionId } = place.event;
    await recordFault(env, { part: "session-log", message: errorMessage(error), event, sessionId });
  }
}
