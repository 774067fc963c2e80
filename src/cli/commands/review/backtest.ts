import { resolve } from "node:path";
import { PRESETS, type PresetName } from "../../../config/schema.ts";
import {
  loadEffectivePolicy,
  loadPolicyFile,
  loadPolicyPreset,
  type Policy,
} from "../../../review/backtest/policy.ts";
import { renderText } from "../../../review/backtest/render-text.ts";
import { type BacktestReport, toJson } from "../../../review/backtest/report.ts";
import { runBacktest } from "../../../review/backtest/run-backtest.ts";
import {
  defineCommand,
  type Invocation,
  JOBS_OPTION,
  JSON_OPTION,
  type Output,
  option,
} from "../../command.ts";
import { findProject } from "../../target.ts";
import { formatSize, startProgressBar } from "../../terminal.ts";
import { printProblems } from "../history/run-ingest.ts";
import { findTranscriptsToShow, TRANSCRIPT_OPTIONS } from "../history/transcripts.ts";

const options = {
  ...TRANSCRIPT_OPTIONS,
  config: option("FILE", "the settings to try, or strict or gentle (default: the current ones)"),
  against: option("FILE", "settings to compare with, or strict or gentle"),
  ...JOBS_OPTION,
  ...JSON_OPTION,
};

type Call = Invocation<typeof options>;

export const command = defineCommand({
  details:
    "Replays the stops in your transcripts through triage, the gates and the budget: which stops would have been held and\n" +
    "why, what you would have been told, and what would have gone to the inbox. It lists what a transcript cannot show and\n" +
    "guesses nothing. A file given with --config or --against replaces a project's .claude/holdfast.json, on top of your\n" +
    "own settings; strict and gentle are the presets of `holdfast init`. Changes nothing. Exit code 0; 1 if something\n" +
    "could not be read.",
  examples: [
    "holdfast backtest",
    "holdfast backtest --since 30d --against strict",
    "holdfast backtest --config old.json --against new.json",
    "holdfast backtest --transcripts ~/backup/projects --json",
  ],
  options,
  async run(call) {
    const { env, out } = call;
    const { json, jobs } = call.options;
    const policies = await loadPolicies(call);
    const found = await findTranscriptsToShow(call);
    const bar = startProgressBar(out);
    const startedAt = performance.now();
    const report = await runBacktest({
      files: found.files,
      policies,
      home: env.home,
      threads: jobs ?? null,
      ...(bar ? { progress: bar.show } : {}),
    }).finally(() => bar?.end());
    const ms = performance.now() - startedAt;
    if (json)
      out.json({ ...toJson(report), links: found.links, closed: found.unreadable, ms: Math.round(ms) });
    else print(out, report, ms);
    if (!json) printProblems(out, report, found);
    return report.problems.length === 0 && found.unreadable.length === 0 ? 0 : 1;
  },
});

async function loadPolicies(call: Call): Promise<Policy[]> {
  const { env, options: given } = call;
  const first =
    given.config === undefined
      ? await loadEffectivePolicy(env, (await findProject(call)).dir)
      : await loadNamed(call, given.config);
  if (given.against === undefined) return [first];
  return [first, await loadNamed(call, given.against)];
}

/** A preset of `init`, or a file. */
async function loadNamed({ env, cwd }: Call, name: string): Promise<Policy> {
  return Object.hasOwn(PRESETS, name)
    ? loadPolicyPreset(env, name as PresetName)
    : loadPolicyFile(env, name, resolve(cwd, name));
}

function print(out: Output, report: BacktestReport, ms: number): void {
  if (report.files === 0) {
    out.line("There are no transcripts to replay.");
    return;
  }
  for (const line of renderText(report, out.style)) out.line(line);
  const rate = formatSize((report.bytes / Math.max(1, ms)) * 1000);
  out.line(out.style.dim(`  Read ${formatSize(report.bytes)} in ${(ms / 1000).toFixed(1)} s (${rate}/s).`));
}
