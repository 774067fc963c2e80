import { resolve } from "node:path";
import type { Environment } from "../../../config/environment.ts";
import { loadConfig } from "../../../config/load-config.ts";
import { writing } from "../../../install/writing.ts";
import { replaceFile } from "../../../platform/atomic-file.ts";
import { gatherInsights } from "../../../review/insights/gather-insights.ts";
import { type KnownProject, knownProjects } from "../../../review/insights/insight-rows.ts";
import type { Insights } from "../../../review/insights/insights.ts";
import { renderHtml } from "../../../review/insights/render-html.ts";
import { renderText } from "../../../review/insights/render-text.ts";
import type { Store } from "../../../store/open.ts";
import { UserError } from "../../../text/user-error.ts";
import { projectKey } from "../../../worktree/project-key.ts";
import { defineCommand } from "../../command.ts";
import { findProject } from "../../project.ts";
import { readSince } from "../../since.ts";
import { withStore } from "../../with-store.ts";

const USUAL = "30d";

export const command = defineCommand({
  summary: "what the sessions of a project say together",
  details:
    "Failing commands, files read again and again, time in loops, how stops ended, blocks marked wrong and how long the\n" +
    "hook took, against the span of the same length before. A gate that is often wrong is named with a setting you could\n" +
    "change; nothing is changed by itself.",
  examples: [
    "holdfast insights",
    "holdfast insights --since 7d --all",
    "holdfast insights --since 2026-01-31",
    "holdfast insights --html insights.html",
  ],
  options: {
    since: { type: "string", value: USUAL, help: `how far back (${USUAL}), or a date such as 2026-01-31` },
    project: { type: "string", value: "DIR", help: "the project, when it is not the one at hand" },
    all: { type: "boolean", help: "every project, one after the other" },
    html: { type: "string", value: "FILE", help: "write a page that can be opened without a network" },
    json: { type: "boolean", help: "print JSON" },
  },
  maxPositionals: 0,
  async run(invocation) {
    const { options, env, cwd, out } = invocation;
    const until = Date.now();
    const since = readStart(options.since ?? USUAL, until);
    const all = await withStore(env, async (store) => {
      const projects = options.all
        ? knownProjects(store, since - (until - since))
        : [await projectAtHand((await findProject(invocation, options.project)).dir)];
      return Promise.all(projects.map((project) => lookAt(env, store, project, { since, until })));
    });
    if (options.html !== undefined) {
      const path = resolve(cwd, options.html);
      await writing(path, () => replaceFile(path, renderHtml(all, until), 0o600));
      if (!options.json) out.line(`Written: ${path}`);
    }
    if (options.json) out.json(all.map(toJson));
    else if (options.html === undefined) {
      if (all.length === 0) out.line("No session was recorded in that time.");
      for (const insights of all) for (const line of [...renderText(insights, out.style), ""]) out.line(line);
    }
    return 0;
  },
});

async function projectAtHand(dir: string): Promise<KnownProject> {
  return { key: await projectKey(dir), dir };
}

async function lookAt(
  env: Environment,
  store: Store,
  project: KnownProject,
  time: { since: number; until: number },
): Promise<Insights> {
  const { config } = await loadConfig(env, project.dir);
  return gatherInsights(store, project, config, time);
}

function toJson({ since, until, readsSince, ...rest }: Insights) {
  const [from, to, reads] = [since, until, readsSince].map((at) => new Date(at).toISOString());
  return { since: from, until: to, readsSince: reads, ...rest };
}

function readStart(text: string, until: number): number {
  const since = readSince(text, until);
  if (since < until) return since;
  throw new UserError("usage", `--since ${text} is not in the past`, "Such as 30d, 12h or 2026-01-31.");
}
