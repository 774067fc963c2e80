// The baseline of a session: its work tree as it was when the session began. Everything the session changed is found by
// comparing with it. A process of its own captures it, because git may need longer than a hook may take.

import type { Environment } from "../config/environment.ts";
import { readSmallFile } from "../platform/files.ts";
import { gitRoot, repositoryAt, workTreeTop } from "../platform/repository.ts";
import { type HookContext, noteFault } from "../store/hook-context.ts";
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

/** A capture that takes longer than this has died, and is requested again. */
const RETRY_MS = 60_000;
/** Old commit, new commit, name and address, seconds, time zone. */
const REFLOG_ENTRY = /^[0-9a-f]{40,64} ([0-9a-f]{40,64}) [^\t]* (\d{1,12}) [+-]\d{4}(?:\t|$)/;

/** Never throws. A session that is resumed keeps its first baseline. */
export async function requestBaseline(context: HookContext, store: Store): Promise<void> {
  const { event, startDir: projectDir, now } = context;
  const { sessionId } = event;
  if (sessionId === null || projectDir === null) return;
  try {
    if (isBaselineRequested(store, sessionId, now) || (await gitRoot(projectDir)) === null) return;
    if (!claimBaseline(store, { sessionId, projectDir, at: now })) return;
    const { startDetached } = await import("../platform/process/start-self.ts");
    startDetached(["snapshot", "--session", sessionId, "--project", projectDir]);
  } catch (error) {
    await noteFault(context, "worktree", error);
  }
}

/** Files that belong to a session's baseline and caches that depend on it; removed together with its row. */
export function baselineDir(env: Pick<Environment, "holdfastHome">, sessionId: string): string {
  return `${env.holdfastHome}/state/${sessionId}/start`;
}

/**
 * In the work tree that a folder lies in; null when it was not captured, or not yet. A work tree that the session went to
 * later started clean, at the commit it was at by then.
 */
export async function findBaselineIn(store: Store, sessionId: string, dir: string): Promise<Baseline | null> {
  const session = findSession(store, sessionId);
  const top = workTreeTop(dir);
  const isElsewhere = session?.project_dir && top !== null && workTreeTop(session.project_dir) !== top;
  return isElsewhere ? baselineFromReflog(top, session.started_at) : findBaseline(store, sessionId);
}

async function baselineFromReflog(top: string, at: number): Promise<Baseline | null> {
  const repository = await repositoryAt(top);
  const file = repository && (await readSmallFile(`${repository.gitDir}/logs/HEAD`));
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

/** Of the session's own work tree. */
export function findBaseline(store: Store, sessionId: string): Baseline | null {
  return store
    .query(
      `SELECT tree, requested_at AS at FROM session_starts
       WHERE session_id = $sessionId AND tree IS NOT NULL`,
    )
    .get({ sessionId }) as Baseline | null;
}

/** It is captured, or about to be. */
export function isBaselineRequested(store: Store, sessionId: string, now: number): boolean {
  const row = store
    .query(
      `SELECT tree IS NOT NULL AS isCaptured, requested_at AS requestedAt FROM session_starts
       WHERE session_id = $sessionId`,
    )
    .get({ sessionId }) as { isCaptured: number; requestedAt: number } | null;
  return row !== null && (row.isCaptured === 1 || now - row.requestedAt <= RETRY_MS);
}

/** True for the one caller that is to start the capture. */
export function claimBaseline(store: Store, { sessionId, projectDir, at }: BaselineRequest): boolean {
  return (
    store
      .query(
        `INSERT INTO session_starts (session_id, project_dir, requested_at) VALUES ($sessionId, $projectDir, $at)
         ON CONFLICT (session_id) DO UPDATE SET requested_at = $at
           WHERE tree IS NULL AND requested_at < $at - ${RETRY_MS}`,
      )
      .run({ sessionId, projectDir, at }).changes > 0
  );
}

/** A baseline that exists already stays: the first one counts. */
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

/** Returns the sessions, so that the caller can remove their files. */
export function deleteBaselinesBefore(store: Store, before: number): string[] {
  const rows = store
    .query("DELETE FROM session_starts WHERE requested_at < $before RETURNING session_id")
    .all({ before }) as { session_id: string }[];
  return rows.map((row) => row.session_id);
}
