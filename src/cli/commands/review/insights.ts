import { loadConfig } from "../../../config/load-config.ts";
import { readTrend, toProjectInsights } from "../../../dashboard/views/insights.ts";
import { gatherInsights } from "../../../review/insights/gather-insights.ts";
import { listKnownProjects } from "../../../review/insights/insight-rows.ts";
import type { Insights } from "../../../review/insights/insights.ts";
import { renderText } from "../../../review/insights/wording.ts";
import { UserError } from "../../../text/user-error.ts";
import { ALL_PROJECTS, defineCommand, option, PROJECT_OPTIONS, parseSince } from "../../command.ts";
import { findProjectAndKey, withStore } from "../../target.ts";
import { HTML_OPTION, writeReport } from "../../write-output.ts";

const DEFAULT_SINCE = "30d";

export const command = defineCommand({
  details:
    "Shows failing commands, files read repeatedly, time in loops, how stops ended, holds marked wrong and hook times,\n" +
    "compared with the period before. For a gate that is often wrong it suggests a setting. Changes nothing.",
  examples: [
    "holdfast insights",
    "holdfast insights --since 7d --all",
    "holdfast insights --since 2026-01-31",
    "holdfast insights --html insights.html",
  ],
  options: {
    since: option(
      DEFAULT_SINCE,
      `how far back, or a date such as 2026-01-31 (default: ${DEFAULT_SINCE})`,
      parseStart,
    ),
    all: ALL_PROJECTS,
    ...HTML_OPTION,
    ...PROJECT_OPTIONS,
  },
  async run(invocation) {
    const { options, env, out } = invocation;
    const until = Date.now();
    const since = options.since ?? parseStart(DEFAULT_SINCE);
    const { projects, all, trend } = await withStore(env, async (store) => {
      const projects = options.all
        ? listKnownProjects(store, since - (until - since))
        : [await findProjectAndKey(invocation, options.project)];
      const all = await Promise.all(
        projects.map(async (project) => {
          const { config } = await loadConfig(env, project.dir);
          return gatherInsights(store, project, config, { since, until });
        }),
      );
      const key = options.all ? null : (projects[0]?.key ?? null);
      const trend = options.html === undefined ? null : readTrend(store, { since, until, project: key });
      return { projects, all, trend };
    });
    if (options.html !== undefined) {
      const shown = projects.flatMap((project, n) => (all[n] ? [toProjectInsights(project, all[n])] : []));
      await writeReport(invocation, options.html, { kind: "insights", projects: shown, trend });
    }
    if (options.json) out.json(all.map(toJson));
    else if (options.html === undefined) {
      if (all.length === 0) out.line("No session was recorded in that period.");
      for (const insights of all) for (const line of [...renderText(insights, out.style), ""]) out.line(line);
    }
  },
});

/** `--since` may be before the first time that is taken for one. */
function toJson({ since, until, readsSince, ...rest }: Insights) {
  const [from, to, reads] = [since, until, readsSince].map((at) => new Date(at).toISOString());
  return { since: from, until: to, readsSince: reads, ...rest };
}

function parseStart(text: string): number {
  const since = parseSince(text);
  if (since < Date.now()) return since;
  throw new UserError("bad-since", `--since ${text} is not in the past`, "Examples: 30d, 12h, 2026-01-31");
}
