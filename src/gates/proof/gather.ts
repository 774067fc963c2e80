// The command in the `verify:` line of a task's description, run when a person vouched for that very command.

import type { GatedEvent } from "../../protocol/hook-event.ts";
import type { HookContext } from "../../store/event-context.ts";
import type { WorkCheck } from "../engine/facts.ts";
import type { Known } from "../engine/known.ts";

const VERIFY = /^[ \t]*(?:[-*][ \t]+)?[*_]*verify[*_]*:[*_]*[ \t]*(?:`([^`\r\n]+)`|([^\r\n]+?))[ \t]*$/im;
const ASK = "It may when `tasks.verify` or a quality stage of a trusted config has it, word for word.";

export async function gatherProof(
  context: HookContext<GatedEvent>,
  { loaded }: Known,
): Promise<WorkCheck | null> {
  const { event, env, projectDir } = context;
  if (event.name !== "TaskCompleted" || projectDir === null) return null;
  const command = readVerifyLine(event.taskDescription);
  if (command === null) return null;
  const [{ isVouchedFor }, { runWorkCheck }] = await Promise.all([
    import("../commands/vouched-commands.ts"),
    import("../commands/run-work-check.ts"),
  ]);
  const refused = (await isVouchedFor(env, loaded, projectDir, command)) ? null : ASK;
  return runWorkCheck(context, { gate: "proof", command, refused });
}

function readVerifyLine(description: string): string | null {
  const [, quoted, plain] = VERIFY.exec(description) ?? [];
  return (quoted ?? plain)?.trim() || null;
}
