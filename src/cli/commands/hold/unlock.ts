import { removeLock } from "../../../gates/lock/adopt-lock.ts";
import { defineCommand } from "../../command.ts";
import { findProject } from "../../project.ts";
import { noteMetric } from "../history/note-metric.ts";
import { permitRelease, tellRelease } from "./release.ts";

export const command = defineCommand({
  summary: "let Claude stop again",
  details: "Removes the lock of the project at once, whoever holds it. Without a lock it changes nothing.",
  examples: ["holdfast unlock", 'holdfast unlock --why "all tests pass"'],
  options: {
    why: { type: "string", value: '"..."', help: "shown to the user when Claude unlocks by itself" },
    project: { type: "string", value: "DIR", help: "the project, when it is not the one at hand" },
    json: { type: "boolean", help: "print JSON" },
  },
  maxPositionals: 0,
  async run(invocation) {
    const { options, env, out } = invocation;
    const project = await findProject(invocation, options.project);
    const by = await permitRelease(env, project.dir, "unlock");
    const removed = removeLock(project.dir);
    if (removed) {
      await noteMetric(env, { projectDir: project.dir, sessionId: env.sessionId }, "lock_released");
      const why = options.why ? `: ${options.why.slice(0, 200)}` : ".";
      await tellRelease(env, `holdfast: Claude removed the lock itself${why}`);
    }
    if (options.json) out.json({ unlocked: removed, project: project.dir, by });
    else
      out.line(
        removed ? `Unlocked ${project.dir} (${project.how}).` : `No lock in ${project.dir} (${project.how}).`,
      );
    return 0;
  },
});
