import type { Config } from "../../../config/config.ts";
import { loadConfig } from "../../../config/load-config.ts";
import { activePause, readPauses } from "../../../config/pause.ts";
import { currentBudget } from "../../../gates/engine/budgets.ts";
import type { Lock } from "../../../gates/engine/declared-facts.ts";
import { isEnabled } from "../../../gates/engine/is-enabled.ts";
import { findFlow } from "../../../gates/flow/rows.ts";
import { readLock } from "../../../gates/lock/lock-file.ts";
import { findLoop } from "../../../gates/loop/rows.ts";
import { findPipeline } from "../../../gates/pipeline/rows.ts";
import { findActivePlan } from "../../../gates/plan/active-plan.ts";
import { permittedStages } from "../../../gates/quality/permitted-stages.ts";
import { describeRefused, describeStandings, readStandings } from "../../../gates/quality/stage-results.ts";
import { GATES } from "../../../gates/registry.ts";
import { countNewCandidates } from "../../../memory/inbox/candidates.ts";
import { type DecisionRow, listDecisions } from "../../../store/decisions.ts";
import { newestSession } from "../../../store/sessions.ts";
import { isOpenStatus, listTasks } from "../../../store/tasks.ts";
import { formatTime } from "../../../text/format-time.ts";
import { printable } from "../../../text/printable.ts";
import { UserError } from "../../../text/user-error.ts";
import { defineCommand, type Invocation } from "../../command.ts";
import { findProject } from "../../project.ts";
import { withStore } from "../../with-store.ts";
import { describeFlow } from "../flow/status.ts";
import { describeLoop } from "../loop/status.ts";
import { describePipeline } from "../pipeline/status.ts";

export const command = defineCommand({
  summary: "what holds or is on now, here",
  examples: ["holdfast status", "holdfast status --json"],
  options: {
    project: { type: "string", value: "DIR", help: "the project, when it is not the one at hand" },
    json: { type: "boolean", help: "print JSON" },
  },
  maxPositionals: 0,
  async run(invocation) {
    const { options, env, out } = invocation;
    const project = await findProject(invocation, options.project);
    const loaded = await loadConfig(env, project.dir);
    const { config, problems } = loaded;
    const { lock, problem } = await readLock(project.dir, config);
    const rows = await readRows(invocation, project.dir);
    const pause = activePause(await readPauses(env), {
      projectDir: project.dir,
      sessionId: env.sessionId ?? rows.session?.session_id ?? null,
      now: Date.now(),
    });
    const gates = GATES.map(({ id }) => ({
      id,
      enabled: isEnabled(config, id),
      by: loaded.origins.get(`gates.${id}.enabled`) ?? "default",
    }));
    const checks = rows.storeProblem ? [] : await readStandings(env, loaded, project.dir);
    const { refused, stages: permitted } = await permittedStages(env, loaded, project.dir);
    if (options.json) {
      const checksRefused = refused;
      out.json({ project: project.dir, off: env.off, pause, lock, gates, checks, checksRefused, ...rows });
      return 0;
    }
    const row = (label: string, text: string) => out.line(`  ${label.padEnd(10)} ${text}`);
    out.line(`${out.style.bold(project.dir)} (${project.how})`);
    if (env.off) row("switched", out.style.yellow("off by HOLDFAST=0"));
    if (pause)
      row(
        "paused",
        out.style.yellow(pause.until ? `until ${formatTime(pause.until)}` : "until `holdfast resume`"),
      );
    row("lock", problem ? out.style.red(problem) : lock ? describeLock(lock) : "none");
    if (lock?.goal) row("", `goal: ${lock.goal}`);
    if (lock?.definitionOfDone) row("", `done when: ${lock.definitionOfDone}`);
    if (rows.loop) {
      row("loop", describeLoop(rows.loop));
      row("", rows.loop.task);
      if (rows.loop.status === "suspended") row("", `go on: ${out.style.cyan("holdfast loop resume")}`);
    }
    if (rows.flow) {
      row("flow", describeFlow(rows.flow));
      row("", printable(rows.flow.task));
      if (rows.flow.status === "suspended") row("", `go on: ${out.style.cyan("holdfast flow resume")}`);
    }
    if (rows.pipeline && rows.pipeline.status !== "done") row("pipeline", describePipeline(rows.pipeline));
    const plan = await findActivePlan(project.dir, config);
    if (plan) row("plan", `${printable(plan.path)}: \`holdfast plan status\``);
    const shown = checks.filter(({ stage }) => permitted.some(({ name }) => name === stage));
    if (refused) row("checks", describeRefused(loaded, refused, out));
    if (shown.length > 0) row(refused ? "" : "checks", describeStandings(shown, out));
    if (rows.inbox > 0 || config.triage.mode === "ask") row("triage", describeTriage(config, rows.inbox));
    if (rows.openTasks > 0) row("tasks", `${rows.openTasks} open`);
    if (rows.budget) row("rounds", `${rows.budget.blocks} in the current budget`);
    row(
      "gates",
      gates
        .map((gate) => (gate.enabled ? gate.id : out.style.dim(`${gate.id} (off by the ${gate.by}'s file)`)))
        .join(", "),
    );
    if (rows.storeProblem) row("store", out.style.red(`${rows.storeProblem}: \`holdfast doctor\``));
    else row("last stop", rows.last ? describeLast(rows.last) : "none recorded here");
    if (problems.length > 0)
      row("config", out.style.red(`${problems.length} problems: \`holdfast config check\``));
    return 0;
  },
});

async function readRows({ env }: Pick<Invocation, "env">, projectDir: string) {
  return withStore(env, (store) => {
    const session = newestSession(store, projectDir);
    const sessionId = env.sessionId ?? session?.session_id;
    return {
      session,
      budget: sessionId ? currentBudget(store, sessionId, "main") : null,
      loop: sessionId ? findLoop(store, sessionId) : null,
      flow: sessionId ? findFlow(store, sessionId) : null,
      pipeline: sessionId ? findPipeline(store, sessionId) : null,
      inbox: countNewCandidates(store, session?.project_key ?? ""),
      openTasks: sessionId
        ? listTasks(store, sessionId).filter(({ status }) => isOpenStatus(status)).length
        : 0,
      last: listDecisions(store, { projectDir }, 1)[0] ?? null,
      storeProblem: null,
    };
  }).catch((error: unknown) => {
    // What holds is in files too: a broken store must not hide it.
    if (!(error instanceof UserError)) throw error;
    return {
      session: null,
      budget: null,
      loop: null,
      flow: null,
      pipeline: null,
      inbox: 0,
      openTasks: 0,
      last: null,
      storeProblem: error.message,
    };
  });
}

function describeTriage({ triage }: Config, inbox: number): string {
  const asks = triage.enabled && triage.mode === "ask" ? "Claude is asked to save before it stops; " : "";
  return `${asks}${inbox} in the inbox: \`holdfast memory inbox\``;
}

function describeLock(lock: Lock): string {
  const who = lock.all ? "every session" : (lock.owner ?? "the next session that tries to stop");
  const left = Math.round((lock.expiresAt - Date.now()) / 60_000);
  return left <= 0
    ? "over its time; the next stop removes it"
    : `holds ${who}, ${lock.maxBlocks} rounds, ${left} min left`;
}

function describeLast(row: DecisionRow): string {
  return `${row.verdict} (${row.rule}) at ${formatTime(row.at)}, decision ${row.id}`;
}
