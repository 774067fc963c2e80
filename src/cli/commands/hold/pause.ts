import { type Pause, readPauses } from "../../../config/pause.ts";
import { formatTime } from "../../../text/format-time.ts";
import { parseDuration } from "../../../text/parse-duration.ts";
import { UserError } from "../../../text/user-error.ts";
import { defineCommand } from "../../command.ts";
import { findProject } from "../../project.ts";
import { choosePlace, describePlace } from "./pause-scope.ts";
import { permitRelease, tellRelease } from "./release.ts";
import { isSamePlace, writePauses } from "./write-pauses.ts";

export const command = defineCommand({
  summary: "hold nothing for a while",
  details:
    "Works at once, in running sessions too: stops are allowed and recorded as paused. Inside Claude it is about this\n" +
    "session, in a terminal about everything, unless a flag says otherwise. Each new session says that it is paused.",
  examples: ["holdfast pause", "holdfast pause --for 8h", "holdfast pause --project"],
  options: {
    for: {
      type: "string",
      value: "8h",
      help: "end by itself after this time; without it, at `holdfast resume`",
    },
    session: { type: "boolean", help: "only this session (inside Claude)" },
    project: { type: "boolean", help: "only this project" },
    json: { type: "boolean", help: "print JSON" },
  },
  maxPositionals: 0,
  async run(invocation) {
    const { options, env, out } = invocation;
    const length = options.for === undefined ? null : parseDuration(options.for);
    if (options.for !== undefined && length === null) {
      throw new UserError(
        "bad-time",
        `--for ${options.for} is not a time`,
        "Examples: --for 30m, --for 8h, --for 2d",
      );
    }
    const by = await permitRelease(env, (await findProject(invocation)).dir, "pause");
    const place = await choosePlace(invocation, options);
    const now = Date.now();
    const pause: Pause = { ...place, since: now, until: length === null ? null : now + length, by };
    const others = (await readPauses(env)).filter((other) => !isSamePlace(other, pause));
    writePauses(env, [...others.filter((other) => other.until === null || other.until > now), pause]);
    const until = pause.until === null ? "until `holdfast resume`" : `until ${formatTime(pause.until)}`;
    await tellRelease(env, `holdfast: Claude paused holdfast ${describePlace(place)} ${until}.`);
    if (options.json) out.json(pause);
    else out.line(`${out.style.yellow("Paused")} ${describePlace(place)}, ${until}. Nothing is held.`);
    return 0;
  },
});
