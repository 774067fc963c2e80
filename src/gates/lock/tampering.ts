// Whether somebody removed or rewrote the file of a lock that held the session, other than with our commands.
import { lockPath } from "../../config/environment.ts";
import { pathExists } from "../../platform/files.ts";
import type { Goal } from "../../store/goals.ts";
import { tellLoosening } from "../../store/loosenings.ts";
import type { Store } from "../../store/open.ts";
import { clipLine } from "../../text/clip.ts";
import { printable } from "../../text/printable.ts";
import type { FoundLock } from "./origin.ts";
import { describeLock, dropHeldLock, findHeldLock, findLockRow, isForeign } from "./rows.ts";

export interface Tampering {
  text: string;
  folder: string;
  /** The file is there, and a lock can be read from it. */
  isLock: boolean;
}

const MAX_FOLDER_LENGTH = 100;
const AGAIN = "If it was not you, set the lock again with `holdfast lock`.";

/** `found`: what is in the session's folder now. */
export function findTampering(
  held: Goal | null,
  found: (FoundLock & { folder: string }) | null,
): Tampering | null {
  if (held && !pathExists(lockPath(held.projectDir))) {
    const text = `holdfast: somebody removed the file of the lock in ${show(held.projectDir)} without \`holdfast unlock\`. ${AGAIN}`;
    return { text, folder: held.projectDir, isLock: false };
  }
  if (!found?.row || found.row.identity === found.identity || isForeign(found.row.origin)) return null;
  // Without a session that it held, a lock by hand may be another one.
  if (held?.projectDir !== found.folder && found.row.origin !== "command") return null;
  const { lock, row, folder, problem = "it cannot be read" } = found;
  const after = lock ? describeLock(lock) : null;
  const says = after === row.was ? "It says the same now" : `It is now ${after}`;
  const now = after === null ? `It holds nothing now: ${problem}` : says;
  const text = `holdfast: somebody changed the file of the lock in ${show(folder)} by hand. It was ${row.was || "another one"}. ${now}. ${AGAIN}`;
  return { text, folder, isLock: lock !== null };
}

/** Must run in a transaction of the caller. By now one of our commands may have recorded that it removed the file. */
export function tellTampering(
  store: Store,
  { text, folder, isLock }: Tampering,
  sessionId: string,
  at: number,
): void {
  const isHeld = findHeldLock(store, sessionId)?.projectDir === folder;
  if (isLock || isHeld || findLockRow(store, folder))
    tellLoosening(store, { text, dir: folder, at, sessionId });
  if (!isLock) dropHeldLock(store, folder, at);
}

function show(folder: string): string {
  return clipLine(printable(folder), MAX_FOLDER_LENGTH);
}
