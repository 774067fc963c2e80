import { readLoop } from "../../../views/status/rows.ts";
import { defineCommand, SESSION_OPTIONS } from "../../command.ts";
import { withStore } from "../../target.ts";
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
    const file = chosen && (await readFacts(env, chosen.session)).foreign.loop;
    const goal = chosen?.goal ?? null;
    const { id: session, projectDir, foundBy: how } = chosen?.session ?? {};
    if (file) out.json({ session, projectDir, how, file });
    else if (goal === null) out.json(null);
    else out.json({ ...(await withStore(env, (store) => readLoop(store, goal))), how });
  },
});
