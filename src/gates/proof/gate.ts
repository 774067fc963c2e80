// A task's own proof: the command in the `verify:` line of its description, run when a person vouched for that very
// command.
import { oneLine } from "../../text/clip.ts";
import { judgeWorkCheck, runWorkCheck, type WorkCheck } from "../commands/work-check.ts";
import type { Gate } from "../engine/gate.ts";

const VERIFY = /^[ \t]*(?:[-*][ \t]+)?[*_]*verify[*_]*:[*_]*[ \t]*(?:`([^`\r\n]+)`|([^\r\n]+?))[ \t]*$/im;
const ASK = "To allow it, add it word for word to `tasks.verify` or a quality stage of a trusted config.";
const MAX_SUBJECT = 120;

export const proof: Gate<WorkCheck> = {
  id: "proof",

  async gather(stop) {
    const { event, env, projectDir, loaded } = stop;
    if (event.name !== "TaskCompleted" || projectDir === null) return null;
    const command = readVerifyLine(event.taskDescription);
    if (command === null) return null;
    const { findVouchedFolder } = await import("../commands/permitted.ts");
    const folder = await findVouchedFolder({ env, loaded, projectDir }, command);
    const refused = folder === null ? ASK : null;
    return runWorkCheck(stop, { gate: "proof", command, refused, folder: folder ?? projectDir });
  },

  judge({ event }, check) {
    if (event.name !== "TaskCompleted") return [];
    const subject = oneLine(event.taskSubject || event.taskId).slice(0, MAX_SUBJECT);
    return judgeWorkCheck(check, {
      gate: "proof",
      what: `Task "${subject.toWellFormed()}"`,
      mark: event.taskId,
      progress: "",
    });
  },

  notReplayed: "commands would have to run on the work tree as it was then",
};

function readVerifyLine(description: string): string | null {
  const [, quoted, plain] = VERIFY.exec(description) ?? [];
  return (quoted ?? plain)?.trim() || null;
}
