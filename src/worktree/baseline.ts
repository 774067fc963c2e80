// The baseline of a session: the work tree when the session started. Comparing with it shows what the session changed. A
// detached process captures it, because git may take longer than a hook may.

import type { Environment } from "../config/environment.ts";
import { readSmallFile } from "../platform/files.ts";
import { gitRoot, repositoryAt, workTreeTop } from "../platform/repository.ts";
import { attempt, type HookContext } from "../store/hook-context.ts";
import type { Store } from "../store/open.ts";
import { findSession } from "../store/sessions.ts";
import { encodeTreeState, noTree, treeFingerprint } from "./tree-state.ts";

export interface BaselineRequest {
  sessionId: string;
  projectDir: string;
  at: number;
}

export interface Baseline {
  /** An encoded `TreeState`. */
  tree: string;
  at: number;
}

/** A capture that takes longer counts as dead, and is requested again. */
const MAX_CAPTURE_MS = 60_000;
const MAX_WAIT_MS = 2_000;
const POLL_MS = 20;
/** Old commit, new commit, name and email, seconds, time zone. */
const REFLOG_ENTRY = /^[0-9a-f]{40,64} ([0-9a-f]{40,64}) [^\t]* (\d{1,12}) [+-]\d{4}(?:\t|$)/;

/** Never throws. A resumed session keeps its first baseline. */
export async function requestBaseline(context: HookContext, store: Store): Promise<void> {
  const { event, startDir: projectDir, now } = context;
  const { sessionId } = event;
  if (sessionId === null || projectDir === null) return;
  await attempt(context, "worktree", async () => {
    if (isBaselineRequested(store, sessionId, now) || (await gitRoot(projectDir)) === null) return;
    if (!claimBaseline(store, { sessionId, projectDir, at: now })) return;
    const { startDetached } = await import("../platform/process/start-self.ts");
    startDetached(["background", "snapshot", "--session", sessionId, "--project", projectDir]);
  });
}

/** For the files of a session's baseline and the caches that depend on it. Removed together with its row. */
export function baselineDir(env: Pick<Environment, "holdfastHome">, sessionId: string): string {
  return `${env.holdfastHome}/state/${sessionId}/start`;
}

/**
 * The session's baseline in the work tree of a folder; null when it is not captured (yet). A work tree other than the session's
 * own counts as clean at the session's start, at the commit that its reflog shows.
 */
export async function findBaselineIn(store: Store, sessionId: string, dir: string): Promise<Baseline | null> {
  const session = findSession(store, sessionId);
  const top = workTreeTop(dir);
  const isElsewhere = session?.project_dir && top !== null && workTreeTop(session.project_dir) !== top;
  return isElsewhere ? baselineFromReflog(top, session.started_at) : findBaseline(store, sessionId);
}

async function baselineFromReflog(top: string, at: number): Promise<Baseline | null> {
  const repository = await repositoryAt(top);
  const file = repository && readSmallFile(`${repository.gitDir}/logs/HEAD`);
  if (file?.state !== "read") return null;
  const entries = file.text.split("\n").flatMap((line) => {
    const [, head, seconds] = REFLOG_ENTRY.exec(line) ?? [];
    return head && seconds ? [{ head, at: Number(seconds) * 1000 }] : [];
  });
  const { head } = entries.findLast((entry) => entry.at <= at) ?? entries[0] ?? {};
  if (head === undefined) return null;
  const fingerprint = treeFingerprint(head, []);
  return { tree: encodeTreeState({ ...noTree(at, null), kind: "git", head, root: top, fingerprint }), at };
}

/** For the session's own work tree. */
export function findBaseline(store: Store, sessionId: string): Baseline | null {
  return store
    .query(
      `SELECT tree, requested_at AS at FROM session_starts
       WHERE session_id = $sessionId AND tree IS NOT NULL`,
    )
    .get({ sessionId }) as Baseline | null;
}

/** The baseline is captured, or about to be. */
export function isBaselineRequested(store: Store, sessionId: string, now: number): boolean {
  return findBaseline(store, sessionId) !== null || isBaselinePending(store, sessionId, now);
}

/** Requested, and not captured yet. */
export function isBaselinePending(store: Store, sessionId: string, now: number): boolean {
  const at = findRequestTime(store, sessionId);
  return at !== null && now - at <= MAX_CAPTURE_MS;
}

/** null unless the baseline is requested and not captured yet. */
export function findRequestTime(store: Store, sessionId: string): number | null {
  const row = store
    .query("SELECT requested_at AS at FROM session_starts WHERE session_id = $sessionId AND tree IS NULL")
    .get({ sessionId }) as { at: number } | null;
  return row?.at ?? null;
}

/** Waits a moment for a capture that is not finished. */
export async function awaitCapture(store: Store, sessionId: string): Promise<void> {
  const waitUntil = Date.now() + MAX_WAIT_MS;
  while (isBaselinePending(store, sessionId, Date.now()) && Date.now() < waitUntil) await Bun.sleep(POLL_MS);
}

/** True for the one caller that must start the capture. */
export function claimBaseline(store: Store, { sessionId, projectDir, at }: BaselineRequest): boolean {
  return (
    store
      .query(
        `INSERT INTO session_starts (session_id, project_dir, requested_at) VALUES ($sessionId, $projectDir, $at)
         ON CONFLICT (session_id) DO UPDATE SET requested_at = $at
           WHERE tree IS NULL AND requested_at < $at - ${MAX_CAPTURE_MS}`,
      )
      .run({ sessionId, projectDir, at }).changes > 0
  );
}

/** Keeps an existing baseline. */
export function saveBaseline(
  store: Store,
  { sessionId, projectDir, at }: BaselineRequest,
  tree: string,
): void {
  store
    .query(
      `INSERT INTO session_starts (session_id, project_dir, requested_at, tree)
         VALUES ($sessionId, $projectDir, $at, $tree)
       ON CONFLICT (session_id) DO UPDATE SET tree = $tree WHERE session_starts.tree IS NULL`,
    )
    .run({ sessionId, projectDir, at, tree });
}

/** Returns the session ids, so that the caller can remove their files. */
export function deleteBaselinesBefore(store: Store, before: number): string[] {
  const rows = store
    .query("DELETE FROM session_starts WHERE requested_at < $before RETURNING session_id")
    .all({ before }) as { session_id: string }[];
  return rows.map((row) => row.session_id);
}
