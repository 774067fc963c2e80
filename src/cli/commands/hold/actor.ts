// Determines whose act a command is, and which session it comes from. Inside a session everything has the same environment
// and parent process, so the transcript decides: it shows a tool call while it runs, but what the person typed only after it
// has run.
import type { Environment } from "../../../config/environment.ts";
import { findAgentAncestor, isButtonPress } from "../../../platform/process/inspect-process.ts";
import { isSessionId } from "../../../protocol/claude-code/parse-event.ts";
import { findSession, liveSessionsWithin, MAX_SILENCE_MS, type SessionRow } from "../../../store/sessions.ts";
import { UserError } from "../../../text/user-error.ts";
import type { TranscriptItem } from "../../../transcript/item.ts";
import { MAX_LAG_MS, POLL_MS, readTail } from "../../../transcript/read-tail.ts";
import { isTypedCommand, runsCommand } from "../../../transcript/selectors/person-input.ts";
import { listSubagentFiles } from "../../../transcript/subagent-files.ts";
import type { ToolCall } from "../../../transcript/tool-item.ts";
import type { Caller } from "../../command.ts";
import { findProject, withStore } from "../../target.ts";

/** "agent": an agent other than Claude Code. "session": inside a session, but not recorded as Claude's tool call. */
export type Actor = "user" | "claude" | "agent" | "session";

export interface Act {
  /** Such as "unlock" or "cancel". */
  command: string;
  by: Actor;
  /** The session it was done in, when known. */
  sessionId: string | null;
  /** The transcript's length, if a later look will show whether the person typed the command. */
  transcriptFrom: number | null;
}

const MAX_BYTES = 2 * 1024 * 1024;
const TURN_STARTS = new Set<TranscriptItem["kind"]>(["prompt", "slash-command", "shell-command"]);

/** `what`: such as "only a person can grant trust". */
export function refuseAgents({ insideAgent }: Environment, what: string, hint: string): void {
  const ancestor = insideAgent ? null : findAgentAncestor();
  if (!insideAgent && ancestor === null) return;
  const where = ancestor === null ? "" : `, and ${ancestor} started this command`;
  throw new UserError("inside-claude", `${what}, not an agent${where}`, hint);
}

/** For acts that a person may do in a terminal inside another agent, but Claude may not. */
export function refuseClaude({ insideAgent }: Environment, what: string, hint: string): void {
  if (insideAgent) throw new UserError("inside-claude", `${what}, not Claude`, hint);
}

export async function findActor(
  env: Environment,
  projectDir: string,
  command: string,
  agentAbove: () => string | null = findAgentAncestor,
  isPressed: () => boolean = isButtonPress,
): Promise<Act> {
  const { insideAgent } = env;
  if (env.fromDashboard) return { command, by: "user", sessionId: env.sessionId, transcriptFrom: null };
  const hasVariables = insideAgent && env.sessionId !== null;
  // An agent among the parent processes proves nothing, because commands typed with `!` are its children too. But as
  // variables can be removed, it is enough reason to read the transcript.
  const above = hasVariables ? null : agentAbove();
  if (!insideAgent && above === "claude" && isPressed())
    return { command, by: "user", sessionId: env.sessionId, transcriptFrom: null };
  if (!hasVariables && above !== "claude") {
    const by = insideAgent ? "agent" : above === null ? "user" : "session";
    return { command, by, sessionId: null, transcriptFrom: null };
  }
  const session = await findActingSession(env, projectDir);
  const act = (by: Actor, transcriptFrom: number | null = null) => {
    return { command, by, sessionId: session?.session_id ?? env.sessionId, transcriptFrom };
  };
  const path = session?.transcript_path ?? null;
  if (path === null) return act("session");
  const { size } = Bun.file(path);
  const by = await findInLaggingTranscript(() => readActor(path, command, insideAgent));
  return by === null ? act("session", size) : act(by);
}

/** The client's transcript lags a little. */
async function findInLaggingTranscript<T>(find: () => Promise<T | null>): Promise<T | null> {
  for (const waitUntil = performance.now() + MAX_LAG_MS; ; await Bun.sleep(POLL_MS)) {
    const found = await find();
    if (found !== null || performance.now() >= waitUntil) return found;
  }
}

/** null without a store. */
async function findActingSession(env: Environment, projectDir: string): Promise<SessionRow | null> {
  const { sessionId } = env;
  return withStore(env, (store) => {
    if (sessionId !== null) return findSession(store, sessionId);
    return liveSessionsWithin(store, projectDir, Date.now() - MAX_SILENCE_MS)[0] ?? null;
  }).catch(() => null);
}

/**
 * null: no recorded Bash call could have run the command. `anyCall`: a pending call counts even if its text does not name
 * the command, because it may run a script.
 */
async function readActor(path: string, command: string, anyCall: boolean): Promise<"user" | "claude" | null> {
  const { items } = await readTail(path, { maxBytes: MAX_BYTES });
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
