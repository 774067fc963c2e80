import { countNoun } from "../../../text/count-noun.ts";
import { drainQueue } from "../../../upkeep/drain-queue.ts";
import { defineCommand } from "../../command.ts";
import { JSON_OPTION } from "../../options.ts";
import { withStore } from "../../store.ts";

export const command = defineCommand({
  details: "holdfast does this by itself in the background, when Claude has stopped and when a session ends.",
  examples: ["holdfast drain", "holdfast drain --json"],
  options: {
    quiet: { type: "boolean", help: "print nothing" },
    ...JSON_OPTION,
  },
  async run({ options, env, out }) {
    const drained = await withStore(env, (store) => drainQueue(env, store));
    if (options.json) out.json(drained);
    else if (!options.quiet) out.line(describe(drained));
    return 0;
  },
});

function describe({
  busy,
  calls,
  observations,
  sessions,
  poison,
  candidates,
}: Awaited<ReturnType<typeof drainQueue>>): string {
  if (busy) return "Another drain is running.";
  const setAside = poison > 0 ? ` ${poison} could not be read and were set aside.` : "";
  const found = candidates > 0 ? ` ${candidates} new in the inbox.` : "";
  return `${countNoun(calls, "tool call")} of ${countNoun(sessions, "session")}: ${countNoun(observations, "observation")}.${found}${setAside}`;
}
