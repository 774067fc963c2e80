import { loadConfig } from "../../../config/load-config.ts";
import { pruneArchives } from "../../../recording/archive/archive-files.ts";
import { removeAbandonedDrafts } from "../../../store/create.ts";
import { countNoun } from "../../../text/count-noun.ts";
import { drainQueue } from "../../../upkeep/drain-queue.ts";
import { estimatePrune, pruneStore } from "../../../upkeep/prune-store.ts";
import { removeAbandonedWorktrees } from "../../../worktree/temporary-worktree.ts";
import { defineCommand, flag, JSON_OPTION } from "../../command.ts";
import { withStore } from "../../target.ts";
import { formatSize } from "../../terminal.ts";

export const prune = defineCommand({
  details:
    "Full tool calls are removed after `retention.rawDays`; above `retention.megabytes` the oldest records are.\n" +
    "Exported transcripts follow the same two limits, the numbers of `holdfast metrics` are kept for a year.\n" +
    "Copies of a work tree that a killed check left behind go too, with what still runs in them.\n" +
    "holdfast does this by itself once a day. `holdfast forget` removes particular things.",
  examples: ["holdfast prune --dry-run", "holdfast prune"],
  options: {
    "dry-run": flag("only show what would be removed"),
    ...JSON_OPTION,
  },
  async run({ options, env, out }) {
    // The user's config: the store serves all projects.
    const { config } = await loadConfig(env, null);
    const dryRun = options["dry-run"] === true;
    const result = await withStore(env, async (store) => ({
      ...(await (dryRun ? estimatePrune : pruneStore)(store, config, Date.now())),
      ...pruneArchives(store, config, Date.now(), dryRun),
    }));
    const copies = await removeAbandonedWorktrees(env, { dryRun });
    if (!dryRun) removeAbandonedDrafts(env.holdfastHome, Date.now());
    if (options.json) out.json({ ...result, copies });
    else {
      const { calls, events, metrics, observations, bytesBefore, bytesAfter, exports, exportBytes } = result;
      const verb = dryRun ? "Would remove" : "Removed";
      out.line(
        `${verb} ${countNoun(calls, "tool call")}, ${countNoun(events, "log line")}, ${countNoun(observations, "observation")}.`,
      );
      if (metrics > 0) out.line(`${verb} ${countNoun(metrics, "hourly number")} of \`holdfast metrics\`.`);
      if (exports > 0)
        out.line(`${verb} ${countNoun(exports, "exported transcript")}, ${formatSize(exportBytes)}.`);
      if (copies > 0)
        out.line(`${verb} ${countNoun(copies, "copy", "copies")} of a work tree that a killed check left.`);
      out.line(`Database: ${formatSize(bytesBefore)} → ${formatSize(bytesAfter)}.`);
    }
  },
});

export const drain = defineCommand({
  details: "holdfast does this by itself in the background, when Claude has stopped and when a session ends.",
  examples: ["holdfast drain", "holdfast drain --json"],
  options: {
    quiet: flag("print nothing"),
    ...JSON_OPTION,
  },
  async run({ options, env, out }) {
    const drained = await withStore(env, (store) => drainQueue(env, store));
    if (options.json) out.json(drained);
    else if (!options.quiet) out.line(describe(drained));
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
