// Follows the loops of a past session by the commands in its transcript, and the questions that Claude asked.
import { parseArgs } from "node:util";
import { isUnfinished } from "../../store/tasks.ts";
import type { TranscriptItem } from "../../transcript/item.ts";
import { splitCommand } from "../../transcript/selectors/shell-command.ts";
import type { PastSession } from "../engine/gate.ts";
import { addQuestion } from "../engine/questions.ts";
import { findLoop, insertLoop, resumeLoop, setLoopStatus } from "./rows.ts";
import { DEFAULT_ITERATIONS, DEFAULT_MINUTES } from "./state-file.ts";

/** Commands of Claude in its shell, or of the person with `!`. */
export function followLoopCommands(past: PastSession, item: TranscriptItem): void {
  const command = shellCommand(item);
  if (!command?.includes("holdfast")) return;
  for (const words of splitCommand(command) ?? []) {
    const [program = "", group, action = ""] = words;
    if (program.split("/").at(-1) !== "holdfast") continue;
    if (group === "loop") runLoopCommand(past, action, words.slice(3), item.timestamp ?? 0);
    if (group === "ask") addQuestion(past.store, past.sessionId, action, item.timestamp ?? 0);
  }
}

function shellCommand(item: TranscriptItem): string | null {
  if (item.kind === "shell-command") return item.command;
  if (item.kind !== "tool-result" || item.isError || item.call?.tool !== "Bash") return null;
  const { command } = item.call.input;
  return typeof command === "string" ? command : null;
}

function runLoopCommand({ store, sessionId }: PastSession, action: string, args: string[], at: number): void {
  const options = parseOptions(args);
  if (options === null) return;
  if (action === "start" && options.task !== null) {
    const { task, verify, promise } = options;
    insertLoop(store, {
      session_id: sessionId,
      project_dir: "",
      task,
      verify,
      promise,
      max_iterations: options.maxIterations ?? DEFAULT_ITERATIONS,
      max_minutes: options.maxMinutes ?? DEFAULT_MINUTES,
      started_by: "claude",
      created_at: at,
    });
  }
  const row = findLoop(store, sessionId);
  if (row === null || !isUnfinished(row)) return;
  if (action === "done") setLoopStatus(store, sessionId, { status: "done", why: null, at });
  if (action === "cancel") setLoopStatus(store, sessionId, { status: "cancelled", why: null, at });
  if (action === "resume")
    resumeLoop(store, sessionId, { maxIterations: options.maxIterations ?? row.max_iterations, at });
}

/** null for arguments that holdfast would have rejected. */
function parseOptions(args: string[]) {
  try {
    const { values, positionals } = parseArgs({
      args,
      allowPositionals: true,
      strict: false,
      options: {
        verify: { type: "string" },
        promise: { type: "string" },
        "max-iterations": { type: "string" },
        "max-minutes": { type: "string" },
        session: { type: "string" },
        project: { type: "string" },
      },
    });
    // An option without its value.
    if (Object.values(values).includes(true)) return null;
    return {
      task: positionals[0] ?? null,
      verify: textOf(values.verify),
      promise: textOf(values.promise),
      maxIterations: countOf(values["max-iterations"]),
      maxMinutes: countOf(values["max-minutes"]),
    };
  } catch {
    return null; // The parser rejects it.
  }
}

function textOf(value: unknown): string | null {
  return typeof value === "string" ? value : null;
}

function countOf(value: unknown): number | null {
  const number = Number(value);
  return Number.isInteger(number) && number > 0 ? number : null;
}
