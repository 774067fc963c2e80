import { type Environment, pausePath } from "../../../config/environment.ts";
import { type Pause, pauseId, readPauses } from "../../../config/pause.ts";
import { explainWriteErrors } from "../../../install/client-files.ts";
import { replacePrivateFile } from "../../../platform/atomic-file.ts";
import { isSessionId } from "../../../protocol/claude-code/parse-event.ts";
import { addKnownChanges } from "../../../store/known-changes.ts";
import { formatTime } from "../../../text/format-time.ts";
import { UserError } from "../../../text/user-error.ts";
import {
  type Caller,
  defineCommand,
  durationUpTo,
  flag,
  JSON_OPTION,
  option,
  requireAtMostOne,
} from "../../command.ts";
import { permitLoosening, reportEnded, reportLoosening } from "../../loosening.ts";
import { findProject, withStore } from "../../target.ts";

type Place = Pick<Pause, "scope" | "target">;

export const command = defineCommand({
  details:
    "Takes effect at once, also in running sessions: every stop is allowed and recorded as paused. By default it pauses this\n" +
    "session (inside Claude) or everything (at a terminal). New sessions say that holdfast is paused.",
  examples: ["holdfast pause", "holdfast pause --for 8h", "holdfast pause --project"],
  options: {
    for: option(
      "8h",
      "end after this time (default: at `holdfast resume`)",
      durationUpTo(Number.POSITIVE_INFINITY),
    ),
    session: flag("only this session (inside Claude)"),
    project: flag("only this project"),
    ...JSON_OPTION,
  },
  async run(invocation) {
    const { options, env, out } = invocation;
    requireAtMostOne({ "--session": options.session, "--project": options.project });
    const act = await permitLoosening(env, (await findProject(invocation)).dir, "pause");
    const place = await choosePlace(invocation, options);
    const now = Date.now();
    const added: Pause = {
      ...place,
      since: now,
      until: options.for === undefined ? null : now + options.for,
      by: act.by,
      ...(env.fromDashboard ? { from: "dashboard" } : {}),
    };
    const others = (await readPauses(env)).filter(
      ({ scope, target, until }) =>
        (scope !== added.scope || target !== added.target) && (until === null || until > now),
    );
    await writePauses(env, [...others, added]);
    // Without a store the pause works, but is reported as one that was not recorded.
    await withStore(env, (store) => addKnownChanges(store, "pauses", [pauseId(added)])).catch(() => {});
    const until = added.until === null ? "until `holdfast resume`" : `until ${formatTime(added.until)}`;
    await reportLoosening(env, act, {
      done: `${describePause(place)}${until}`,
      undo: UNDO,
      ...concernedBy(place),
    });
    if (options.json) out.json(added);
    else out.line(`${out.style.yellow("Paused")} ${describePlace(place)}, ${until}. Nothing is held.`);
  },
});

const UNDO = "`holdfast resume` ends it.";
const describePause = (place: Place) => `paused ${describePlace(place)} `;

export async function endPauses(
  env: Environment,
  isEnded: (pause: Pause) => boolean,
): Promise<{ ended: Pause[]; kept: Pause[] }> {
  const pauses = await readPauses(env);
  const [ended, kept] = [pauses.filter(isEnded), pauses.filter((each) => !isEnded(each))];
  if (ended.length > 0) await writePauses(env, kept);
  for (const pause of ended) await reportEnded(env, { done: describePause(pause), undo: UNDO });
  return { ended, kept };
}

/** By flag; by default this session inside Claude, everything elsewhere. */
async function choosePlace(
  invocation: Caller,
  flags: { session?: boolean; project?: boolean },
): Promise<Place> {
  const { env } = invocation;
  if (flags.project) return { scope: "project", target: (await findProject(invocation)).dir };
  const inSession = env.sessionId !== null && isSessionId(env.sessionId);
  if (flags.session && !inSession) {
    throw new UserError(
      "no-session",
      "--session works only inside Claude",
      "Use `--project`, or no flag to pause everything.",
    );
  }
  if (inSession && env.sessionId) return { scope: "session", target: env.sessionId };
  return { scope: "all", target: "" };
}

/** Whom a pause concerns. */
export function concernedBy({ scope, target }: Place) {
  if (scope === "session") return { dir: null, sessionId: target, isForSessionOnly: true };
  return { dir: scope === "all" ? null : target };
}

export function describePlace(place: Place): string {
  if (place.scope === "project") return `in ${place.target}`;
  return place.scope === "session" ? "for this session" : "everywhere";
}

function writePauses(env: Environment, pauses: readonly Pause[]): Promise<void> {
  const path = pausePath(env);
  return explainWriteErrors(path, async () =>
    replacePrivateFile(path, `${JSON.stringify(pauses, null, 2)}\n`),
  );
}
