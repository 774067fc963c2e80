import { type Environment, sessionStateDir, stateDir } from "../../../config/environment.ts";
import { type LoadedConfig, loadConfig, ownProblems } from "../../../config/load-config.ts";
import {
  type Check,
  listStages,
  type Stage,
  shownCommand,
  workFolder,
} from "../../../gates/commands/check.ts";
import { permittedStages } from "../../../gates/commands/permitted.ts";
import { runCheck } from "../../../gates/commands/run-check.ts";
import { type CheckRun, cacheKey, runStages } from "../../../gates/quality/due-checks.ts";
import { saveQualityFile, summarise } from "../../../gates/quality/state-file.ts";
import { type CheckRow, saveCheck } from "../../../store/check-results.ts";
import type { Store } from "../../../store/open.ts";
import { oneLine } from "../../../text/clip.ts";
import { printable } from "../../../text/printable.ts";
import { UserError } from "../../../text/user-error.ts";
import { readTreeState } from "../../../worktree/read-tree-state.ts";
import type { TreeState } from "../../../worktree/tree-state.ts";
import { defineCommand, flag, type Invocation, option, PROJECT_OPTIONS, verbatim } from "../../command.ts";
import { reportPersonsWord } from "../../loosening.ts";
import { findAgent, isByPerson } from "../../person.ts";
import { findProject, withStore } from "../../target.ts";
import { renderAnnotations } from "./report-formats.ts";
import { prepareFile, reportChecks, watchChecks, writeReports } from "./run-report.ts";
import { saveRun } from "./save-run.ts";

interface ManualRun {
  /** Stops rely on the results: nobody else's shell may have decided which programs ran. */
  isPersons: boolean;
  env: Environment;
  store: Store;
  projectDir: string;
  tree: TreeState;
  view: ReturnType<typeof watchChecks>;
  signal: AbortSignal;
}

/** A person can wait longer than a stop can. */
const MIN_TIMEOUT_MS = 600_000;

const TREE_MS = 30_000;

const OPTIONS = {
  ci: flag("for CI: plain output, failures in full, GitHub annotations; needs no trust"),
  junit: option("FILE", "write the results as JUnit XML"),
  ...PROJECT_OPTIONS,
};

type Call = Invocation<typeof OPTIONS>;

export const command = defineCommand({
  changes: true,
  usage: "[stage]",
  details:
    "Runs the configured stages in order, or one of them, even if nothing changed. What passes at your terminal is not run\n" +
    "again at a stop while the tree stays the same; what an agent runs is.\n" +
    "In GitHub Actions it also writes the job summary and annotations; elsewhere --ci writes annotations. More: `holdfast help ci`.\n" +
    "Exit code 0: all passed; 2: a check failed; 4: a check gave no result (missing, too slow, killed); 1: nothing ran.",
  examples: [
    "holdfast gate run",
    "holdfast gate run correctness",
    "holdfast gate run --ci --junit checks.xml",
  ],
  options: OPTIONS,
  maxPositionals: 1,
  async run(call) {
    const { options, positionals, env, out } = call;
    const project = await findProject(call, options.project);
    const loaded = await loadConfig(env, project.dir);
    const stages = await chooseStages(call, loaded, project.dir, positionals[0]);
    const { GITHUB_ACTIONS, GITHUB_STEP_SUMMARY } = process.env;
    const files = {
      junit: prepareFile(call.cwd, options.junit),
      summary: GITHUB_STEP_SUMMARY || null,
    };
    if (!options.json) out.line(`project ${project.dir} ${out.style.dim(`(${project.foundBy})`)}`);
    const tree = await readTreeState(project.dir, { env, deadlineMs: TREE_MS });
    const view = watchChecks(out, { ...options, fenced: GITHUB_ACTIONS === "true" });
    const interrupt = new AbortController();
    const abort = () => interrupt.abort();
    process.once("SIGINT", abort).once("SIGTERM", abort);
    const isPersons = await isByPerson(call);
    const ran = await withStore(env, async (store) => {
      const place = { isPersons, env, store, projectDir: project.dir, tree, view, signal: interrupt.signal };
      return runStages(stages, (check) => runAndSave(check, place), navigator.hardwareConcurrency);
    }).finally(() => {
      view.end();
      process.off("SIGINT", abort).off("SIGTERM", abort);
    });
    if (isPersons && ran.some(({ result }) => result?.outcome === "passed"))
      await reportPersonsWord(call, {
        done: `checks of ${printable(project.dir)} were run by hand, and what passed counts for the next stop`,
        undo: "`holdfast checks` shows what ran.",
        dir: project.dir,
      });
    const sessionId = env.insideAgent ? env.sessionId : null;
    const folder = sessionStateDir(stateDir(env, loaded), sessionId);
    if (sessionId !== null && folder !== null)
      await saveQualityFile(folder, sessionId, listStages(loaded, project.dir), ran);
    report(call, stages, ran);
    const checks = reportChecks(stages, ran, tree.root ?? project.dir);
    if (!options.json && (options.ci || GITHUB_ACTIONS === "true"))
      for (const line of renderAnnotations(checks)) out.line(line);
    writeReports(checks, files, (text) => out.error(text));
    return interrupt.signal.aborted ? 130 : exitCode(ran);
  },
});

async function chooseStages(
  { env, options }: Call,
  loaded: LoadedConfig,
  projectDir: string,
  name: string | undefined,
): Promise<Stage[]> {
  const all = listStages(loaded, projectDir);
  const chosen = name === undefined ? all : all.filter((stage) => stage.name === name);
  const mistake = ownProblems(loaded).find(({ path }) => path[0] === "quality");
  if (all.length === 0 && mistake)
    throw new UserError(
      "config",
      `no check can be used: ${mistake.path.join(".")} ${mistake.message}`,
      "`holdfast config check` says where.",
    );
  if (all.length === 0)
    throw new UserError(
      "no-stages",
      "no check with a command is configured here",
      "`holdfast init` suggests some.",
    );
  if (chosen.length === 0) {
    const names = all.map((stage) => stage.name).join(", ");
    throw new UserError("no-stage", `there is no stage "${name}"`, `The stages are: ${oneLine(names)}.`);
  }
  // In CI nobody can grant trust; inside Claude, --ci must not bypass it.
  if (options.ci && findAgent(env) === null) return chosen;
  const { stages } = await permittedStages({ env, loaded, projectDir });
  const permitted = new Set(stages.flatMap(({ checks }) => checks.map(keyOf)));
  if (chosen.some(({ checks }) => checks.some((check) => !permitted.has(keyOf(check))))) {
    throw new UserError(
      "untrusted",
      "this project's .claude/holdfast.json is not trusted, or has changed since, so its commands do not run",
      "Read it with `holdfast trust --show`, then run `holdfast trust` in your own terminal.",
    );
  }
  return chosen;
}

function keyOf({ stage, index }: Check): string {
  return `${index} ${stage}`;
}

function report({ options, out }: Call, stages: readonly Stage[], ran: readonly CheckRun<CheckRow>[]): void {
  const { lastResult, stages: results } = summarise(stages, ran);
  if (options.json) {
    const checks = ran.flatMap(({ result }) => (result ? [result] : []));
    out.json({ result: lastResult, stages: verbatim(results), checks });
    return;
  }
  const left = stages.filter(({ name }) => !ran.some(({ check }) => check.stage === name));
  if (left.length > 0)
    out.line(out.style.dim(`not run: ${oneLine(left.map(({ name }) => name).join(", "))}`));
  const code = exitCode(ran);
  if (code === 0) out.line(out.style.green("All checks passed."));
  else out.line(out.style.red(code === 2 ? "Checks failed." : "Some checks gave no result."));
}

function exitCode(ran: readonly CheckRun<CheckRow>[]): number {
  if (ran.some(({ result }) => result?.outcome === "failed")) return 2;
  return ran.every(({ result }) => result?.outcome === "passed") ? 0 : 4;
}

/** Always runs. */
async function runAndSave(check: Check, run: ManualRun): Promise<CheckRow | undefined> {
  const { isPersons, env, store, projectDir, tree, view, signal } = run;
  if (signal.aborted) return undefined;
  const cached = cacheKey(check, tree);
  const key = cached ?? `by-hand-${Bun.hash(check.run).toString(36)}`;
  view.begin(check);
  const row = await runCheck(
    check,
    { env, projectDir, root: tree.root, key },
    {
      timeoutMs: Math.max(check.timeoutMs, MIN_TIMEOUT_MS),
      signal,
      onOutput: (chunk) => view.output(check, chunk),
      async onResult(result) {
        const sessionId = env.insideAgent ? env.sessionId : null;
        if (sessionId === null) return;
        const ran = { check: `quality ${check.stage}`, command: shownCommand(check), dir: workFolder(check) };
        await saveRun(env, { sessionId, ...ran, tree: tree.fingerprint || null }, result);
      },
    },
  );
  if (isPersons && cached !== null && row.outcome !== "killed") saveCheck(store, row);
  view.finish(check, row);
  return row;
}
