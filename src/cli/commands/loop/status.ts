import { defineCommand, SESSION_OPTIONS } from "../../command.ts";
import { chooseGoal, readFacts } from "../goals/choose.ts";
import { printChosenGoal } from "../goals/print-chosen-goal.ts";

export const command = defineCommand({
  examples: ["holdfast loop status", "holdfast loop status --json"],
  options: SESSION_OPTIONS,
  async run(invocation) {
    const { options, env, out } = invocation;
    const chosen = await chooseGoal(invocation, options, "loop");
    if (!options.json) {
      await printChosenGoal(invocation, chosen, "loop");
      return;
    }
    const facts = chosen && (await readFacts(env, chosen.session));
    const { id: session, projectDir, foundBy: how } = chosen?.session ?? {};
    const { loop } = facts?.recorded ?? {};
    if (facts?.foreignLoop) out.json({ session, projectDir, how, file: facts.foreignLoop });
    else out.json(loop ? { ...loop, how } : null);
  },
});
