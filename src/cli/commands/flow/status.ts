import { listEvidence } from "../../../gates/flow/evidence-rows.ts";
import type { Flow } from "../../../gates/flow/flow.ts";
import { openConditions } from "../../../gates/flow/judge-conditions.ts";
import { describesFlow, foreignConditions } from "../../../gates/flow/state-file.ts";
import { defineCommand, type Invocation } from "../../command.ts";
import { withStore } from "../../with-store.ts";
import { isOpen } from "../hold/choose.ts";
import { SESSION_OPTIONS } from "../loop/options.ts";
import { type ChosenFlow, chooseFlow } from "./choose.ts";
import { lookAgain } from "./record.ts";
import { printFlow } from "./report.ts";
import { readFlowFile } from "./state-file.ts";

export const command = defineCommand({
  summary: "the flow's conditions and what each still needs",
  examples: ["holdfast flow status", "holdfast flow status --json"],
  options: SESSION_OPTIONS,
  maxPositionals: 0,
  async run(invocation) {
    const { options, env, out } = invocation;
    const chosen = await chooseFlow(invocation, options);
    const file = chosen && (await foreignFile(invocation, chosen));
    if (chosen && file) {
      const conditions = foreignConditions(file);
      if (options.json) out.json({ session: chosen.session.id, source: "file", ...file, conditions });
      else {
        out.line(`Another tool's flow in session ${chosen.session.id} (orchestrator.json), at its word:`);
        printFlow(out, file, conditions);
      }
      return 0;
    }
    if (!chosen?.flow) {
      if (options.json) out.json(null);
      else out.line("No flow here.");
      return 0;
    }
    const { flow, session } = chosen;
    const seen = isOpen(flow) && flow.fileKey === null ? await lookAgain(env, flow, session) : null;
    if (options.json) {
      const evidence = await withStore(env, (store) => listEvidence(store, flow.id));
      out.json({ ...flow, how: session.how, conditions: seen?.states ?? null, evidence });
      return 0;
    }
    out.line(`${out.style.bold("Flow")} of session ${session.id} (${session.how}): ${describeFlow(flow)}`);
    printFlow(out, flow, seen?.states ?? []);
    if (seen && openConditions(seen.states).length === 0) out.line("next: `holdfast flow done`");
    if (flow.status === "suspended") out.line(`go on: ${out.style.cyan("holdfast flow resume")}`);
    return 0;
  },
});

const WHY: Record<string, string> = {
  "same-situation": "nothing changed in three rounds",
  total: "its rounds were used up",
  clock: "its time was used up",
};

/** One line, for `status` too. */
export function describeFlow(flow: Flow): string {
  const why = flow.status !== "active" && flow.why ? ` (${WHY[flow.why] ?? flow.why})` : "";
  return `${flow.status}${why}, phase ${flow.phase}, ${flow.rounds} rounds`;
}

/** What another tool keeps in the file, where no row of ours says otherwise. */
async function foreignFile({ env }: Pick<Invocation, "env">, { flow, session }: ChosenFlow) {
  if (flow && isOpen(flow) && flow.fileKey === null) return null;
  const file = await readFlowFile(env, { projectDir: session.projectDir, sessionId: session.id });
  if (!file || file.verifiedDone) return null;
  return flow && describesFlow(file, flow) && flow.status !== "active" ? null : file;
}
