// The active plan: what of it is open, what was ticked without being true, and where it waits for the user.

import { projectTop, readProjectFile } from "../../platform/project-file.ts";
import { latestChecks } from "../../store/check-results.ts";
import type { Gate } from "../engine/gate.ts";
import type { StopContext } from "../engine/stop-context.ts";
import { memoryPathOf } from "./active-plan.ts";
import { gatherPlan } from "./gather.ts";
import { judgePlan, type PlanFacts } from "./judge.ts";
import { describeSession, putBlock, readBlock, saysTheSame } from "./memory-file.ts";

export const plan: Gate<PlanFacts> = {
  id: "plan",
  gather: gatherPlan,
  judge: judgePlan,
  effect: {
    async afterCommit(stop, { facts, ruling }) {
      if (!stop.config.plan.writeBack) return;
      if (ruling.verdict !== "complete" && ruling.verdict !== "asking") return;
      // Writing moves the tree: what was released because nothing moved would hold again, and a flow's evidence is of a tree.
      if (Object.keys(ruling.ledger.released).length > 0) return;
      await leaveNote(stop, facts);
    },
  },
  remind: async (start) => (await import("./reminder.ts")).remindOfPlan(start),
  milder: ({ plan: { block } }) =>
    block === "never" ? null : { key: "plan.block", value: block === "all" ? "phase" : "never" },
  replay: { unknown: "plan files are not in a transcript" },
};

const RECENT_MS = 24 * 3_600_000;
const MAX_CHECKS = 5;

/** Only where somebody keeps a MEMORY.md, and only when there is news. */
async function leaveNote(stop: StopContext, { folder, path, state, finished }: PlanFacts): Promise<void> {
  const { event, projectDir, now, store } = stop;
  if (projectDir === null || event.sessionId === null) return;
  const memoryPath = memoryPathOf(folder, path);
  const memory = readProjectFile(projectTop(folder), memoryPath);
  if (memory.state !== "read") return;
  const checks = latestChecks(store, projectDir, now - RECENT_MS, MAX_CHECKS).map(
    ({ command, outcome }) => `\`${command}\` ${outcome}`,
  );
  const said = describeSession({ sessionId: event.sessionId, at: now, state, finished, checks });
  const before = readBlock(memory.text);
  if (saysTheSame(before, said)) return;
  const [{ redact }, { replaceProjectFile }] = await Promise.all([
    import("../../text/redaction/redact.ts"),
    import("./replace-project-file.ts"),
  ]);
  const lines = said.map((line) => redact(line).text);
  if (saysTheSame(before, lines)) return;
  replaceProjectFile(folder, memoryPath, memory.text, putBlock(memory.text, lines));
}
