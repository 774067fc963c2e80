// Whose act a command is. Inside a session everything runs with the same variables and below the same client; what tells
// Claude's own from the person's is the transcript. A call of the Bash tool is on record while it runs; what the person typed is written down
// only after it has run.
import type { Environment } from "../../../config/environment.ts";
import { findAgentAncestor, isButtonPress } from "../../../platform/process/other-processes.ts";
import { findSession, liveSessionsWithin, type SessionRow } from "../../../store/sessions.ts";
import { UserError } from "../../../text/user-error.ts";
import type { TranscriptItem } from "../../../transcript/item.ts";
import { MAX_LAG_MS, POLL_MS, readTail } from "../../../transcript/read-tail.ts";
import { isTypedCommand, runsCommand } from "../../../transcript/selectors/person-input.ts";
import { listSubagentFiles } from "../../../transcript/subagent-files.ts";
import type { ToolCall } from "../../../transcript/tool-item.ts";
import { MAX_SILENCE_MS, withStore } from "../../target.ts";

/** "agent": another one than Claude Code. "session": from inside a session, and not on record as a call of Claude's. */
export type Actor = "user" | "claude" | "agent" | "session";

export interface Act {
  /** Such as "unlock" or "flow cancel". */
  command: string;
  by: Actor;
  /** The session it was done in, when known. */
  sessionId: string | null;
  /** Where the transcript ended, when it will show whether the person typed it. */
  transcriptFrom: number | null;
}

const MAX_BYTES = 2 * 1024 * 1024;
const TURN_STARTS = new Set<TranscriptItem["kind"]>(["prompt", "slash-command", "shell-command"]);

/** `what`: a sentence without its end, such as "only a person gives trust". */
export function refuseAgents({ insideAgent }: Environment, what: string, hint: string): void {
  const ancestor = insideAgent ? null : findAgentAncestor();
  if (!insideAgent && ancestor === null) return;
  const where = ancestor === null ? "" : `, and ${ancestor} started this command`;
  throw new UserError("inside-claude", `${what}, not an agent${where}`, hint);
}

/** For what a person at a terminal may do below an agent, but Claude may not. */
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
  // An agent above us proves nothing, because what is typed with `!` is its child, too. But variables can be taken away:
  // then the transcript has to be asked all the same.
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
  // The client writes a little behind what it does.
  for (const waitUntil = performance.now() + MAX_LAG_MS; ; await Bun.sleep(POLL_MS)) {
    const by = await readActor(path, command, insideAgent);
    if (by !== null) return act(by);
    if (performance.now() >= waitUntil) return act("session", size);
  }
}

/** Without a store nothing is on record. */
async function findActingSession(env: Environment, projectDir: string): Promise<SessionRow | null> {
  const { sessionId } = env;
  return withStore(env, (store) => {
    if (sessionId !== null) return findSession(store, sessionId);
    return liveSessionsWithin(store, projectDir, Date.now() - MAX_SILENCE_MS)[0] ?? null;
  }).catch(() => null);
}

/**
 * null: no call of the Bash tool is on record that could have run the command. `anyCall`: a call that is waited for counts
 * although its words do not name the command; a script may.
 */
async function readActor(path: string, command: string, anyCall: boolean): Promise<"user" | "claude" | null> {
  const { items } = await readTail(path, { maxBytes: MAX_BYTES });
  const runsIt = ({ input }: ToolCall) => runsCommand(String(input.command ?? ""), command);
  if (runningCalls(items).some((call) => (anyCall && !isInBackground(call)) || runsIt(call))) {
    const start = items.findLast(({ kind }) => TURN_STARTS.has(kind));
    // Claude does what the person's slash command says.
    return start?.kind === "slash-command" && isTypedCommand(start, command) ? "user" : "claude";
  }
  for (const agent of await listSubagentFiles(path)) {
    const { items: own } = await readTail(agent.path, { maxBytes: MAX_BYTES });
    if (runningCalls(own).some(runsIt)) return "claude";
  }
  return null;
}

/** Of the Bash tool, without a result yet or still running in the background. */
function runningCalls(items: readonly TranscriptItem[]): ToolCall[] {
  const running = new Map<string, ToolCall>();
  for (const item of items) {
    if (item.kind === "tool-call" && item.tool === "Bash") running.set(item.id, item);
    const isOver =
      item.kind === "rejection" || (item.kind === "tool-result" && item.backgroundTaskId === null);
    if (isOver) running.delete(item.id);
    if (item.kind === "task-notification" && item.callId !== null) running.delete(item.callId);
    // Whatever ran was stopped; a client that was killed has written no result.
    if (item.kind === "interrupt" || (item.kind === "prompt" && item.place === "turn-start"))
      for (const [id, call] of running) if (!isInBackground(call)) running.delete(id);
  }
  return [...running.values()];
}

function isInBackground({ input }: ToolCall): boolean {
  return input.run_in_background === true;
}
