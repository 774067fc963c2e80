import { projectKey } from "../../../platform/repository.ts";
import {
  countOf,
  gatherMetrics,
  type ProjectMetrics,
  type Share,
  type ToolShare,
} from "../../../recording/metrics/metrics-report.ts";
import { countNoun } from "../../../text/count-noun.ts";
import { formatTime } from "../../../text/format-time.ts";
import { printable } from "../../../text/printable.ts";
import {
  ALL_PROJECTS,
  defineCommand,
  type Output,
  option,
  PROJECT_OPTIONS,
  parseSince,
} from "../../command.ts";
import { findProject, withStore } from "../../target.ts";
import { formatSize } from "../../terminal.ts";

const DEFAULT_SINCE = "7d";
const MAX_ROWS = 12;
const BAR_WIDTH = 20;
const EIGHTHS = ["", "▏", "▎", "▍", "▌", "▋", "▊", "▉"];

export const command = defineCommand({
  details:
    "Counts, rates and shares of prompts, tool calls, shell commands, file operations, searches, exports and holds.\n" +
    "Counted by the hour: the hour of --since counts in full. The same numbers are written as JSON lines to\n" +
    ".claude/runtime/metrics/ of each project.",
  examples: [
    "holdfast metrics",
    "holdfast metrics --since 30d --all",
    "holdfast metrics --since 2026-11-01 --json",
  ],
  options: {
    since: option("AGE", `an age such as 12h or 30d, or a date (default: ${DEFAULT_SINCE})`),
    all: ALL_PROJECTS,
    ...PROJECT_OPTIONS,
  },
  async run(invocation) {
    const { options, env, out } = invocation;
    const now = Date.now();
    const since = parseSince(options.since ?? DEFAULT_SINCE, now);
    const dir = options.all ? null : (await findProject(invocation, options.project)).dir;
    const key = dir === null ? null : await projectKey(dir);
    const metrics = await withStore(env, (store) => gatherMetrics(store, { since, key, dir }, now));
    if (options.json) out.json({ since: new Date(since).toISOString(), project: dir, ...metrics });
    else print(out, metrics, `${dir ?? "every project"}, since ${formatTime(since)}`);
  },
});

function print(out: Output, metrics: ProjectMetrics, about: string): void {
  const { sessions, days, prompts, tool_usage: tools, tool_errors: errors } = metrics;
  const { bold, dim } = out.style;
  out.line(`${bold("Metrics")} of ${printable(about)}`);
  if (sessions === 0) {
    out.line("No session was recorded in this time. Try --since 90d or --all.");
    return;
  }
  const calls = countOf(tools);
  const rate = `${decimal(sessions / days)} a day over ${countNoun(days, "day")}`;
  out.line(`${countNoun(sessions, "session")}, ${rate}`);
  if (prompts.count === 0 && calls === 0)
    out.line(
      dim("Only what hooks recorded is counted, not what `holdfast ingest` read. See `holdfast insights`."),
    );
  heading("Prompts", prompts.count, `mean length ${prompts.meanLength}, longest ${prompts.longest}`);
  const perPrompt = prompts.count > 0 ? `, ${decimal(calls / prompts.count)} a prompt` : "";
  heading("Tool calls", calls, `${errors} failed (${percent(errors, calls)})${perPrompt}`);
  chart(tools, describeTool);
  heading("Shell commands", countOf(metrics.bash_commands));
  chart(metrics.bash_commands);
  heading("File operations", countOf(metrics.file_operations));
  chart(metrics.file_operations);
  heading("Searches", countOf(metrics.search_operations));
  chart(metrics.search_operations);
  const { count, source_bytes, bytes } = metrics.conversation_exports;
  heading(
    "Exported transcripts",
    count,
    count > 0 ? `${formatSize(source_bytes)}, kept in ${formatSize(bytes)}` : "",
  );
  for (const { event, count: times, mean, largest, blocks } of metrics.hooks)
    heading(event, times, `${blocks} blocked, mean ${decimal(mean)} ms, longest ${decimal(largest)} ms`);

  function heading(title: string, amount: number, more = ""): void {
    const rate = amount > 0 ? `${decimal(amount / days)} a day` : "";
    const rest = [rate, amount > 0 ? more : ""].filter((text) => text !== "").join(", ");
    out.line(`\n${bold(title.padEnd(20))} ${String(amount).padStart(7)}  ${dim(rest)}`.trimEnd());
  }

  function chart<T extends Share>(shares: readonly T[], describe: (share: T) => string = () => ""): void {
    const most = shares[0]?.share ?? 1;
    for (const share of shares.slice(0, MAX_ROWS)) {
      const start = `  ${share.label.slice(0, 18).padEnd(18)} ${String(share.count).padStart(7)}`;
      out.line(`${start}  ${out.style.cyan(bar(share.share / most))}  ${dim(describe(share))}`.trimEnd());
    }
    if (shares.length > MAX_ROWS) out.line(dim(`  and ${shares.length - MAX_ROWS} more, with --json`));
  }
}

function describeTool({ count, errors, meanMs }: ToolShare): string {
  const failed = errors > 0 ? `${errors} failed (${percent(errors, count)})` : "";
  return [failed, meanMs === null ? "" : `mean ${decimal(meanMs)} ms`]
    .filter((text) => text !== "")
    .join(", ");
}

function bar(part: number): string {
  const eighths = Math.max(1, Math.round(part * BAR_WIDTH * 8));
  return `${"█".repeat(Math.floor(eighths / 8))}${EIGHTHS[eighths % 8]}`.padEnd(BAR_WIDTH);
}

function percent(part: number, whole: number): string {
  return whole === 0 ? "0 %" : `${Math.round((100 * part) / whole)} %`;
}

function decimal(value: number): string {
  return value >= 100 ? value.toFixed(0) : value.toFixed(1).replace(/\.0$/, "");
}
