import type { Pause } from "../../../config/pause.ts";
import { isSessionId } from "../../../protocol/hook-event.ts";
import { UserError } from "../../../text/user-error.ts";
import type { Invocation } from "../../command.ts";
import { findProject } from "../../project.ts";

export type Place = Pick<Pause, "scope" | "target">;

/** What a pause is about: asked for by flag, else this session inside Claude, else everything. */
export async function choosePlace(
  invocation: Pick<Invocation, "env" | "cwd">,
  flags: { session?: boolean; project?: boolean },
): Promise<Place> {
  const { env } = invocation;
  if (flags.project) return { scope: "project", target: (await findProject(invocation)).dir };
  const inSession = env.sessionId !== null && isSessionId(env.sessionId);
  if (flags.session && !inSession) {
    throw new UserError(
      "no-session",
      "--session only works inside Claude, where the session is known",
      "Use `--project`, or no flag to pause everything.",
    );
  }
  if (inSession && env.sessionId) return { scope: "session", target: env.sessionId };
  return { scope: "all", target: "" };
}

export function describePlace(place: Place): string {
  if (place.scope === "project") return `in ${place.target}`;
  return place.scope === "session" ? "for this session" : "everywhere";
}
