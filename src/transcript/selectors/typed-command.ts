// Whether the person typed a command of ours into the session, with `!` or as a slash command.
import type { TranscriptItem } from "../item.ts";

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
