// Runs checks after the turn: one run at a time per project, and a newer turn ends an older run.
import type { StopEvent } from "../../protocol/hook-event.ts";
import type { Store } from "../../store/open.ts";
import { readTreeState } from "../../worktree/read-tree-state.ts";
import { currentBudget } from "../engine/budget-rows.ts";
import { gatherChangesAfterTurn } from "../engine/changes.ts";
import type { StopContext } from "../engine/stop-context.ts";
import { checkChanges } from "./check-changes.ts";
import { NO_FACTS, type QualityFacts } from "./judge.ts";

/** Below the client's timeout for this hook. */
const MAX_MS = 880_000;
const MAX_TREE_MS = 10_000;
const POLL_MS = 300;
const MAX_WAIT_MS = 60_000;
/** A run without a heartbeat for this long is dead. */
const MAX_SILENCE_MS = 5_000;

export async function gatherAfterTurn(stop: StopContext<StopEvent>): Promise<QualityFacts | null> {
  const { sessionId, store, projectDir, budget } = stop;
  if (projectDir === null) return null;
  const isCurrent = () => currentBudget(store, sessionId, "main")?.id === budget?.id;
  const until = stop.now + MAX_MS;
  const checked = await gatherFromChanges(stop, projectDir, isCurrent, until);
  const hasCiStage = Object.values(stop.config.quality.stages).some((stage) => stage.some(({ ci }) => ci));
  if (checked !== null || !hasCiStage) return checked;
  const { gatherCi } = await import("./read-ci.ts");
  const ci = await gatherCi(stop, { isCurrent, until });
  return ci && { ...NO_FACTS, ci };
}

async function gatherFromChanges(
  stop: StopContext<StopEvent>,
  projectDir: string,
  isCurrent: () => boolean,
  until: number,
): Promise<QualityFacts | null> {
  const { env, store } = stop;
  const changes = await gatherChangesAfterTurn(stop);
  if (changes === null || changes.files.length === 0) return null;
  const facts = await withRunSlot(store, projectDir, isCurrent, async (signal) => {
    const checked = await checkChanges({ stop, changes, projectDir, which: "background", until, signal });
    if (checked && checked.failures.length > 0) return checked;
    if (stop.config.quality.newTests === "off") return null;
    const { gatherNewTests } = await import("./new-tests/gather-new-tests.ts");
    const newTests = await gatherNewTests(stop, changes, { until, signal });
    return newTests && { ...NO_FACTS, newTests, treeFingerprint: (await changes.wholeTree()).fingerprint };
  });
  if (!facts) return null;
  // If the tree has changed meanwhile, a later stop will check it.
  const { fingerprint } = await readTreeState(projectDir, { env, deadlineMs: MAX_TREE_MS });
  // The stop itself has already said that the project is not trusted.
  return fingerprint === facts.treeFingerprint ? { ...facts, refused: null } : null;
}

/** null when a newer turn takes over before or while the work runs, or `isCurrent` becomes false. */
export async function withRunSlot<T>(
  store: Store,
  projectDir: string,
  isCurrent: () => boolean,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T | null> {
  const token = crypto.randomUUID();
  const isWanted = () => isRunWanted(store, projectDir, token) && isCurrent();
  requestRun(store, projectDir, token, Date.now());
  for (const until = Date.now() + MAX_WAIT_MS; !startRun(store, projectDir, token, Date.now()); ) {
    if (!isWanted() || Date.now() > until) return null;
    await Bun.sleep(POLL_MS);
  }
  const superseded = new AbortController();
  const watch = setInterval(() => {
    if (isWanted()) heartbeatRun(store, projectDir, token, Date.now());
    else superseded.abort();
  }, POLL_MS);
  try {
    const result = await work(superseded.signal);
    return superseded.signal.aborted || !isWanted() ? null : result;
  } finally {
    clearInterval(watch);
    endRun(store, projectDir, token);
  }
}

/** Replaces any earlier request. */
export function requestRun(store: Store, projectDir: string, token: string, at: number): void {
  store
    .query(
      `INSERT INTO background_runs (project_dir, wanted, beat_at) VALUES ($projectDir, $token, $at)
       ON CONFLICT (project_dir) DO UPDATE SET wanted = $token`,
    )
    .run({ projectDir, token, at });
}

export function isRunWanted(store: Store, projectDir: string, token: string): boolean {
  const row = store
    .query("SELECT wanted FROM background_runs WHERE project_dir = $projectDir")
    .get({ projectDir }) as { wanted: string } | null;
  return row?.wanted === token;
}

/** True when no other run is active. */
export function startRun(store: Store, projectDir: string, token: string, at: number): boolean {
  return (
    store
      .query(
        `UPDATE background_runs SET running = $token, beat_at = $at
         WHERE project_dir = $projectDir AND wanted = $token AND (running IS NULL OR beat_at < $at - ${MAX_SILENCE_MS})`,
      )
      .run({ projectDir, token, at }).changes > 0
  );
}

export function heartbeatRun(store: Store, projectDir: string, token: string, at: number): void {
  store
    .query("UPDATE background_runs SET beat_at = $at WHERE project_dir = $projectDir AND running = $token")
    .run({ projectDir, token, at });
}

export function endRun(store: Store, projectDir: string, token: string): void {
  store
    .query("UPDATE background_runs SET running = NULL WHERE project_dir = $projectDir AND running = $token")
    .run({ projectDir, token });
}
