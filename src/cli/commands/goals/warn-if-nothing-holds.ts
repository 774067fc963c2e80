import type { Environment } from "../../../config/environment.ts";
import { findActivePause, type Pause, readPauses } from "../../../config/pause.ts";
import { describeUngated } from "../../../protocol/hosts.ts";
import { MAX_SILENCE_MS, sessionsWithin } from "../../../store/sessions.ts";
import { formatTime } from "../../../text/format-time.ts";
import type { Context, Output } from "../../command.ts";
import { withStore } from "../../target.ts";

export async function warnIfNothingHolds(context: Context, dir: string): Promise<void> {
  const { env, out } = context;
  warnIfPaused(context, await findPauseOf(env, dir, env.sessionId));
  if (env.host?.isGated === false) {
    out.line(`${out.style.yellow("warning:")} ${describeUngated(env.host)}.`);
    return;
  }
  // A recent session shows that hooks are active even if no settings name us, such as with the plugin.
  const since = Date.now() - MAX_SILENCE_MS;
  const isSeen = await withStore(env, (store) =>
    sessionsWithin(store, dir).some(({ last_seen_at }) => last_seen_at >= since),
  ).catch(() => false); // No store, no sessions.
  if (!isSeen) await warnUnlessRegistered(out, env, dir);
}

/** The pause that applies to a session in this folder. */
export async function findPauseOf(
  env: Environment,
  dir: string,
  sessionId: string | null,
): Promise<Pause | null> {
  return findActivePause(await readPauses(env), { startDir: dir, sessionId, now: Date.now() });
}

export function warnIfPaused({ out }: Pick<Context, "out">, pause: Pause | null): void {
  if (pause === null) return;
  const until = pause.until === null ? "" : ` until ${formatTime(pause.until)}`;
  out.line(
    `${out.style.yellow("warning:")} holdfast is paused here${until}, so nothing is held. \`holdfast resume\` ends the pause.`,
  );
}

export async function warnUnlessRegistered(out: Output, env: Environment, dir: string): Promise<void> {
  const { isRegistered, NOT_REGISTERED } = await import("../../../install/doctor/context.ts");
  if (!(await isRegistered(env, dir))) out.line(`${out.style.yellow("warning:")} ${NOT_REGISTERED}`);
}
