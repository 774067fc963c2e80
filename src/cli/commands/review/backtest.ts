import { resolve } from "node:path";
import type { Policy } from "../../../review/backtest/policy.ts";
import { loadPolicyFile, loadPolicyInForce } from "../../../review/backtest/policy.ts";
import { renderHtml } from "../../../review/backtest/render-html.ts";
import { renderText } from "../../../review/backtest/render-text.ts";
import type { BacktestReport } from "../../../review/backtest/report.ts";
import { toJson } from "../../../review/backtest/report.ts";
import { runBacktest } from "../../../review/backtest/run-backtest.ts";
import { defineCommand, type Invocation, type Output } from "../../command.ts";
import { findProject } from "../../project.ts";
import { writeOutput } from "../../write-output.ts";
import { startProgress } from "../history/ingest-progress.ts";
import { megabytes, printProblems } from "../history/ingest-report.ts";
import { readJobs } from "../history/jobs.ts";
import { findPastTranscripts } from "../history/past-transcripts.ts";

const options = {
  transcripts: {
    type: "string",
    value: "DIR",
    help: "a folder of transcripts, or one (the client's own folder)",
  },
  config: { type: "string", value: "FILE", help: "the settings to try (those in force)" },
  against: { type: "string", value: "FILE", help: "other settings, side by side with the first" },
  since: {
    type: "string",
    value: "90d",
    help: "only sessions since then, or since a date such as 2026-01-31",
  },
  html: { type: "string", value: "FILE", help: "write a page that can be opened without a network" },
  jobs: { type: "string", value: "2", help: "how many threads read (as many as there are cores)" },
  json: { type: "boolean", help: "print JSON" },
} as const;

type Call = Invocation<typeof options>;

export const command = defineCommand({
  summary: "try settings on past sessions before you switch them on",
  details:
    "Replays the stops of your transcripts through triage, the gates that need no work tree (loop, tasks, checklist,\n" +
    "hygiene) and the budget: which stops would have been held and why, what a person would have been told, and what would\n" +
    "have gone to the inbox. A file given with --config or --against stands where a project's .claude/holdfast.json would:\n" +
    "over your own settings. Nothing is changed or kept; what a transcript does not tell is named, never guessed.\n" +
    "Exit code 0; 1 when something could not be read.",
  examples: [
    "holdfast backtest",
    "holdfast backtest --since 30d --against strict.json",
    "holdfast backtest --config old.json --against new.json --html backtest.html",
    "holdfast backtest --transcripts ~/backup/projects --json",
  ],
  options,
  maxPositionals: 0,
  async run(call) {
    const { env, out, cwd } = call;
    const policies = await loadPolicies(call);
    const { transcripts, since } = call.options;
    const found = findPastTranscripts(call, transcripts === undefined ? [] : [transcripts], since);
    const threads = readJobs(call.options.jobs);
    const bar = call.options.json ? null : startProgress(out);
    const startedAt = performance.now();
    let report: BacktestReport;
    try {
      report = await runBacktest({
        files: found.files,
        policies,
        home: env.home,
        threads,
        ...(bar ? { progress: bar.show } : {}),
      });
    } finally {
      bar?.end();
    }
    const ms = performance.now() - startedAt;
    const { html, json } = call.options;
    if (html !== undefined) {
      const path = resolve(cwd, html);
      await writeOutput(path, renderHtml(report, Date.now()));
      if (!json) out.line(`Written: ${path}`);
    }
    if (json)
      out.json({ ...toJson(report), links: found.links, closed: found.unreadable, ms: Math.round(ms) });
    else if (html === undefined) print(out, report, ms);
    if (!json) printProblems(out, report, found);
    return report.problems.length === 0 && found.unreadable.length === 0 ? 0 : 1;
  },
});

async function loadPolicies(call: Call): Promise<Policy[]> {
  const { env, cwd, options: given } = call;
  const first =
    given.config === undefined
      ? await loadPolicyInForce(env, (await findProject(call)).dir)
      : await loadPolicyFile(env, given.config, resolve(cwd, given.config));
  if (given.against === undefined) return [first];
  return [first, await loadPolicyFile(env, given.against, resolve(cwd, given.against))];
}

function print(out: Output, report: BacktestReport, ms: number): void {
  if (report.files === 0) {
    out.line("There are no transcripts to replay.");
    return;
  }
  for (const line of renderText(report, out.style)) out.line(line);
  const rate = megabytes((report.bytes / Math.max(1, ms)) * 1000);
  out.line(out.style.dim(`  Read ${megabytes(report.bytes)} in ${(ms / 1000).toFixed(1)} s (${rate}/s).`));
}
