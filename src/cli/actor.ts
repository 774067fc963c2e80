// Determines whose act a command is, and which session it comes from. What is missing is no evidence: without a sign of the person
// an act is "from inside the session or an unknown place". Inside a session everything has the same environment and parent
// process, so the transcript decides: it shows a tool call while it runs, but what the person typed only after it has run.
import type { Environment } from "../config/environment.ts";
import { isSessionId } from "../protocol/claude-code/parse-event.ts";
import { UNKNOWN_PLACE } from "../store/notices.ts";
import {
  findSession,
  findSessionSeenSince,
  liveSessionsWithin,
  MAX_SILENCE_MS,
  type SessionRow,
  transcriptSize,
} from "../store/sessions.ts";
import type { TranscriptItem } from "../transcript/item.ts";
import { MAX_LAG_MS, POLL_MS, readTail } from "../transcript/read-tail.ts";
import { isTypedCommand, runsCommand } from "../transcript/selectors/person-input.ts";
import { listSubagentFiles } from "../transcript/subagent-files.ts";
import type { ToolCall } from "../transcript/tool-item.ts";
import type { Caller } from "./command.ts";
import { findAgent, type ProcessView, REAL_PROCESSES } from "./person.ts";
import { findProject, withStore } from "./target.ts";

/** "agent": an agent other than Claude Code. "session": from inside the session or an unknown place. */
export type Actor = "user" | "claude" | "agent" | "session";

export interface Act {
  /** Such as "unlock" or "cancel". */
  command: string;
  by: Actor;
  /** When it was asked for: its effects come after that. */
  at: number;
  /** Whose act it is and where it was done, as the person is told: "by Claude", "at a terminal". */
  words: string;
  /** The session it was done in, when known. */
  sessionId: string | null;
  /** The transcript's length, if a later look will show whether the person typed the command. */
  transcriptFrom: number | null;
}

/** A process can give itself a terminal, so what is done there is still told. */
export const AT_TERMINAL = "at a terminal";

const WORDS: Record<Actor, string> = {
  user: "by you",
  claude: "by Claude",
  agent: "by an agent",
  session: UNKNOWN_PLACE,
};
const MAX_BYTES = 2 * 1024 * 1024;
/** How long a detached copy of a command waits for the record of what the person typed. */
const MAX_RECORD_MS = 10_000;
const TURN_STARTS = new Set<TranscriptItem["kind"]>(["prompt", "slash-command", "shell-command"]);

/** An agent above makes an act less the person's, and none above proves nothing: a process can leave its parents. */
export async function findActor(
  env: Environment,
  projectDir: string,
  command: string,
  given: Partial<ProcessView> = {},
): Promise<Act> {
  const { insideAgent } = env;
  const at = Date.now();
  const view = { ...REAL_PROCESSES, ...given };
  const act = (by: Actor, fields: Partial<Act> = {}): Act => {
    const words = WORDS[by];
    return { command, by, at, words, sessionId: env.sessionId, transcriptFrom: null, ...fields };
  };
  if (env.fromDashboard) return act("user", { words: "by you, in the dashboard" });
  const agent = findAgent(env, view.agentAbove);
  if (!insideAgent && agent === "claude" && view.isPressed())
    return act("user", { words: "by you, with a button" });
  if (agent !== "claude") {
    if (insideAgent) return act("agent");
    const isAtTerminal = agent === null && view.hasTerminal();
    return isAtTerminal
      ? act("user", { words: AT_TERMINAL, sessionId: null })
      : act("session", { sessionId: null });
  }
  const session = await findActingSession(env, projectDir);
  const sessionId = session?.session_id ?? env.sessionId;
  const path = session?.transcript_path ?? null;
  if (path === null) return act("session", { sessionId });
  const from = transcriptSize(path) ?? 0;
  const waitMs = env.awaitsRecord ? MAX_RECORD_MS : MAX_LAG_MS;
  const by = await findInLaggingTranscript(() => readActor(path, command, insideAgent, from), waitMs);
  return by === null ? act("session", { sessionId, transcriptFrom: from }) : act(by, { sessionId });
}

/** The client's transcript lags a little. */
async function findInLaggingTranscript<T>(
  find: () => Promise<T | null>,
  waitMs = MAX_LAG_MS,
): Promise<T | null> {
  for (const waitUntil = performance.now() + waitMs; ; await Bun.sleep(POLL_MS)) {
    const found = await find();
    if (found !== null || performance.now() >= waitUntil) return found;
  }
}

/** null without a store. */
async function findActingSession(env: Environment, projectDir: string): Promise<SessionRow | null> {
  const { sessionId } = env;
  return withStore(env, (store) => {
    if (sessionId !== null) return findSession(store, sessionId);
    return findSessionSeenSince(store, projectDir, Date.now() - MAX_SILENCE_MS);
  }).catch(() => null);
}

/**
 * null: neither a recorded Bash call nor the person could have run the command. `anyCall`: a pending call counts even if its
 * text does not name the command, because it may run a script. `from`: what the person typed for this act comes after it.
 */
async function readActor(
  path: string,
  command: string,
  anyCall: boolean,
  from: number,
): Promise<"user" | "claude" | null> {
  const { items } = await readTail(path, { maxBytes: MAX_BYTES });
  if (items.some((item) => item.offset >= from && isTypedCommand(item, command))) return "user";
  const runsIt = ({ input }: ToolCall) => runsCommand(String(input.command ?? ""), command);
  if (runningCalls(items).some((call) => (anyCall && !isInBackground(call)) || runsIt(call))) {
    const start = items.findLast(({ kind }) => TURN_STARTS.has(kind));
    // Claude carries out the person's slash command.
    return start?.kind === "slash-command" && isTypedCommand(start, command) ? "user" : "claude";
  }
  for (const agent of await listSubagentFiles(path)) {
    const { items: own } = await readTail(agent.path, { maxBytes: MAX_BYTES });
    if (runningCalls(own).some(runsIt)) return "claude";
  }
  return null;
}

/** Bash calls without a result, or still running in the background. */
function runningCalls(items: readonly TranscriptItem[]): ToolCall[] {
  const running = new Map<string, ToolCall>();
  for (const item of items) {
    if (item.kind === "tool-call" && item.tool === "Bash") running.set(item.id, item);
    const hasEnded =
      item.kind === "rejection" || (item.kind === "tool-result" && item.backgroundTaskId === null);
    if (hasEnded) running.delete(item.id);
    if (item.kind === "task-notification" && item.callId !== null) running.delete(item.callId);
    // An interrupt or a new prompt ends earlier calls, even if a killed client wrote no result.
    if (item.kind === "interrupt" || (item.kind === "prompt" && item.place === "turn-start"))
      for (const [id, call] of running) if (!isInBackground(call)) running.delete(id);
  }
  return [...running.values()];
}

function isInBackground({ input }: ToolCall): boolean {
  return input.run_in_background === true;
}

const MAX_CALL_BYTES = 512 * 1024;
const CALL_ID = /^[\w-]{1,128}$/;

/**
 * The session that an MCP call comes from; null if unknown. The client names a session when it starts the server, but /clear
 * and /resume switch to another one without restarting it.
 */
export async function findCallingSession(caller: Caller, callId: string): Promise<string | null> {
  const { sessionId } = caller.env;
  const started = sessionId !== null && isSessionId(sessionId) ? sessionId : null;
  const { startDir } = await findProject(caller);
  const found = await withStore(caller.env, (store) => ({
    first: started === null ? null : findSession(store, started),
    live: liveSessionsWithin(store, startDir, Date.now() - MAX_SILENCE_MS),
  })).catch(() => null); // The command itself reports a broken store.
  // No row: its hooks are off, or it has just begun.
  if (found === null || (started !== null && (found.first === null || found.first.ended_at === null)))
    return started;
  const { live } = found;
  const calling = CALL_ID.test(callId)
    ? await findInLaggingTranscript(async () => {
        for (const session of live) if (await hasCall(session, callId)) return session;
        return null;
      })
    : null;
  return (calling ?? (live.length === 1 ? live[0] : null))?.session_id ?? null;
}

async function hasCall({ transcript_path: path }: SessionRow, callId: string): Promise<boolean> {
  if (path === null) return false;
  const agents = await listSubagentFiles(path);
  for (const file of [path, ...agents.map((agent) => agent.path)]) {
    const { items } = await readTail(file, { maxBytes: MAX_CALL_BYTES });
    if (items.some((item) => item.kind === "tool-call" && item.id === callId)) return true;
  }
  return false;
}
