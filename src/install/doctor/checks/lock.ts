// A lock that holds nobody any more, or cannot be read.
import { loadConfig } from "../../../config/load-config.ts";
import { lockPath } from "../../../config/paths.ts";
import { readLock } from "../../../gates/lock/lock-file.ts";
import { findSession, type SessionRow } from "../../../store/sessions.ts";
import { type Check, type CheckResult, ok, warn } from "../check.ts";
import type { DoctorContext } from "../context.ts";
import { readStore } from "../read-store.ts";

const SILENT_MS = 24 * 3_600_000;

export const lock: Check = {
  id: "lock",
  title: "lock",
  async run({ env, projectDir, now }) {
    const { config } = await loadConfig(env, projectDir);
    const { lock: held, problem: cause } = await readLock(projectDir, config);
    const remove = `Remove it: \`holdfast unlock\`, or rm '${lockPath(projectDir)}'.`;
    if (cause) return [warn(`${cause}, so it holds nobody`, remove)];
    if (!held) return [ok("none in this project")];
    if (now >= held.expiresAt) return [warn("a lock is over its time", remove)];
    if (held.owner === null)
      return [ok(held.all ? "holds every session here" : "holds the next session that tries to stop")];
    return [judgeOwner(held.owner, readOwner(env, held.owner), now, remove)];
  },
};

function judgeOwner(owner: string, row: SessionRow | null, now: number, remove: string): CheckResult {
  if (!row) return warn(`a lock belongs to the session ${owner}, which holdfast does not know`, remove);
  if (row.ended_at !== null) return warn(`a lock belongs to the session ${owner}, which has ended`, remove);
  if (now - row.last_seen_at > SILENT_MS) {
    return warn(`a lock belongs to the session ${owner}, not heard of for a day`, remove);
  }
  return ok(`holds the session ${owner}`);
}

function readOwner(env: DoctorContext["env"], owner: string): SessionRow | null {
  const reading = readStore(env, (store) => findSession(store, owner));
  return reading.state === "read" ? reading.value : null;
}
