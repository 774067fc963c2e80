// What is switched off or locked on purpose, and may have been forgotten.
import { lockPath } from "../../../config/environment.ts";
import { loadConfig } from "../../../config/load-config.ts";
import { type Pause, readPauses } from "../../../config/pause.ts";
import { findLockFolder } from "../../../config/place.ts";
import { judgeOrigin } from "../../../gates/lock/judge-origin.ts";
import { describeForeignLock } from "../../../gates/lock/origin.ts";
import { findLockRow, isForeign } from "../../../gates/lock/rows.ts";
import { readLock } from "../../../gates/lock/state-file.ts";
import { GATES, isEnabled } from "../../../gates/registry.ts";
import { findSession, type SessionRow } from "../../../store/sessions.ts";
import { formatTime } from "../../../text/format-time.ts";
import { type CheckResult, type DoctorCheck, ok, warn } from "../check.ts";
import { type DoctorContext, readStoreOr } from "../context.ts";

/** HOLDFAST=0, pauses, and gates that are off. */
export const switches: DoctorCheck = {
  id: "switches",
  async run(context) {
    const found = [
      ...judgeVariable(context),
      ...(await judgePauses(context)),
      ...(await judgeGates(context)),
    ];
    return found.length > 0 ? found : [ok("nothing is switched off or paused")];
  },
};

function judgeVariable({ env }: DoctorContext): CheckResult[] {
  if (!env.off) return [];
  return [warn("HOLDFAST=0 switches holdfast off in sessions started from here", "Unset HOLDFAST.")];
}

async function judgePauses({ env, now }: DoctorContext): Promise<CheckResult[]> {
  const active = (await readPauses(env)).filter(({ until }) => until === null || until > now);
  return active.map((pause) => {
    const until = pause.until === null ? "until `holdfast resume`" : `until ${formatTime(pause.until)}`;
    const by = pause.by === "claude" ? " by Claude" : pause.by === "agent" ? " by an agent" : "";
    return warn(`paused${by} ${describePlace(pause)}, ${until}`, describeResume(pause));
  });
}

async function judgeGates({ env, projectDir }: DoctorContext): Promise<CheckResult[]> {
  const { config, origins } = await loadConfig(env, projectDir);
  return GATES.filter(({ id }) => !isEnabled(config, id)).map(({ id }) => {
    const file = `${origins.get(`gates.${id}.enabled`) ?? "default"} config`;
    return warn(
      `the gate ${id} is off in the ${file}`,
      `Remove gates.${id}.enabled there to switch it on again.`,
    );
  });
}

function describePlace({ scope, target }: Pause): string {
  if (scope === "all") return "everywhere";
  return scope === "project" ? `in ${target}` : `for the session ${target}`;
}

function describeResume({ scope }: Pause): string {
  return scope === "project"
    ? "`holdfast resume` in that project ends it."
    : "`holdfast resume` in a terminal ends it.";
}

const MAX_SILENCE_MS = 24 * 3_600_000;

/** A lock that no longer holds anybody, or cannot be read. */
export const lock: DoctorCheck = {
  id: "lock",
  async run({ env, projectDir, now }) {
    const { config } = await loadConfig(env, projectDir);
    const folder = findLockFolder({ startDir: projectDir, projectDir });
    if (folder === null) return [ok("none in this project")];
    const { lock: held, problem: cause, identity } = await readLock(folder, config);
    const where = folder === projectDir ? "" : ` (from ${folder})`;
    const remove = `Remove it: \`holdfast unlock\`, or rm '${lockPath(folder)}'.`;
    if (cause) return [warn(`${cause}, so it holds nothing`, remove)];
    if (!held) return [ok("none in this project")]; // Removed meanwhile.
    const row = readStoreOr(env, (store) => findLockRow(store, folder), null);
    const origin = row?.identity === identity ? row.origin : await judgeOrigin(env, folder);
    if (isForeign(origin)) return [warn(describeForeignLock(held, origin), remove)];
    if (now >= held.expiresAt) return [warn("a lock has expired", remove)];
    if (held.owner === null)
      return [
        ok(`${held.all ? "holds every session here" : "holds the next session that tries to stop"}${where}`),
      ];
    const { owner } = held;
    return [
      judgeOwner(
        owner,
        readStoreOr(env, (store) => findSession(store, owner), null),
        now,
        remove,
      ),
    ];
  },
};

function judgeOwner(owner: string, row: SessionRow | null, now: number, remove: string): CheckResult {
  if (!row) return warn(`a lock belongs to the session ${owner}, which is not recorded`, remove);
  if (row.ended_at !== null) return warn(`a lock belongs to the session ${owner}, which has ended`, remove);
  if (now - row.last_seen_at > MAX_SILENCE_MS) {
    return warn(`a lock belongs to the session ${owner}, which has been silent for a day`, remove);
  }
  return ok(`holds the session ${owner}`);
}
