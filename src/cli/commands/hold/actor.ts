// Whose act a command is. Inside a session everything runs with the same variables; what tells Claude's own from the
// person's is the transcript. A call of the Bash tool is on record while it runs; what the person typed is written down
// only after it has run.
import type { Environment } from "../../../config/environment.ts";
import { findSession } from "../../../store/sessions.ts";
import type { TranscriptItem } from "../../../transcript/item.ts";
import { readTail } from "../../../transcript/read-tail.ts";
import { isTypedCommand, runsCommand } from "../../../transcript/selectors/typed-command.ts";
import { listSubagentFiles } from "../../../transcript/subagent-files.ts";
import type { ToolCall } from "../../../transcript/tool-item.ts";
import { MAX_LAG_MS, POLL_MS } from "../../../transcript/turn-end.ts";
import { withStore } from "../../target.ts";

/** "agent": another one than Claude Code. "session": from inside a session, and not on record as a call of Claude's. */
export type Actor = "user" | "claude" | "agent" | "session";

export interface Act {
  /** Such as "unlock" or "flow cancel". */
  command: string;
  by: Actor;
  /** Where the transcript ended, when it will show whether the person typed it. */
  transcriptFrom: number | null;
}

const MAX_BYTES = 2 * 1024 * 1024;
const TURN_STARTS = new Set<TranscriptItem["kind"]>(["prompt", "slash-command", "shell-command"]);

export async function findActor(env: Environment, command: string): Promise<Act> {
  const act = (by: Actor, transcriptFrom: number | null = null) => ({ command, by, transcriptFrom });
  if (!env.insideAgent) return act("user");
  const { sessionId } = env;
  if (sessionId === null) return act("agent");
  // Without a store or a transcript nothing is on record.
  const session = await withStore(env, (store) => findSession(store, sessionId)).catch(() => null);
  const path = session?.transcript_path ?? null;
  if (path === null) return act("session");
  const { size } = Bun.file(path);
  // The client writes a little behind what it does.
  for (const waitUntil = performance.now() + MAX_LAG_MS; ; await Bun.sleep(POLL_MS)) {
    const by = await readActor(path, command);
    if (by !== null) return act(by);
    if (performance.now() >= waitUntil) return act("session", size);
  }
}

/** null: no call of the Bash tool is on record that could have run the command. */
async function readActor(path: string, command: string): Promise<"user" | "claude" | null> {
  const { items } = await readTail(path, { maxBytes: MAX_BYTES });
  const runsIt = ({ input }: ToolCall) => runsCommand(String(input.command ?? ""), command);
  if (runningCalls(items).some((call) => !isInBackground(call) || runsIt(call))) {
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
