// What the person said, and which commands of ours they typed.
import type { Prompt, QueuedPrompt, TranscriptItem } from "../item.ts";

/** Slash commands are not among them. */
type PersonPrompt = Prompt | QueuedPrompt;

const MAX_QUEUED = 200;

/**
 * Every prompt once. One typed while Claude worked is in the queue, and mostly again where it became a turn; one that an
 * older client took into the running turn is in the queue alone.
 */
export function personPrompts(items: Iterable<TranscriptItem>): PersonPrompt[] {
  const queue = new PromptQueue();
  const prompts: Prompt[] = [];
  for (const item of items) {
    queue.follow(item);
    if (item.kind === "prompt") prompts.push(item);
  }
  const onlyQueued = queue.taken.filter((queued) => !isRepeated(queued, prompts));
  return [...prompts, ...onlyQueued].toSorted((a, b) => a.offset - b.offset);
}

/** Prompts typed while Claude worked. */
export class PromptQueue {
  /** Taken into a running turn, and not seen again so far. */
  taken: QueuedPrompt[] = [];
  /** null for a notification in the same queue. */
  #waiting: (QueuedPrompt | null)[] = [];

  follow(item: TranscriptItem): void {
    if (item.kind === "queued-prompt") this.#waiting.push(item);
    else if (item.kind === "task-notification" && item.via === "queue") this.#waiting.push(null);
    else if (item.kind === "prompt")
      this.taken = this.taken.filter(({ text }) => text.trim() !== item.text.trim());
    else if (item.kind === "queue-change" && item.operation === "pop-all")
      this.#waiting = this.#waiting.filter((entry) => entry === null);
    else if (item.kind === "queue-change") {
      const named = this.#waiting.findIndex((entry) => entry !== null && entry.text === item.text);
      const [next] = this.#waiting.splice(Math.max(0, named), 1);
      if (next && item.operation === "remove" && !next.text.startsWith("/")) this.taken.push(next);
    }
    if (this.#waiting.length > MAX_QUEUED) this.#waiting.shift();
    if (this.taken.length > MAX_QUEUED) this.taken.shift();
  }
}

function isRepeated(queued: QueuedPrompt, prompts: Prompt[]): boolean {
  return prompts.some(({ text, offset }) => offset > queued.offset && text.trim() === queued.text.trim());
}

// Whether the person typed a command of ours into the session, with `!` or as a slash command.

/** `/orchestrator` is the older name of `/flow`. */
const OTHER_NAMES: Record<string, string> = { orchestrator: "flow" };

/** `shell`: a line for the shell. `command`: such as "unlock" or "flow cancel". */
export function runsCommand(shell: string, command: string): boolean {
  return shell.replaceAll(/["']/g, "").replaceAll(/\s+/g, " ").includes(`holdfast ${command}`);
}

export function isTypedCommand(item: TranscriptItem, command: string): boolean {
  if (item.kind === "shell-command") return runsCommand(item.command, command);
  if (item.kind !== "slash-command") return false;
  const [name = "", verb] = command.split(" ");
  const typed = item.name.split(/[/:]/).at(-1) ?? "";
  if ((OTHER_NAMES[typed] ?? typed) !== name) return false;
  // `/loop cancel` alone: with more words it is a task.
  return verb === undefined || item.args === verb || item.args.startsWith(`${verb} -`);
}
