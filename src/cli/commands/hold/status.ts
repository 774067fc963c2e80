import type { Config } from "../../../config/config.ts";
import { sessionStateDir, stateDir } from "../../../config/environment.ts";
import { type LoadedConfig, loadConfig } from "../../../config/load-config.ts";
import { activePause, readPauses } from "../../../config/pause.ts";
import { findLockFolder } from "../../../config/place.ts";
import { listStages } from "../../../gates/commands/check.ts";
import { permittedStages } from "../../../gates/commands/permitted.ts";
import { currentBudget } from "../../../gates/engine/budget-rows.ts";
import { findFlow } from "../../../gates/flow/rows.ts";
import { describeForeignLock, type FoundLock, findLock } from "../../../gates/lock/origin.ts";
import { isForeign } from "../../../gates/lock/rows.ts";
import type { Lock } from "../../../gates/lock/state-file.ts";
import { findLoop } from "../../../gates/loop/rows.ts";
import { describesLoop, type LoopFile, loopFilePath, parseLoopFile } from "../../../gates/loop/state-file.ts";
import { findPipeline } from "../../../gates/pipeline/rows.ts";
import { findActivePlan, findPlanFolder } from "../../../gates/plan/active-plan.ts";
import type { LastStageResult } from "../../../gates/quality/stage-results.ts";
import { GATES, isEnabled } from "../../../gates/registry.ts";
import { countCandidates } from "../../../memory/inbox/candidates.ts";
import { pathExists } from "../../../platform/files.ts";
import { type DecisionRow, listDecisions } from "../../../store/decisions.ts";
import type { Store } from "../../../store/open.ts";
import { newestSession } from "../../../store/sessions.ts";
import { readStateFile } from "../../../store/state-files.ts";
import { isOpenStatus, listTasks } from "../../../store/tasks.ts";
import { countNoun } from "../../../text/count-noun.ts";
import { formatAge, formatTime } from "../../../text/format-time.ts";
import { printable } from "../../../text/printable.ts";
import { UserError } from "../../../text/user-error.ts";
import { defineCommand, type Invocation, type Output, PROJECT_OPTIONS } from "../../command.ts";
import { findProject, peekStore } from "../../target.ts";

export const command = defineCommand({
  examples: ["holdfast status", "holdfast status --json"],
  options: PROJECT_OPTIONS,
  async run(invocation) {
    const { options, env, out } = invocation;
    const project = await findProject(invocation, options.project);
    const loaded = await loadConfig(env, project.dir);
    const lockFolder = findLockFolder({ startDir: project.startDir, projectDir: project.dir });
    const recorded = await readRecorded(invocation, loaded, project.dir);
    const found = lockFolder === null ? null : await findLockHere(env, lockFolder, loaded.config);
    const { lock = null, problem: lockProblem } = found ?? {};
    const pause = activePause(await readPauses(env), {
      startDir: project.startDir,
      sessionId: env.sessionId ?? recorded.session?.session_id ?? null,
      now: Date.now(),
    });
    const gates = GATES.map(({ id }) => ({
      id,
      enabled: isEnabled(loaded.config, id),
      by: loaded.origins.get(`gates.${id}.enabled`) ?? "default",
    }));
    const { refused, stages: permitted } = await permittedStages(env, loaded, project.dir);
    const foreign = await findForeignLoop(env, loaded, recorded);
    if (options.json) {
      out.json({
        project: project.dir,
        off: env.off,
        pause,
        lock,
        lockFolder,
        lockOrigin: lock && found?.origin,
        configFiles: usedFiles(loaded),
        gates,
        checksRefused: refused,
        ...recorded,
        last: recorded.last && { ...recorded.last, findings: JSON.parse(recorded.last.findings) },
        foreignLoop: foreign,
      });
      return;
    }
    const { config } = loaded;
    let isOn = false;
    const row = (label: string, text: string) => {
      isOn = true;
      out.line(`  ${label.padEnd(10)} ${text}`);
    };
    out.line(`${out.style.bold(project.dir)} (${project.how})`);
    if (env.off) row("switched", out.style.yellow("off by HOLDFAST=0"));
    if (pause)
      row(
        "paused",
        out.style.yellow(pause.until ? `until ${formatTime(pause.until)}` : "until `holdfast resume`"),
      );
    const from = lockFolder === null || lockFolder === project.dir ? "" : ` (${lockFolder})`;
    if (lockProblem) row("lock", out.style.red(lockProblem));
    else if (lock) row("lock", `${describeLock(lock)}${from}`);
    if (lock && found && isForeign(found.origin))
      row("", out.style.yellow(printable(describeForeignLock(lock, found.origin))));
    if (lock?.goal) row("", `goal: ${lock.goal}`);
    if (lock?.definitionOfDone) row("", `done when: ${lock.definitionOfDone}`);
    const { loop, flow, pipeline, checks, inbox, openTasks, budget, last, storeProblem } = recorded;
    // What describes declared work is only loaded where there is some.
    if (foreign) {
      const { describeForeignLoop } = await import("../loop/status.ts");
      row("loop", describeForeignLoop(foreign));
      if (foreign.task) row("", printable(foreign.task));
      row("", `end it: ${out.style.cyan("holdfast loop cancel")}`);
    } else if (loop) {
      const { describeLoop } = await import("../loop/status.ts");
      row("loop", describeLoop(loop));
      row("", loop.task);
      if (loop.status === "suspended") row("", `go on: ${out.style.cyan("holdfast loop resume")}`);
    }
    if (flow) {
      const { describeFlow } = await import("../flow/status.ts");
      row("flow", describeFlow(flow));
      row("", printable(flow.task));
      if (flow.status === "suspended") row("", `go on: ${out.style.cyan("holdfast flow resume")}`);
    }
    if (pipeline && pipeline.status !== "done") {
      const { describePipeline } = await import("../pipeline/pipeline.ts");
      row("pipeline", describePipeline(pipeline));
    }
    const plan = await findActivePlan(findPlanFolder(project.dir, config), config);
    if (plan) row("plan", `${printable(plan.path)}: \`holdfast plan status\``);
    const shown = checks.filter(({ stage }) => permitted.some(({ name }) => name === stage));
    if (refused) row("checks", describeRefused(loaded, refused, out));
    if (shown.length > 0) row(refused ? "" : "checks", describeResults(shown, out));
    if (inbox > 0 || config.triage.mode === "ask") row("triage", describeTriage(config, inbox));
    if (openTasks > 0) row("tasks", `${openTasks} open`);
    if (budget && last?.verdict === "blocked") row("rounds", `${budget.blocks} in the current budget`);
    const off = gates.filter(({ enabled }) => !enabled);
    if (off.length > 0)
      row("off", off.map(({ id, by }) => `${id} ${out.style.dim(`(by the ${by}'s file)`)}`).join(", "));
    if (storeProblem) row("store", out.style.red(`${storeProblem}: \`holdfast doctor\``));
    const { problems } = loaded;
    if (problems.length > 0)
      row("config", out.style.red(`${countNoun(problems.length, "problem")}: \`holdfast config check\``));
    if (!isOn) out.line("  Nothing holds Claude here.");
    if (last) row("last stop", describeDecision(last));
  },
});

/** The nearest last: it counts. */
function usedFiles({ files }: LoadedConfig): string[] {
  return files.filter(({ state }) => state === "read").map(({ path }) => path);
}

/** A broken store must not hide a lock. */
async function findLockHere(env: Invocation["env"], folder: string, config: Config): Promise<FoundLock> {
  return peekStore(env, (store) => findLock(env, store, folder, config)).catch(() =>
    findLock(env, null, folder, config),
  );
}

/** What the store knows. */
async function readRecorded({ env }: Pick<Invocation, "env">, loaded: LoadedConfig, projectDir: string) {
  return peekStore(env, async (store) => {
    const session = newestSession(store, projectDir);
    const sessionId = env.sessionId ?? session?.session_id;
    return {
      session,
      budget: sessionId ? currentBudget(store, sessionId, "main") : null,
      loop: sessionId ? findLoop(store, sessionId) : null,
      flow: sessionId ? findFlow(store, sessionId) : null,
      pipeline: sessionId ? findPipeline(store, sessionId) : null,
      checks: await readChecks(store, env, loaded, projectDir),
      inbox: countCandidates(store, session?.project_key ?? "", "new"),
      openTasks: sessionId
        ? listTasks(store, sessionId).filter(({ status }) => isOpenStatus(status)).length
        : 0,
      last: listDecisions(store, { projectDir }, 1)[0] ?? null,
      storeProblem: null,
    };
  }).catch((error: unknown) => {
    // A broken store must not hide a lock or a pause: those are files.
    if (!(error instanceof UserError)) throw error;
    return {
      session: null,
      budget: null,
      loop: null,
      flow: null,
      pipeline: null,
      checks: [],
      inbox: 0,
      openTasks: 0,
      last: null,
      storeProblem: error.message,
    };
  });
}

/** An open loop in another tool's loop.json, which holds the session as well. */
async function findForeignLoop(
  env: Invocation["env"],
  loaded: LoadedConfig,
  { session, loop }: Pick<Awaited<ReturnType<typeof readRecorded>>, "session" | "loop">,
): Promise<LoopFile | null> {
  const sessionId = env.sessionId ?? session?.session_id ?? null;
  const folder = sessionStateDir(stateDir(env, loaded), sessionId);
  if (folder === null || loop?.status === "active" || !pathExists(loopFilePath(folder))) return null;
  const read = await readStateFile(loopFilePath(folder), sessionId);
  const file = read.state === "read" ? parseLoopFile(read.fields) : null;
  return file && !file.verifiedDone && !(loop && describesLoop(file, loop)) ? file : null;
}

/** Most projects have no stages, and then no git is needed. */
async function readChecks(
  store: Store,
  env: Invocation["env"],
  loaded: LoadedConfig,
  projectDir: string,
): Promise<LastStageResult[]> {
  if (listStages(loaded, projectDir).length === 0) return [];
  const { readStageResults } = await import("../../../gates/quality/stage-results.ts");
  return readStageResults(store, { env, loaded, projectDir });
}

function describeResults(results: readonly LastStageResult[], { style }: Output): string {
  return results
    .map(({ stage, outcome, isCurrent }) => {
      if (outcome === null) return `${stage} ${style.dim("not run")}`;
      const painted = outcome === "passed" ? style.green(outcome) : style.red(outcome);
      return `${stage} ${painted}${isCurrent ? "" : style.dim(" (the tree has changed since)")}`;
    })
    .join(", ");
}

/** The project's file brings checks that nobody has trusted, at least not as they are now. */
function describeRefused(loaded: LoadedConfig, refused: "untrusted" | "changed", { style }: Output): string {
  const stages = Object.keys(loaded.config.quality.stages)
    .map((name) => printable(name))
    .join(", ");
  const why = refused === "untrusted" ? "not trusted" : "changed since they were trusted";
  return `${stages} ${style.yellow(why)}, so they do not run: ${style.cyan("holdfast trust")}`;
}

function describeTriage({ triage }: Config, inbox: number): string {
  const asks = triage.enabled && triage.mode === "ask" ? "Claude is asked to save before it stops; " : "";
  return `${asks}${inbox} in the inbox: \`holdfast memory inbox\``;
}

function describeLock(lock: Lock): string {
  const held = lock.all ? "every session" : (lock.owner ?? "the next session that tries to stop");
  const minutesLeft = Math.round((lock.expiresAt - Date.now()) / 60_000);
  const left = minutesLeft < 120 ? `${minutesLeft} min` : `${Math.round(minutesLeft / 60)} h`;
  return minutesLeft <= 0
    ? "expired; the next stop removes it"
    : `holds ${held}, ${lock.maxBlocks} rounds, ${left} left`;
}

function describeDecision(row: DecisionRow): string {
  return `${row.verdict} (${row.rule}) ${formatAge(row.at, Date.now())}, decision ${row.id}`;
}
