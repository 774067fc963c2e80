// Gathers which checks ran on a work tree or in a session, by whom and with which result. It goes into pull requests, so secrets
// and the person's folders are removed here, once for every form.
import type { Environment } from "../config/environment.ts";
import { loadConfig } from "../config/load-config.ts";
import { mayCapture } from "../config/place.ts";
import { type Check, listStages, shownCommand, workFolder } from "../gates/commands/check.ts";
import { cacheKey } from "../gates/quality/due-checks.ts";
import { projectKey, resolveLinks } from "../platform/repository.ts";
import { commandSubject } from "../recording/observations/shell-commands.ts";
import { describeRun, type Run } from "../recording/runs/run.ts";
import { locateRun, type RecordedRun, readOwnRun } from "../recording/runs/run-rows.ts";
import { listProjectRuns, listSessionRuns } from "../recording/runs/runs-of-session.ts";
import { type ConfiguredChecks, listConfiguredChecks } from "../recording/runs/static-checks.ts";
import {
  type CheckRow,
  findCheck,
  findNewTestsResult,
  latestChecks,
  type NewTestsRow,
} from "../store/check-results.ts";
import { type Goal, listWaivedGoals, waivedOf } from "../store/goals.ts";
import type { Store } from "../store/open.ts";
import { publicLine } from "../text/public-line.ts";
import { redact } from "../text/redaction/redact.ts";
import { readTreeState } from "../worktree/read-tree-state.ts";
import { sameContentBefore } from "../worktree/same-content.ts";
import { differsFromCommit, type TreeState } from "../worktree/tree-state.ts";
import { DAY_MS } from "./shared.ts";
import { nameCondition } from "./status/describe-goals.ts";
import type { ReadStore } from "./status/session-facts.ts";

export interface ChecksReport {
  project: string;
  /** The session that was asked for; null for the work tree. */
  session: string | null;
  tree: {
    /** "unknown": git could not read it. */
    state: "known" | "no repository" | "unknown";
    commit: string | null;
    branch: string | null;
    /** Number of uncommitted files. */
    uncommitted: number;
  };
  /** Of a work tree: those on this tree, then those on older ones; the last run of each. Of a session: every run. */
  checks: RanCheck[];
  /** false: the settings exclude the project, and only `gate run` leaves a result. */
  recorded: boolean;
  /** How many checks the config has. */
  configured: number;
  /** Those without a recorded run. */
  withoutRun: { stage: string; command: string }[];
  /** Goals, of the session or in the last days, with conditions that somebody other than the person gave up. */
  waived: { kind: string; goal: string; conditions: string[] }[];
}

export interface RanCheck
  extends Pick<Run, "kind" | "command" | "passed" | "failed" | "skipped" | "evidence"> {
  /** The stage, what holdfast ran it for ("loop", "flow correctness_passed", "plan"), or the program. */
  check: string;
  /** Relative to the top of the work tree; empty for the top. */
  folder: string;
  /** "weak": new tests of which some also pass without the change. */
  result: "passed" | "failed" | "weak" | "unknown";
  /** Such as "41 passed"; empty without counts. */
  counts: string;
  /** It failed, but the command reported success. */
  hidden: boolean;
  /** "configured": a stage's command, other than tests. */
  scope: "full" | "folder" | "file" | "name" | "configured" | "unknown";
  target: string;
  by: "holdfast" | "claude";
  subagent: boolean;
  session: string | null;
  at: number;
  tree: "this" | "older" | "unknown";
}

interface Place {
  env: Environment;
  projectDir: string;
  readStore: ReadStore;
}

type FoundRun = RecordedRun & { folder: string; label: RanCheck["tree"] };

const TREE_MS = 30_000;
const MAX_LINE = 300;
const WAIVED_MS = 7 * DAY_MS;
const MAX_RESULTS = 1000;
/** A check of a stage is recorded as a run and as a result, both when it ends. */
const SAME_RUN_MS = 5000;

const RESULTS = { green: "passed", red: "failed", unknown: "unknown" } as const;

export async function gatherTreeChecks(place: Place): Promise<ChecksReport> {
  const tree = await readTree(place);
  const { stages, recorded, configured } = await readStages(place);
  const key = await projectKey(place.projectDir);
  const { runs, withoutRun, waived, newTests } = await place.readStore((store) => {
    const { projectDir } = place;
    const all = listProjectRuns(store, { key, dir: projectDir }, tree.fingerprints, configured)
      .map(tree.locate)
      .filter(({ label, dir }) => label === "this" || dir === null || tree.contains(dir));
    return {
      ...addStageResults(store, projectDir, { all, stages, tree }),
      waived: listWaivedGoals(store, { projectDir, since: Date.now() - WAIVED_MS }),
      newTests: tree.fingerprints.flatMap((one) => findNewTestsResult(store, one) ?? []).slice(0, 1),
    };
  });
  const clean = cleaner(place);
  return {
    ...describePlace(place, tree.state),
    session: null,
    checks: [
      ...lastRuns(runs).map((run) => toCheck(run, configured, clean)),
      ...newTests.map((row) => toNewTests(row, clean)),
    ],
    recorded,
    configured: stages.length,
    withoutRun: withoutRun.map(({ stage, run }) => ({ stage: clean(stage), command: clean(run) })),
    waived: waived.map((goal) => toWaived(goal, clean)),
  };
}

export async function gatherSessionChecks(place: Place, sessionId: string): Promise<ChecksReport> {
  const tree = await readTree(place);
  const { stages, recorded, configured } = await readStages(place);
  const { runs, waived } = await place.readStore((store) => ({
    runs: listSessionRuns(store, sessionId, configured),
    waived: listWaivedGoals(store, { sessionId, since: 0 }),
  }));
  const clean = cleaner(place);
  return {
    ...describePlace(place, tree.state),
    session: sessionId,
    checks: runs.map((run) => toCheck(tree.locate(run), configured, clean)),
    recorded,
    configured: stages.length,
    withoutRun: [],
    waived: waived.map((goal) => toWaived(goal, clean)),
  };
}

function toWaived(goal: Goal, clean: (text: string) => string): ChecksReport["waived"][number] {
  const conditions = waivedOf(goal).map((id) => clean(nameCondition(id)));
  return { kind: clean(goal.kind), goal: clean(goal.text), conditions };
}

type KnownTree = Awaited<ReturnType<typeof readTree>>;

async function readTree({ env, projectDir }: Place) {
  const options = { env, deadlineMs: TREE_MS };
  const state = await readTreeState(projectDir, options);
  const states = await sameContentBefore(state, options);
  const fingerprints = states.map(({ fingerprint }) => fingerprint).filter(Boolean);
  const top = state.root ?? projectDir;
  const tops = [top, await resolveLinks(top)];
  const contains = (dir: string) => tops.some((one) => dir === one || dir.startsWith(`${one}/`));
  const labelOf = ({ tree }: RecordedRun): FoundRun["label"] => {
    if (tree === null || fingerprints.length === 0) return "unknown";
    return fingerprints.includes(tree) ? "this" : "older";
  };
  const locate = (run: RecordedRun): FoundRun => {
    const located = locateRun(run, tops);
    const isElsewhere = located.folder === "" && run.dir !== null && !tops.includes(run.dir);
    return { ...located, folder: isElsewhere ? (run.dir ?? "") : located.folder, label: labelOf(run) };
  };
  return { state, states, fingerprints, contains, locate };
}

async function readStages({ env, projectDir }: Place) {
  const loaded = await loadConfig(env, projectDir);
  const stages = listStages(loaded, projectDir).flatMap(({ checks }) => checks);
  const recorded = mayCapture({ env, projectDir }, loaded.config);
  return { stages, recorded, configured: listConfiguredChecks(loaded.config) };
}

/**
 * A result that `gate run` got in a terminal belongs to no session, so it is not among the runs. A check limited to some paths
 * counts on this tree if these are unchanged, although it ran on an older one.
 */
function addStageResults(
  store: Store,
  projectDir: string,
  { all, stages, tree }: { all: readonly FoundRun[]; stages: readonly Check[]; tree: KnownTree },
): { runs: FoundRun[]; withoutRun: Check[] } {
  const latest = latestChecks(store, projectDir, 0, MAX_RESULTS);
  let runs = [...all];
  const withoutRun: Check[] = [];
  for (const check of stages) {
    const here = tree.states
      .flatMap((state) => findCheck(store, cacheKey(check, state) ?? "") ?? [])
      .toSorted((a, b) => a.at - b.at)
      .at(-1);
    const row = here ?? latest.find(({ command }) => command === redact(check.run).text);
    const result = toRun(check, row ?? null, tree);
    const isSame = (run: FoundRun) => run.command === result.command && run.folder === result.folder;
    const label = here ? "this" : tree.fingerprints.length === 0 ? "unknown" : "older";
    const isRecorded = (run: FoundRun) =>
      run.isOwn && isSame(run) && run.state === result.state && Math.abs(run.at - result.at) <= SAME_RUN_MS;
    if (row && runs.some(isRecorded))
      runs = runs.map((run) => (here && isRecorded(run) ? { ...run, label } : run));
    else if (row) runs.push({ ...result, label });
    else if (!runs.some(isSame)) withoutRun.push(check);
  }
  return { runs: runs.toSorted((a, b) => a.at - b.at), withoutRun };
}

function toRun(check: Check, row: CheckRow | null, tree: KnownTree): FoundRun {
  const run = readOwnRun({
    check: `quality ${check.stage}`,
    command: redact(shownCommand(check)).text,
    dir: workFolder(check),
    tree: null,
    outcome: row?.outcome ?? "missing",
    exitCode: row?.exit_code ?? null,
    output: row?.telling ?? "",
  });
  return tree.locate({
    ...run,
    sessionId: "",
    projectKey: null,
    toolUseId: null,
    at: row?.at ?? 0,
    isOwn: true,
  });
}

/**
 * The last run of each check: on this tree by holdfast and by Claude, as Claude's shell can be rigged; on another tree only if
 * nobody ran it on this one.
 */
function lastRuns(runs: readonly FoundRun[]): FoundRun[] {
  const checkOf = ({ folder, command }: FoundRun) => `${folder}\n${command}`;
  const here = newestOf(
    runs.filter(({ label }) => label === "this"),
    (run) => `${run.isOwn}\n${checkOf(run)}`,
  );
  const ranHere = new Set(here.map(checkOf));
  const elsewhere = newestOf(
    runs.filter((run) => run.label !== "this" && !ranHere.has(checkOf(run))),
    checkOf,
  );
  return [...here, ...elsewhere];
}

/** Newest first. A run that does not say how it ended replaces no result. */
function newestOf(runs: readonly FoundRun[], keyOf: (run: FoundRun) => string): FoundRun[] {
  const last = new Map<string, FoundRun>();
  for (const run of runs) {
    const key = keyOf(run);
    if (run.state !== "unknown" || (last.get(key)?.state ?? "unknown") === "unknown") last.set(key, run);
  }
  return [...last.values()].toSorted((a, b) => b.at - a.at);
}

function toCheck(run: FoundRun, configured: ConfiguredChecks, clean: (text: string) => string): RanCheck {
  const { kind, state, passed, failed, skipped, evidence, at } = run;
  const stage = configured.get(run.command) ?? configured.get(commandSubject(run.command));
  const isStage = run.isOwn ? run.check.startsWith("quality ") : stage !== undefined;
  return {
    kind,
    check: clean(run.isOwn ? run.check.replace(/^quality /, "") : (stage ?? run.check)),
    command: clean(run.command),
    folder: clean(run.folder),
    result: RESULTS[state],
    counts: describeCounts(run),
    ...{ passed, failed, skipped, evidence },
    hidden: run.isHidden,
    scope: kind !== "tests" && isStage ? "configured" : run.scope === "suite" ? "full" : run.scope,
    target: clean(run.target),
    by: run.isOwn ? "holdfast" : "claude",
    subagent: run.agentId !== null,
    session: run.sessionId || null,
    at,
    tree: run.label,
  };
}

function toNewTests(
  { stage, command, outcome, telling, at }: NewTestsRow,
  clean: (text: string) => string,
): RanCheck {
  // An earlier version had other words, which say less.
  const result = outcome === "passed" || outcome === "weak" ? outcome : "unknown";
  return {
    ...{ kind: "check", check: stage, command: clean(command), folder: "", result },
    ...{ counts: clean(telling), passed: null, failed: null, skipped: null, evidence: null, hidden: false },
    ...{ scope: "unknown", target: "", by: "holdfast", subagent: false, session: null, at, tree: "this" },
  };
}

function describeCounts(run: Run): string {
  const described = describeRun(run) ?? "";
  return described.replace(/^Tests \w+ ?/, "").replace(/^\(|\)$/g, "");
}

function cleaner({ env, projectDir }: Place) {
  return (text: string) => publicLine(text, { home: env.home, projectDir }, MAX_LINE);
}

function describePlace(place: Place, { kind, problem, head, branch, dirty }: TreeState) {
  const state = kind === "git" ? "known" : problem === null ? "no repository" : "unknown";
  return {
    project: publicLine(place.projectDir, { home: place.env.home, projectDir: "" }, MAX_LINE),
    tree: {
      state,
      commit: head,
      branch: branch === null ? null : cleaner(place)(branch),
      uncommitted: dirty.filter(differsFromCommit).length,
    },
  } as const;
}
