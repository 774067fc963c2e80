// Whether ended sessions are looked at, and whether one was left waiting.
import { loadConfig } from "../../../config/load-config.ts";
import { pendingSince } from "../../../store/pending-reflections.ts";
import { type Check, ok, warn } from "../check.ts";
import { readStore } from "../read-store.ts";

/** A reflection takes seconds. */
const TOO_LONG_MS = 3_600_000;

export const reflection: Check = {
  id: "reflection",
  title: "reflection",
  async run({ env, projectDir, now }) {
    const { config } = await loadConfig(env, projectDir);
    const reading = readStore(env, pendingSince);
    const oldest = reading.state === "read" ? reading.value : null;
    if (oldest !== null && now - oldest > TOO_LONG_MS)
      return [
        warn(
          "an ended session was not looked at yet",
          "Run `holdfast reflect --pending`; it says what fails.",
        ),
      ];
    return [
      ok(config.reflection.enabled ? "ended sessions are looked at" : "switched off (reflection.enabled)"),
    ];
  },
};
