// Who runs checks in the background of a project: one at a time, and the newest turn is the one that counts.
import type { Store } from "../../store/open.ts";

/** Who has not been heard of for so long is gone. */
const GONE_MS = 5_000;

/** From now on this run is the one that is wanted. */
export function wantRun(store: Store, projectDir: string, token: string, at: number): void {
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

/** True when nobody else runs: then it is this one. */
export function startRun(store: Store, projectDir: string, token: string, at: number): boolean {
  return (
    store
      .query(
        `UPDATE background_runs SET running = $token, beat_at = $at
         WHERE project_dir = $projectDir AND wanted = $token AND (running IS NULL OR beat_at < $at - ${GONE_MS})`,
      )
      .run({ projectDir, token, at }).changes > 0
  );
}

/** Still here. */
export function beatRun(store: Store, projectDir: string, token: string, at: number): void {
  store
    .query("UPDATE background_runs SET beat_at = $at WHERE project_dir = $projectDir AND running = $token")
    .run({ projectDir, token, at });
}

export function endRun(store: Store, projectDir: string, token: string): void {
  store
    .query("UPDATE background_runs SET running = NULL WHERE project_dir = $projectDir AND running = $token")
    .run({ projectDir, token });
}
