// Finds the lock of a folder and its origin: a lock in a clone must not hold whoever opens it.

import type { Environment } from "../../config/environment.ts";
import type { Config } from "../../config/schema.ts";
import type { Store } from "../../store/open.ts";
import { findLockRow, type LockOrigin, type LockRow } from "./rows.ts";
import { type Lock, MAX_TEXT_LENGTH, readLock } from "./state-file.ts";

export interface FoundLock {
  /** Text that our command did not write is quoted. */
  lock: Lock | null;
  problem?: string;
  origin: LockOrigin;
  identity: string;
  /** What is recorded of the folder's lock. */
  row: LockRow | null;
  /** Its origin was judged before. If it is foreign, the person was told. */
  isKnown: boolean;
}

const MAX_GOAL_LENGTH = 80;

/** `store`: null when it cannot be opened. */
export async function findLock(
  env: Environment,
  store: Store | null,
  folder: string,
  config: Config,
): Promise<FoundLock> {
  const { lock, identity, ...rest } = await readLock(folder, config);
  const row = store && findLockRow(store, folder);
  if (lock === null) return { lock, origin: "person", identity, row, isKnown: false, ...rest };
  const isKnown = row?.identity === identity;
  const origin = isKnown ? row.origin : await (await import("./judge-origin.ts")).judgeOrigin(env, folder);
  const isOwnText = origin === "command" || lock.goal + lock.definitionOfDone === "";
  return { lock: isOwnText ? lock : await quoteTexts(lock), origin, identity, row, isKnown };
}

/** Quotes the text of a lock that our command did not write, without secrets: anybody may have written it. */
export async function quoteTexts(lock: Lock): Promise<Lock> {
  const [{ quoteWork }, { withoutSecrets }] = await Promise.all([
    import("../../text/quote-text.ts"),
    import("../../text/redaction/without-secrets.ts"),
  ]);
  const quote = async (text: string) =>
    text === "" ? "" : `"${quoteWork(await withoutSecrets(text), MAX_TEXT_LENGTH)}"`;
  return {
    ...lock,
    goal: await quote(lock.goal),
    definitionOfDone: await quote(lock.definitionOfDone),
  };
}

/** For the person. */
export function describeForeignLock({ goal }: Lock): string {
  const about =
    goal === ""
      ? ""
      : `: ${goal.length > MAX_GOAL_LENGTH ? `${goal.slice(0, MAX_GOAL_LENGTH).toWellFormed()}…"` : goal}`;
  return `A lock came with the repository (git tracks it), so it holds nothing${about}. Use \`holdfast lock --keep\` to keep it or \`holdfast unlock\` to remove it.`;
}
