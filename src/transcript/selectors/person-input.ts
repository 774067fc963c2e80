// Selects the person's prompts, and the commands of ours that the person typed.
import type { Prompt, QueuedPrompt, TranscriptItem } from "../item.ts";

/** Without slash commands. */
type PersonPrompt = Prompt | QueuedPrompt;

const MAX_QUEUED = 200;

/**
 * Every prompt once. A prompt typed while Claude worked is in the queue, and usually again where it became a turn; one that an
 * older client added to the running turn is only in the queue.
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
  /** Added to a running turn, and not repeated as a prompt so far. */
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

// Recognises a command of ours that the person typed into the session, with `!` or as a slash command.

/** `/orchestrator` is the older name of `/flow`. */
const OTHER_NAMES: Record<string, string> = { orchestrator: "flow" };

const GROUPS = new Set(["loop", "flow"]);

/** `shell`: a line for the shell. `command`: such as "unlock" or "flow approve". */
export function runsCommand(shell: string, command: string): boolean {
  return shell.replaceAll(/["']/g, "").replaceAll(/\s+/g, " ").includes(`holdfast ${command}`);
}

export function isTypedCommand(item: TranscriptItem, command: string): boolean {
  if (item.kind === "shell-command") return runsCommand(item.command, command);
  if (item.kind !== "slash-command") return false;
  const [name = "", verb] = command.split(" ");
  const typed = item.name.split(/[/:]/).at(-1) ?? "";
  const group = OTHER_NAMES[typed] ?? typed;
  // `/loop cancel`, carried out by `holdfast cancel`; with more words it is a task.
  if (verb === undefined && GROUPS.has(group)) return item.args === name || item.args.startsWith(`${name} -`);
  if (group !== name) return false;
  // Only `/flow approve` itself: with more words it is a task.
  return verb === undefined || item.args === verb || item.args.startsWith(`${verb} -`);
}
