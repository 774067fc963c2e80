import { readPauses } from "../../../config/pause.ts";
import { defineCommand } from "../../command.ts";
import { findProject } from "../../project.ts";
import { describePlace } from "./pause-scope.ts";
import { writePauses } from "./write-pauses.ts";

export const command = defineCommand({
  summary: "end a pause",
  details:
    "Ends every pause that is in force here: the one for everything, this project's and this session's.",
  examples: ["holdfast resume"],
  options: { json: { type: "boolean", help: "print JSON" } },
  maxPositionals: 0,
  async run(invocation) {
    const { options, env, out } = invocation;
    const project = await findProject(invocation);
    const pauses = await readPauses(env);
    const kept = pauses.filter(
      (pause) =>
        (pause.scope === "project" && pause.target !== project.dir) ||
        // From a terminal no session is known: all sessions' pauses end.
        (pause.scope === "session" && env.sessionId !== null && pause.target !== env.sessionId),
    );
    const ended = pauses.filter((pause) => !kept.includes(pause));
    if (ended.length > 0) writePauses(env, kept);
    if (options.json) out.json({ ended, kept });
    else if (ended.length === 0) out.line("Nothing was paused.");
    else out.line(`${out.style.green("Resumed")} ${ended.map(describePlace).join(", ")}.`);
    return 0;
  },
});
