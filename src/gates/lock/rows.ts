// The origin of each folder's lock, judged when it was first seen, and the goals of the sessions that a lock holds.
import { type Condition, findGoal, type Goal, isOpenGoal } from "../../store/goals.ts";
import type { Store } from "../../store/open.ts";
import { clipLine } from "../../text/clip.ts";
import { countNoun } from "../../text/count-noun.ts";
import { printable } from "../../text/printable.ts";
import { newGoal } from "../goals/state-file.ts";
import type { Lock } from "./state-file.ts";

const MAX_GOAL_LENGTH = 80;

/** "command": `holdfast lock` wrote it. "repository": it was part of the last commit when it was first seen. "person": any other. */
export type LockOrigin = "command" | "person" | "repository";

export interface LockRow {
  /** The lock's folder. */
  project_dir: string;
  /** A hash of the file's text and time. */
  identity: string;
  origin: LockOrigin;
  at: number;
  /** What it said, for the person. */
  was: string;
}

export function findLockRow(store: Store, folder: string): LockRow | null {
  return store.query("SELECT * FROM locks WHERE project_dir = $folder").get({ folder }) as LockRow | null;
}

export interface LockOfFolder {
  folder: string;
  lock: Lock;
  origin: LockOrigin;
}

export function saveLockRow(
  store: Store,
  { folder, lock, identity, origin, at }: LockOfFolder & Pick<LockRow, "identity" | "at">,
): void {
  store
    .query(
      "INSERT OR REPLACE INTO locks (project_dir, identity, origin, at, was) VALUES ($folder, $identity, $origin, $at, $was)",
    )
    .run({ folder, identity, origin, at, was: describeLock(lock) });
}

/** For the person. */
export function describeLock({ goal, definitionOfDone, owner, all, expiresAt, maxBlocks }: Lock): string {
  const what =
    goal === "" ? "a lock without a goal" : `a lock for ${clipLine(printable(goal), MAX_GOAL_LENGTH)}`;
  const whom = all ? "every session" : owner === null ? "the next session" : `session ${owner}`;
  const done =
    definitionOfDone === "" ? "" : `, done when ${clipLine(printable(definitionOfDone), MAX_GOAL_LENGTH)}`;
  return `${what}${done}, holding ${whom} for ${countNoun(maxBlocks, "round")} until ${new Date(expiresAt).toISOString()}`;
}

/** The lock came with the repository: it holds only after a person accepts it. */
export function isForeign(origin: LockOrigin): boolean {
  return origin === "repository";
}

/** The goal of a session that the lock holds. */
export function goalOfLock(sessionId: string, { folder, lock, origin }: LockOfFolder, now: number): Goal {
  // Only our command can leave it to a judge: a file that Claude rewrote must not hold less.
  const isForJudge = lock.judge && lock.definitionOfDone !== "" && origin === "command";
  return {
    ...newGoal("lock", { sessionId, projectDir: folder, now }),
    text: lock.goal || "a lock without a goal",
    conditions: isForJudge ? [judgeCondition(lock)] : [],
    fileKey: folder,
  };
}

/** The lock's own words. */
function judgeCondition({ definitionOfDone }: Lock): Condition {
  return { id: "judge", by: "judge", ask: `Is this done: ${definitionOfDone}?` };
}

/** If its file is gone, it was not released by us. Suspended when its judge could not answer. */
export function findHeldLock(store: Store, sessionId: string): Goal | null {
  const goal = findGoal(store, "lock", sessionId);
  return goal !== null && isOpenGoal(goal) ? goal : null;
}

/** Returns the sessions that the lock held. */
export function dropHeldLock(store: Store, folder: string, at: number): string[] {
  store.query("DELETE FROM locks WHERE project_dir = $folder").run({ folder });
  const rows = store.query(
    `UPDATE goals SET state = 'cancelled', updated_at = $at WHERE kind = 'lock' AND project_dir = $folder
       AND state IN ('active', 'suspended') RETURNING session_id AS id`,
  );
  return (rows.all({ folder, at }) as { id: string }[]).map(({ id }) => id);
}
