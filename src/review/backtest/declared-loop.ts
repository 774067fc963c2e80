// A loop that was started in the session itself: by Claude in its shell, or by the person with `!`.
import { parseArgs } from "node:util";
import type { TranscriptItem } from "../../transcript/item.ts";
import { splitCommand } from "../../transcript/selectors/split-command.ts";

export interface DeclaredLoop {
  /** The place of the command that started it, or went on with it. */
  id: string;
  task: string;
  promise: string | null;
  /** Whether a command decides: what it would have said is not known. */
  hasVerify: boolean;
  maxIterations: number | null;
  maxMinutes: number | null;
}

/** The loop after this item; `before` when the item says nothing of one. */
export function followLoop(before: DeclaredLoop | null, item: TranscriptItem): DeclaredLoop | null {
  const command = commandOf(item);
  if (!command?.includes("holdfast")) return before;
  let loop = before;
  for (const words of splitCommand(command) ?? []) {
    const [program = "", group, action] = words;
    if (program.split("/").at(-1) !== "holdfast" || group !== "loop") continue;
    const id = String(item.offset);
    if (action === "start") loop = readStart(words.slice(3), id) ?? loop;
    else if (action === "done" || action === "cancel") loop = null;
    else if (action === "resume" && loop) loop = { ...loop, id };
  }
  return loop;
}

function commandOf(item: TranscriptItem): string | null {
  if (item.kind === "shell-command") return item.command;
  if (item.kind !== "tool-result" || item.isError || item.call?.tool !== "Bash") return null;
  const { command } = item.call.input;
  return typeof command === "string" ? command : null;
}

function readStart(words: string[], id: string): DeclaredLoop | null {
  try {
    const { values, positionals } = parseArgs({
      args: words,
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
    return {
      id,
      task: positionals[0] ?? "",
      promise: typeof values.promise === "string" ? values.promise : null,
      hasVerify: values.verify !== undefined,
      maxIterations: countOf(values["max-iterations"]),
      maxMinutes: countOf(values["max-minutes"]),
    };
  } catch {
    return null; // Not a call that holdfast would have taken.
  }
}

function countOf(value: unknown): number | null {
  const number = Number(value);
  return Number.isInteger(number) && number > 0 ? number : null;
}
