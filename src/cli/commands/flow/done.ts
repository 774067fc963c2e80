import type { Environment } from "../../../config/environment.ts";
import { loadConfig } from "../../../config/load-config.ts";
import { runConditionCommand } from "../../../gates/flow/accept-evidence.ts";
import {
  type CheckedCondition,
  COMMAND_OF,
  changeFlow,
  type Flow,
  findFlow,
} from "../../../gates/flow/flow.ts";
import type { FlowStateOnTree } from "../../../gates/flow/flow-state.ts";
import {
  type FlowCondition,
  openConditions,
  waivedConditions,
} from "../../../gates/flow/judge-conditions.ts";
import { noteMetric } from "../../../recording/metrics/metrics-file.ts";
import { setGoalState } from "../../../store/goals.ts";
import { clipLine, clipList } from "../../../text/clip.ts";
import { UserError } from "../../../text/user-error.ts";
import { type ChecksReport, gatherTreeChecks } from "../../../views/checks.ts";
import { findActor } from "../../actor.ts";
import { type Context, defineCommand, SESSION_OPTIONS } from "../../command.ts";
import { reportLoosening } from "../../loosening.ts";
import { isByPerson } from "../../person.ts";
import { changeStore, createStoreReader, type FoundSession } from "../../target.ts";
import { saveRun } from "../gate/save-run.ts";
import { printChecks } from "../review/render-checks.ts";
import { judgeAgain, publishFlow, recordEvidence, requireFlow, requireSame } from "./record.ts";
import { printFlow } from "./status.ts";

const MAX_NAMED = 3;
const MAX_TASK = 100;
/** What `why` begins with if a condition was given up. */
const WAIVED = "waived without a sign from the user";

export const command = defineCommand({
  changes: true,
  details:
    "Runs again every command that holdfast has not yet seen pass on this tree. If a condition is open, the flow stays on:\n" +
    "exit code 1 and the list. Otherwise it ends and shows the checks that ran on this tree.",
  examples: ["holdfast flow done"],
  options: SESSION_OPTIONS,
  async run(invocation) {
    const { options, out } = invocation;
    const { flow, session } = await requireFlow(invocation, options);
    const { seen, open, uncommitted, ended } = await finishFlow(invocation, flow, session);
    if (ended === null) {
      if (options.json) out.json({ done: false, session: session.id, open, uncommitted });
      else printFlow(out, seen.flow, seen.states);
      throw notDone(open, uncommitted);
    }
    const checks = await gatherChecks(invocation, ended);
    if (options.json)
      out.json({ done: true, session: session.id, how: session.foundBy, conditions: seen.states, checks });
    else {
      const end =
        ended.why === null
          ? out.style.green("Verified done")
          : out.style.yellow(`Ended, but not verified done (${ended.why})`);
      out.line(`${end}: ${ended.task} (session ${session.id}, ${session.foundBy}).`);
      printFlow(out, ended, seen.states);
      if (checks === null) return;
      out.line();
      printChecks(out, checks);
      out.line(out.style.dim("`holdfast checks --markdown` prints the checks for a pull request."));
    }
  },
});

/** Verifies every condition, and ends the flow when nothing is open. */
export async function finishFlow(call: Context, flow: Flow, session: FoundSession) {
  const seen = await verify(call, flow, session);
  const open = openConditions(seen.states);
  const { config } = await loadConfig(call.env, seen.flow.projectDir);
  const uncommitted = config.flow.commit === "block" ? seen.tree.uncommitted : [];
  if (open.length > 0 || uncommitted.length > 0) return { seen, open, uncommitted, ended: null };
  const ended = await end(call, seen);
  await noteMetric(call.env, flow, "flow_passed");
  return { seen, open, uncommitted, ended };
}

/** null if they cannot be read: the flow is done all the same. */
async function gatherChecks({ env, out }: Context, { projectDir }: Flow): Promise<ChecksReport | null> {
  try {
    return await gatherTreeChecks({ env, projectDir, readStore: createStoreReader(env) });
  } catch (error) {
    out.error(`The checks cannot be shown (${(error as Error).message}); the flow is done.`);
    return null;
  }
}

/** Commands run last: they would be wasted while something else is open. */
async function verify(call: Context, flow: Flow, session: FoundSession): Promise<FlowStateOnTree> {
  let seen = await judgeAgain(call.env, flow, session);
  for (const id of Object.keys(COMMAND_OF) as CheckedCondition[]) {
    const open = openConditions(seen.states);
    const command = seen.flow[COMMAND_OF[id]];
    if (command === null || !open.some((state) => state.id === id)) continue;
    if (open.some((state) => !isRunnable(state, seen.flow))) break;
    const result = await runConditionCommand(call.env, seen.flow, { condition: id, command }, (run, ran) =>
      saveRun(call.env, run, ran),
    );
    await recordEvidence(call, flow, session, { id, change: {}, evidence: [result] });
    seen = await judgeAgain(call.env, flow, session);
    if (result.kind === "failed") break;
  }
  return seen;
}

function isRunnable({ id }: FlowCondition, flow: Flow): boolean {
  return id in COMMAND_OF && flow[COMMAND_OF[id as CheckedCondition]] !== null;
}

function notDone(open: readonly FlowCondition[], uncommitted: readonly string[]): UserError {
  const [first] = open;
  if (first) {
    const rest = open.length > 1 ? ` (+${open.length - 1})` : "";
    return new UserError("not-done", `not done: ${first.id} is open${rest}: ${first.because}`, first.next);
  }
  return new UserError(
    "not-committed",
    `not done: not committed: ${clipList(uncommitted, MAX_NAMED)}`,
    'Commit what belongs to the task (flow.commit is "block" here).',
  );
}

async function end(context: Context, { flow, states }: FlowStateOnTree): Promise<Flow> {
  const { env } = context;
  const waived = waivedConditions(states);
  const why = waived.length > 0 ? `${WAIVED}: ${waived.join(", ")}` : null;
  const ended = await changeStore(env, (store) => {
    requireSame(store, flow);
    changeFlow(store, flow, { waived }, Date.now());
    setGoalState(store, flow.id, { state: "met", why, at: Date.now() });
    return findFlow(store, flow.sessionId);
  });
  if (!ended) throw new Error("the flow vanished while it was ended");
  await publishFlow(context, ended, states);
  if (!(await isByPerson(context))) await reportEnd(env, ended, why ?? describeEvidence(states));
  return ended;
}

async function reportEnd(env: Environment, flow: Flow, why: string): Promise<void> {
  const { task, projectDir, sessionId } = flow;
  const act = await findActor(env, projectDir, "flow done");
  await reportLoosening(env, act, {
    done: `the flow was ended ${flow.why === null ? "as done" : "unverified"}`,
    undo: "`holdfast checks` shows what ran.",
    why: `"${clipLine(task, MAX_TASK)}", ${why}`,
    dir: projectDir,
    sessionId,
    isForSessionOnly: true,
  });
}

function describeEvidence(states: readonly FlowCondition[]): string {
  const forced = states.filter(({ because }) => because.startsWith("forced: ")).map(({ id }) => id);
  return forced.length > 0 ? `without evidence for ${forced.join(", ")}` : "all its conditions are met";
}
