import type { Environment } from "../../../config/environment.ts";
import { loadConfig } from "../../../config/load-config.ts";
import { listStages } from "../../../gates/commands/check.ts";
import { type Flow, startFlow, toFlow } from "../../../gates/flow/flow.ts";
import { nextSteps } from "../../../gates/flow/judge.ts";
import { judgeConditions, openConditions } from "../../../gates/flow/judge-conditions.ts";
import { noteMetric } from "../../../recording/metrics/metrics-file.ts";
import { cancelGoal, findGoal, isOpenGoal } from "../../../store/goals.ts";
import { printable, quoteForShell } from "../../../text/printable.ts";
import { UserError } from "../../../text/user-error.ts";
import { shownRow } from "../../../views/status/rows.ts";
import { readTreeState } from "../../../worktree/read-tree-state.ts";
import { encodeTreeState } from "../../../worktree/tree-state.ts";
import {
  commandLine,
  defineCommand,
  flag,
  option,
  requireAtMostOne,
  SESSION_OPTIONS,
} from "../../command.ts";
import { findAgent } from "../../person.ts";
import { changeStore, findTargetSession, withStore } from "../../target.ts";
import { readFacts } from "../goals/choose.ts";
import { parseCommand, parseTask, requireAgentJudge } from "../goals/parse-goal.ts";
import { warnIfNothingHolds } from "../goals/warn-if-nothing-holds.ts";
import { publishFlow } from "./record.ts";
import { parseComplexity, parseKind } from "./set.ts";

const TREE_MS = 30_000;

/** What a reviewer looks for. */
const REVIEW =
  "Review the change critically, as an adversary would. Is it free of blockers: wrong results, lost data, security holes, errors that nobody handles, parts of the task that are missing?";

export const command = defineCommand({
  changes: true,
  usage: '"task"',
  details:
    "A flow has nine conditions, each with evidence, from searching past work to the retrospective. While one is open, a\n" +
    "stop is held with the next action, or allowed if the next action is the user's. `flow set` and `flow done` run the\n" +
    "commands given here, or by default the stages correctness and quality of the project's config.",
  examples: [
    'holdfast flow start "add a login" --kind feature --correctness "npm test"',
    'holdfast flow start "rename the config keys" --quality "npm run lint"',
  ],
  options: {
    complexity: option(
      "1-10",
      "1 is trivial, 10 a new architecture; from 7 on a review is required",
      parseComplexity,
    ),
    kind: option("feature", "feature, bugfix, refactor, docs, test, chore, research …", parseKind),
    correctness: option('"..."', "shell command that proves correctness_passed", parseCommand),
    quality: option('"..."', "shell command that proves quality_passed", parseCommand),
    adversarial: option('"..."', "shell command instead of a subagent's review", parseCommand),
    judge: flag("your judge reviews the change instead of a subagent, as an agent"),
    ...SESSION_OPTIONS,
  },
  maxPositionals: 1,
  async run(invocation) {
    const { options, positionals, env, out } = invocation;
    const terms = {
      task: parseTask("flow", positionals[0], '"add a login" --complexity 5 --kind feature'),
      complexity: options.complexity ?? null,
      kind: options.kind ?? null,
      adversarial: options.adversarial ?? null,
      judge: options.judge ? REVIEW : null,
      startedBy: findAgent(env) === null ? ("user" as const) : ("claude" as const),
    };
    const session = await findTargetSession(invocation, options, commandLine("flow start", invocation));
    const { projectDir } = session;
    requireAtMostOne({ "--adversarial": options.adversarial, "--judge": options.judge });
    if (options.judge) await requireAgentJudge(env, projectDir);
    const proofs = {
      correctness: options.correctness ?? (await stageCommand(env, projectDir, "correctness")),
      quality: options.quality ?? (await stageCommand(env, projectDir, "quality")),
    };
    const tree = await readTreeState(projectDir, { env, deadlineMs: TREE_MS });
    const before = await withStore(env, (store) => findGoal(store, "flow", session.id));
    if (before?.state !== "active" && (await readFacts(env, session)).foreign.flow)
      throw foreignOn(session.id);
    const goal = await changeStore(env, (store) => {
      const createdAt = Date.now();
      const last = findGoal(store, "flow", session.id);
      if (last && isOpenGoal(last) && last.fileKey === null) throw alreadyOn(toFlow(last));
      // A row that only overrules another tool's flow is replaced.
      if (last && isOpenGoal(last))
        cancelGoal(store, last.id, { by: terms.startedBy, why: "replaced", at: createdAt });
      const place = { sessionId: session.id, projectDir, createdAt };
      return startFlow(store, { ...terms, ...proofs, ...place, startTree: encodeTreeState(tree) });
    });
    const flow = toFlow(goal);
    const shown = await shownRow(flow);
    const unchanged = { fingerprint: tree.fingerprint, changed: false };
    const states = judgeConditions({ flow: shown, evidence: [], tree: unchanged });
    await publishFlow(invocation, flow, states);
    await noteMetric(env, flow, "flow_started");
    if (options.json) out.json({ ...shown, how: session.foundBy, conditions: states });
    else {
      // `flow status` has the list.
      const head = `${out.style.green("Flow on")} for session ${session.id} (${session.foundBy})`;
      out.line(`${head}: ${printable(flow.task)}. ${nextSteps(openConditions(states))}`);
      await warnIfNothingHolds(invocation, projectDir);
    }
  },
});

function alreadyOn(flow: Flow): UserError {
  return new UserError(
    "flow-on",
    `a flow is ${flow.status} in session ${flow.sessionId}: ${flow.task}`,
    flow.status === "suspended"
      ? "`holdfast resume flow` continues it, `holdfast cancel flow` ends it."
      : "`holdfast flow status` shows it, `holdfast flow done` or `holdfast cancel flow` ends it.",
  );
}

function foreignOn(sessionId: string): UserError {
  return new UserError(
    "foreign-flow",
    `another tool has a flow on in session ${sessionId} (orchestrator.json)`,
    "Let it finish, or end it with `holdfast cancel flow`.",
  );
}

/** The command that runs this stage; null if it is not configured. `gate run` checks whether it may run. */
async function stageCommand(
  env: Environment,
  projectDir: string,
  name: "correctness" | "quality",
): Promise<string | null> {
  const loaded = await loadConfig(env, projectDir);
  if (!listStages(loaded, projectDir).some((stage) => stage.name === name)) return null;
  // This program, not one of that name in a folder of the project.
  return `${quoteForShell(process.execPath)} gate run ${name}`;
}
