// An event of an agent other than Claude Code: its translation, its line in the session log, and our answer in its spelling.
import { dirname } from "node:path";
import type { Environment } from "../config/environment.ts";
import { databasePath, executablePath } from "../config/environment.ts";
import { loadConfig } from "../config/load-config.ts";
import { mayCapture } from "../config/place.ts";
import { pathExists } from "../platform/files.ts";
import { locateAgentLog } from "../protocol/agent-log.ts";
import { isStartedByShell } from "../protocol/agent-processes.ts";
import type { HookOutput } from "../protocol/claude-code/encode-answer.ts";
import type { EventName } from "../protocol/claude-code/events.ts";
import { isFromPerson, parseEventJson } from "../protocol/claude-code/parse-event.ts";
import { redactNames } from "../protocol/claude-code/redact-names.ts";
import type { Answer, HookEvent, PromptEvent, StopEvent, ToolEvent } from "../protocol/hook-event.ts";
import { type HostProtocol, loadProtocol, type Payload } from "../protocol/host-protocol.ts";
import type { Host } from "../protocol/hosts.ts";
import { folderOf, REGISTRATIONS } from "../protocol/registration.ts";
import { createToolEvent } from "../protocol/tool-event.ts";
import {
  type AgentEvidence,
  isAtRest,
  keepBack,
  openEvidence,
  takeShownPrompts,
} from "../recording/session-log/agent-evidence.ts";
import {
  answerRecords,
  callRecord,
  type LogRecord,
  recordsOf,
} from "../recording/session-log/log-records.ts";
import {
  appendLines,
  appendToSessionLog,
  formatRecords,
  type LogPlace,
  sessionLogPath,
} from "../recording/session-log/session-log.ts";
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
  /** What the agent can do, for the gates. */
  abilities: Pick<Environment, "maxHolds" | "showsMessages" | "wakesAgent">;
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
  const abilities = {
    maxHolds: findMaxHolds(env, host, protocol),
    showsMessages: protocol.showsMessages("Stop"),
    wakesAgent: false,
  };
  if (sessionId === null)
    return { event, missed: [], abilities, encode: async (...args) => protocol.encode(...args) };
  const place = await openLog(env, host, event, translated);
  const isProven =
    !isStartedByShell((variables) => protocol.isShell(variables, sessionId)) &&
    (name !== "Stop" || !place?.evidence || (await isAtRest(place.evidence)));
  const rename = renaming(env);
  const own = await completeEvent(env, protocol, event, place, rename);
  const missed = name === "Stop" && place !== null ? await findMissed(protocol, translated, place) : [];
  const source = { isProven, hasCallStart: protocol.readMissedEnds !== undefined };
  for (const each of missed) await write(env, place, each, recordsOf(each, source));
  const isKeptBack = isProven && own.name === "UserPromptSubmit" && isFromPerson(own);
  const writeAnswer = await (isKeptBack ? keepPromptBack : write)(env, place, own, recordsOf(own, source));
  const transcriptPath = place === null ? null : mainLogOf(env, sessionId);
  const logged = { ...own, transcriptPath };
  if ("agentTranscriptPath" in logged)
    logged.agentTranscriptPath = own.agentId === null ? null : (place?.path ?? null);
  return {
    event: logged,
    abilities,
    missed: missed.filter((each) => !isRunning(each)).map((each) => ({ ...each, transcriptPath })),
    async encode(eventName, answer) {
      const plain = plainAnswer(answer, rename);
      if (isProven) await writeAnswer(answerRecords(event, plain, protocol.showsMessages(eventName)));
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
  const begin = createToolEvent(event, { ...begun, tool: name, id, input });
  await write(env, await openLog(env, host, begin, call), begin, [callRecord({ id, name, input })]);
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

interface OpenLog extends LogPlace {
  /** null for a subagent, whose own log we do not read. */
  evidence: AgentEvidence | null;
}

/** null when the event can have no log. Lists a new session under its agent, and writes the prompts that its own log has by now. */
async function openLog(
  env: Environment,
  host: Host,
  event: HookEvent,
  { transcript_path: agentLog }: Payload,
): Promise<OpenLog | null> {
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
  const evidence = await orFault(env, event, null, async () => {
    if (agentId !== null) return null;
    const opened = openEvidence(dirname(main), locateAgentLog(host.id, sessionId, agentLog, env));
    await appendLines(main, await takeShownPrompts(opened));
    return opened;
  });
  return { path, event, projectDir, capture, now, evidence };
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

type WriteAnswer = (records: LogRecord[]) => Promise<void>;

/** Returns a function that writes what our answer adds. */
async function write(
  env: Environment,
  place: OpenLog | null,
  event: HookEvent,
  records: LogRecord[],
): Promise<WriteAnswer> {
  const append: WriteAnswer = async (added) => {
    if (place !== null) await orFault(env, event, null, () => appendToSessionLog({ ...place, event }, added));
  };
  await append(records);
  return append;
}

/** Until the agent's own log has the prompt, if it keeps one. */
async function keepPromptBack(
  env: Environment,
  place: OpenLog | null,
  event: HookEvent,
  records: LogRecord[],
): Promise<WriteAnswer> {
  const { evidence = null } = place ?? {};
  if (place === null || evidence === null || evidence.agentLog === null)
    return write(env, place, event, records);
  const format = (added: LogRecord[]) => formatRecords({ ...place, event }, added);
  const add = await orFault(env, event, null, async () =>
    keepBack(evidence, place.now, await format(records)),
  );
  return async (added) => void (await orFault(env, event, null, async () => add?.(await format(added))));
}

/** A log that cannot be read or written must not change the answer. */
async function orFault<T>(
  env: Environment,
  { name: event, sessionId }: HookEvent,
  otherwise: T,
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work();
  } catch (error) {
    await recordFault(env, { part: "session-log", message: errorMessage(error), event, sessionId });
    return otherwise;
  }
}
