import { loadConfig } from "../../../config/load-config.ts";
import { pruneArchives } from "../../../recording/archive/archive-files.ts";
import { removeAbandonedDrafts } from "../../../store/create.ts";
import { countNoun } from "../../../text/count-noun.ts";
import { estimatePrune, pruneStore } from "../../../upkeep/prune-store.ts";
import { defineCommand } from "../../command.ts";
import { withStore } from "../../with-store.ts";

export const command = defineCommand({
  summary: "drop what is older or larger than the config keeps",
  details:
    "Tool calls in full go after `retention.rawDays`; above `retention.megabytes` the oldest records go first.\n" +
    "Exported transcripts in the projects go by the same two numbers, the sums of `holdfast metrics` after a year.\n" +
    "holdfast does this by itself once a day. `holdfast forget` removes particular things.",
  examples: ["holdfast prune --dry-run", "holdfast prune"],
  options: {
    "dry-run": { type: "boolean", help: "only say what would go" },
    json: { type: "boolean", help: "print JSON" },
  },
  maxPositionals: 0,
  async run({ options, env, out }) {
    // The user's own config: the store is for all projects.
    const { config } = await loadConfig(env, null);
    const dryRun = options["dry-run"] === true;
    const result = await withStore(env, async (store) => ({
      ...(await (dryRun ? estimatePrune : pruneStore)(store, config, Date.now())),
      ...pruneArchives(store, config, Date.now(), dryRun),
    }));
    if (!dryRun) removeAbandonedDrafts(env.holdfastHome, Date.now());
    if (options.json) out.json(result);
    else {
      const { calls, events, metrics, observations, bytesBefore, bytesAfter, exports, exportBytes } = result;
      const verb = dryRun ? "Would drop" : "Dropped";
      out.line(
        `${verb} ${countNoun(calls, "tool call")}, ${countNoun(events, "log line")}, ${countNoun(observations, "observation")}.`,
      );
      if (metrics > 0) out.line(`${verb} ${countNoun(metrics, "hourly number")} of \`holdfast metrics\`.`);
      if (exports > 0)
        out.line(`${verb} ${countNoun(exports, "exported transcript")}, ${megabytes(exportBytes)}.`);
      out.line(`Database: ${megabytes(bytesBefore)} → ${megabytes(bytesAfter)}.`);
    }
    return 0;
  },
});

function megabytes(bytes: number): string {
  return `${(bytes / 1024 / 1024).toFixed(1)} MB`;
}
