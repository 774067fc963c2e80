import type { Flow } from "../../../gates/flow/flow.ts";
import { type ConditionState, openConditions } from "../../../gates/flow/judge-conditions.ts";
import { listEvidence } from "../../../gates/flow/rows.ts";
import { type FlowFile, foreignConditions } from "../../../gates/flow/state-file.ts";
import { countNoun } from "../../../text/count-noun.ts";
import { printable } from "../../../text/printable.ts";
import { isOpen, shownRow } from "../../../views/status/active-items.ts";
import { readForeignFlow } from "../../../views/status/foreign-work.ts";
import { type Caller, defineCommand, type Output, SESSION_OPTIONS } from "../../command.ts";
import { withStore } from "../../target.ts";
import { type ChosenWork, describeStatus, findStateFolder } from "../hold/declared-work.ts";
import { chooseFlow, judgeAgain } from "./record.ts";

const LABEL_WIDTH = 24;

export const command = defineCommand({
  examples: ["holdfast flow status", "holdfast flow status --json"],
  options: SESSION_OPTIONS,
  async run(invocation) {
    const { options, env, out } = invocation;
    const chosen = await chooseFlow(invocation, options);
    const file = chosen && (await findForeignFile(invocation, chosen));
    if (chosen && file) {
      const conditions = foreignConditions(file);
      if (options.json) out.json({ session: chosen.session.id, source: "file", ...file, conditions });
      else {
        out.line(`Flow of another tool in session ${chosen.session.id}, as its orchestrator.json says:`);
        printFlow(out, file, conditions);
      }
      return;
    }
    if (!chosen?.row) {
      if (options.json) out.json(null);
      else out.line("No flow here.");
      return;
    }
    const { row: flow, session } = chosen;
    const seen = isOpen(flow) && flow.fileKey === null ? await judgeAgain(env, flow, session) : null;
    if (options.json) {
      const evidence = await withStore(env, (store) => listEvidence(store, flow.id));
      out.json({
        ...(await shownRow(flow)),
        how: session.foundBy,
        conditions: seen?.states ?? null,
        evidence,
      });
      return;
    }
    out.line(
      `${out.style.bold("Flow")} of session ${session.id} (${session.foundBy}): ${describeFlow(flow)}`,
    );
    printFlow(out, flow, seen?.states ?? []);
    if (seen && openConditions(seen.states).length === 0) out.line("next: `holdfast flow done`");
    if (flow.status === "suspended") out.line(`continue: ${out.style.cyan("holdfast flow resume")}`);
  },
});

/** Another tool's file, unless a row of ours overrules it. */
export async function findForeignFile(
  { env }: Pick<Caller, "env">,
  { row, session: { id, projectDir } }: ChosenWork<Flow>,
): Promise<FlowFile | null> {
  return readForeignFlow(await findStateFolder(env, { projectDir, sessionId: id }), id, row);
}

/** One line, for `status` too. */
export function describeFlow(flow: Flow): string {
  const phase = isOpen(flow) ? `, phase ${flow.phase}` : "";
  return `${describeStatus(flow)}${phase}, ${countNoun(flow.rounds, "round")}`;
}

/** Its conditions, one line each, and the next step. */
export function printFlow(
  out: Output,
  flow: Pick<Flow, "task" | "phase">,
  states: readonly ConditionState[],
): void {
  out.line(`  ${"task".padEnd(LABEL_WIDTH)} ${printable(flow.task)}`);
  out.line(`  ${"phase".padEnd(LABEL_WIDTH)} ${printable(flow.phase)}`);
  for (const { id, state, because } of states) {
    out.line(`${sign(out, state)} ${id.padEnd(LABEL_WIDTH)} ${printable(because.replaceAll(/\s+/g, " "))}`);
  }
  const [first] = openConditions(states);
  if (first) out.line(`${out.style.bold("next")}: ${printable(first.next)}`);
  if (first?.askUser) out.line(printable(first.askUser));
}

function sign({ style }: Output, state: ConditionState["state"]): string {
  if (state === "met") return style.green("✓");
  return state === "open" ? style.yellow("○") : style.dim("–");
}
