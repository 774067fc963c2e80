// A task's own proof: the command in the `verify:` line of its description.

import { judgeCheck } from "../commands/work-check.ts";
import type { Gate } from "../engine/finding.ts";

const MAX_SUBJECT = 120;

export const proof: Gate = {
  id: "proof",
  events: ["TaskCompleted"],
  needs: ["proof"],
  judge(event, { proof: check }) {
    if (!check || event.name !== "TaskCompleted") return [];
    const subject = (event.taskSubject || event.taskId).replaceAll(/\s+/g, " ").slice(0, MAX_SUBJECT);
    return judgeCheck(check, {
      gate: "proof",
      what: `Task "${subject.toWellFormed()}"`,
      mark: event.taskId,
      progress: "",
    });
  },
};
