import type { Environment } from "../../../config/environment.ts";
import { findActivePause, readPauses } from "../../../config/pause.ts";
import { MAX_SILENCE_MS, sessionsWithin } from "../../../store/sessions.ts";
import type { Context, Output } from "../../command.ts";
import { withStore } from "../../target.ts";

export async function warnIfNothingHolds({ env, out }: Context, dir: string): Promise<void> {
  const here = { startDir: dir, sessionId: env.sessionId, now: Date.now() };
  if (findActivePause(await readPauses(env), here))
    out.line(
      `${out.style.yellow("warning:")} holdfast is paused here, so nothing is held. \`holdfast resume\` ends the pause.`,
    );
  // A recent session shows that hooks are active even if no settings name us, such as with the plugin.
  const since = Date.now() - MAX_SILENCE_MS;
  const isSeen = await withStore(env, (store) =>
    sessionsWithin(store, dir).some(({ last_seen_at }) => last_seen_at >= since),
  ).catch(() => false); // No store, no sessions.
  if (!isSeen) await warnUnlessRegistered(out, env, dir);
}

export async function warnUnlessRegistered(out: Output, env: Environment, dir: string): Promise<void> {
  const { isRegistered, NOT_REGISTERED } = await import("../../../install/doctor/context.ts");
  if (!(await isRegistered(env, dir))) out.line(`${out.style.yellow("warning:")} ${NOT_REGISTERED}`);
}
