// The lock that applies in a folder, and where it comes from: a clone or an archive must not hold anybody by being opened.
import type { Config } from "../../config/config.ts";
import type { Environment } from "../../config/environment.ts";
import type { Store } from "../../store/open.ts";
import { quoteWork } from "../../text/quote-text.ts";
import { findLockRow, type LockOrigin } from "./rows.ts";
import { type Lock, readLock } from "./state-file.ts";

export interface FoundLock {
  lock: Lock | null;
  problem?: string;
  origin: LockOrigin;
  identity: string;
  /** It was judged before, and if it is foreign, the person was told. */
  isKnown: boolean;
}

const MAX_GOAL = 80;

/** `store`: null where it cannot be opened; then nothing was judged before. */
export async function findLock(
  env: Environment,
  store: Store | null,
  folder: string,
  config: Config,
): Promise<FoundLock> {
  const { lock, identity, ...rest } = await readLock(folder, config);
  if (lock === null) return { lock, origin: "person", identity, isKnown: false, ...rest };
  const row = store && findLockRow(store, folder);
  if (row?.identity === identity) return { lock, origin: row.origin, identity, isKnown: true };
  const { judgeOrigin } = await import("./judge-origin.ts");
  return { lock, origin: await judgeOrigin(env, folder), identity, isKnown: false };
}

/** For the person. */
export function describeForeignLock({ goal }: Lock, origin: LockOrigin): string {
  const from = origin === "repository" ? "the repository (git tracks it)" : "the archive the project came in";
  const about = goal === "" ? "" : `: "${quoteWork(goal, MAX_GOAL)}"`;
  return `A lock came with ${from} and holds nothing${about}. Keep it: \`holdfast lock --keep\`; remove it: \`holdfast unlock\`.`;
}
