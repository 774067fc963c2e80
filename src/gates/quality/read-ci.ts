// A stage `{"ci": true}`: asks the person's `gh` after the turn for the CI results of the branch's head.
import { type Gh, openGh } from "../../platform/process/gh.ts";
import { markShown } from "../../store/notices.ts";
import { quoteOutput } from "../../text/quote-text.ts";
import { redact } from "../../text/redaction/redact.ts";
import { isRecord, parseJson } from "../../text/unknown-values.ts";
import { findBaselineIn } from "../../worktree/baseline.ts";
import { readTreeState } from "../../worktree/read-tree-state.ts";
import { decodeTreeState } from "../../worktree/tree-state.ts";
import { permitEntries } from "../commands/permitted.ts";
import type { StopContext } from "../engine/stop-context.ts";

export interface FailedRun {
  name: string;
  url: string;
  /** The id of a GitHub Actions run, for `gh run view`. */
  id: number | null;
}

export interface RedCi {
  stage: string;
  head: string;
  failed: FailedRun[];
}

type CiState = { state: "none" | "pending" | "green" } | { state: "red"; failed: FailedRun[] };

const MAX_TREE_MS = 10_000;
const MAX_GH_MS = 30_000;
const POLL_MS = 20_000;
/** GitHub starts a run within this time after a push. */
const MAX_START_MS = 60_000;
const MAX_TEXT_LENGTH = 160;
const FAILED = new Set(["failure", "timed_out", "startup_failure"]);
const FAILED_CHECK = new Set(["FAILURE", "ERROR", "TIMED_OUT", "STARTUP_FAILURE"]);
const ENDED_CHECK = new Set(["SUCCESS", "NEUTRAL", "SKIPPED", "CANCELLED", "ACTION_REQUIRED", "STALE"]);

/**
 * null when CI is not red. Reported once per head, and only for commits since the session's start. A `gh` that fails is not
 * recorded as a fault; the doctor reports it.
 */
export async function gatherCi(
  stop: StopContext,
  { isCurrent, until }: { isCurrent: () => boolean; until: number },
): Promise<RedCi | null> {
  const { env, store, sessionId, projectDir } = stop;
  if (projectDir === null || stop.commands === null) return null;
  const stage = await findCiStage(stop, projectDir);
  if (stage === null) return null;
  const readHead = async () => (await readTreeState(projectDir, { env, deadlineMs: MAX_TREE_MS })).head;
  const head = await readHead();
  const baseline = await findBaselineIn(store, sessionId, projectDir);
  const start = baseline && decodeTreeState(baseline.tree);
  if (head === null || !start || start.head === head) return null;
  const gh = openGh({ cwd: projectDir, variables: process.env, timeoutMs: MAX_GH_MS });
  const startedAt = Date.now();
  while (isCurrent()) {
    const ci = await readCi(gh, head);
    if (ci?.state === "red") {
      const isNews = (await readHead()) === head && markShown(store, "", `ci:${projectDir}:${head}`);
      return isNews ? { stage, head, failed: ci.failed } : null;
    }
    const hasNoRuns = ci?.state === "none" && Date.now() - startedAt > MAX_START_MS;
    if (ci === null || ci.state === "green" || hasNoRuns || Date.now() + POLL_MS > until) return null;
    await Bun.sleep(POLL_MS);
  }
  return null;
}

/** The first one that the user trusts. */
async function findCiStage({ env, loaded }: StopContext, projectDir: string): Promise<string | null> {
  const entries = Object.entries(loaded.config.quality.stages).flatMap(([stage, commands]) =>
    commands.flatMap(({ ci }, index) => (ci ? [{ stage, index }] : [])),
  );
  if (entries.length === 0) return null;
  const keyOf = ({ stage, index }: (typeof entries)[number]) => ["quality", "stages", stage, index];
  const { permitted } = await permitEntries({ env, loaded, projectDir }, entries, keyOf);
  return permitted[0]?.stage ?? null;
}

/** The GitHub Actions runs on this commit, and the checks of its pull request, to which other services report. null when `gh` fails. */
export async function readCi(gh: Gh, head: string): Promise<CiState | null> {
  const runs = await askRuns(gh, head);
  if (runs === null) return null;
  const ofRuns = judgeRuns(runs);
  if (ofRuns.state === "red" || ofRuns.state === "pending") return ofRuns;
  // Without a pull request on this commit there are only runs. Older versions of `gh` have no `gh pr checks --json`.
  const pull = await gh(["pr", "view", "--json", "headRefOid,statusCheckRollup"]);
  const read = pull.ok ? parseJson(pull.value) : null;
  if (!isRecord(read) || read.headRefOid !== head || !Array.isArray(read.statusCheckRollup)) return ofRuns;
  const checks = read.statusCheckRollup.filter(isRecord);
  return checks.length === 0 ? ofRuns : judgeChecks(checks);
}

/** Older versions, such as Debian's 2.23, do not know `--commit`. */
async function askRuns(gh: Gh, head: string): Promise<Record<string, unknown>[] | null> {
  const list = ["run", "list", "--json", "databaseId,workflowName,event,status,conclusion,url,headSha"];
  const runs =
    (await askList(gh, [...list, "--limit", "50", "--commit", head])) ??
    (await askList(gh, [...list, "--limit", "100"]));
  return runs?.filter(({ headSha }) => headSha === head) ?? null;
}

async function askList(gh: Gh, args: string[]): Promise<Record<string, unknown>[] | null> {
  const answer = await gh(args);
  const list = answer.ok ? parseJson(answer.value) : null;
  return Array.isArray(list) ? list.filter(isRecord) : null;
}

/** `runs`: newest first. Of several runs of a workflow by the same event, the newest counts. */
function judgeRuns(runs: readonly Record<string, unknown>[]): CiState {
  const seen = new Set<string>();
  const latest = runs.filter(({ workflowName, event }) => {
    const key = `${workflowName} ${event}`;
    return !seen.has(key) && seen.add(key);
  });
  const failed = latest
    .filter(({ conclusion }) => FAILED.has(String(conclusion)))
    .map(({ workflowName, url, databaseId }) => ({
      name: readable(workflowName),
      url: readable(url),
      id: Number.isSafeInteger(databaseId) ? (databaseId as number) : null,
    }));
  if (failed.length > 0) return { state: "red", failed };
  if (latest.length === 0) return { state: "none" };
  return { state: latest.every(({ status }) => status === "completed") ? "green" : "pending" };
}

/** A completed check run has a conclusion, a status of another service has a state. Of repeated checks the newest counts. */
function judgeChecks(checks: readonly Record<string, unknown>[]): CiState {
  const latest = new Map<string, Record<string, unknown>>();
  for (const check of checks.toSorted((a, b) => startOf(a) - startOf(b)))
    latest.set(`${check.workflowName} ${check.name ?? check.context}`, check);
  const ended = [...latest.values()].map((check) => ({ ...check, end: endOf(check) }));
  const failed = ended
    .filter(({ end }) => FAILED_CHECK.has(end))
    .map(({ name, context, detailsUrl, targetUrl }: Record<string, unknown>): FailedRun => {
      return { name: readable(name ?? context), url: readable(detailsUrl ?? targetUrl), id: null };
    });
  if (failed.length > 0) return { state: "red", failed };
  return { state: ended.every(({ end }) => ENDED_CHECK.has(end)) ? "green" : "pending" };
}

function startOf({ startedAt }: Record<string, unknown>): number {
  return Date.parse(String(startedAt)) || 0;
}

function endOf({ status, conclusion, state }: Record<string, unknown>): string {
  return String(state ?? (status === "COMPLETED" ? conclusion : status) ?? "");
}

/** Quoted, because the authors of workflows choose the names. */
function readable(value: unknown): string {
  return quoteOutput(redact(typeof value === "string" ? value : "").text, MAX_TEXT_LENGTH);
}
