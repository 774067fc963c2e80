import type { Config } from "../../config/config.ts";
import type { Store } from "../../store/open.ts";
import { compare } from "./compare.ts";
import type { SeenProject } from "./insight-rows.ts";
import type { Insights } from "./insights.ts";
import { judgeGates } from "./judge-gates.ts";
import { measure } from "./measure.ts";

const DAY = 24 * 3_600_000;

/** The span that ends now, against the one of the same length before it. */
export function gatherInsights(
  store: Store,
  project: SeenProject,
  config: Config,
  time: { since: number; until: number },
): Insights {
  const { since, until } = time;
  const now = measure(store, { ...project, since, until });
  const before = measure(store, { ...project, since: since - (until - since), until: since });
  return {
    project: project.key,
    since,
    until,
    readsSince: until - config.retention.rawDays * DAY,
    now,
    before,
    changes: compare(before, now),
    advice: judgeGates(now.gates, config),
  };
}
