import {
  countActiveSessions,
  listHookDurations,
  listWaitingCalls,
  listWaitingPromptLengths,
  type MetricFilter,
  type MetricName,
  type MetricSum,
  measureCall,
  sumArchives,
  sumMetrics,
} from "../../../recording/metrics/metric-rows.ts";
import type { Store } from "../../../store/open.ts";
import { countNoun } from "../../../text/count-noun.ts";
import { formatTime } from "../../../text/format-time.ts";
import { printable } from "../../../text/printable.ts";
import {
  ALL_PROJECTS,
  defineCommand,
  type Output,
  PROJECT_OPTIONS,
  parseSince,
  sinceOption,
} from "../../command.ts";
import { findProjectAndKey, withStore } from "../../target.ts";
import { formatSize } from "../../terminal.ts";

const DEFAULT_SINCE = "7d";
const MAX_ROWS = 12;
const BAR_WIDTH = 20;
const EIGHTHS = ["", "▏", "▎", "▍", "▌", "▋", "▊", "▉"];

export const command = defineCommand({
  details:
    "Counts, rates and shares of prompts, tool calls, shell commands, file operations, searches, exports and holds.\n" +
    "Sums are hourly, so the whole hour of --since counts. The same numbers are in each project's .claude/runtime/metrics/\n" +
    "as JSON lines.",
  examples: [
    "holdfast metrics",
    "holdfast metrics --since 30d --all",
    "holdfast metrics --since 2026-11-01 --json",
  ],
  options: {
    since: sinceOption("AGE", `an age such as 12h or 30d, or a date (default: ${DEFAULT_SINCE})`),
    all: ALL_PROJECTS,
    ...PROJECT_OPTIONS,
  },
  async run(invocation) {
    const { options, env, out } = invocation;
    const now = Date.now();
    const since = options.since ?? parseSince(DEFAULT_SINCE, now);
    const { key, dir } = options.all
      ? { key: null, dir: null }
      : await findProjectAndKey(invocation, options.project);
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
    out.line("No session was recorded in this period. Try --since 90d or --all.");
    return;
  }
  const calls = countOf(tools);
  const rate = `${decimal(sessions / days)} a day over ${countNoun(days, "day")}`;
  out.line(`${countNoun(sessions, "session")}, ${rate}`);
  if (prompts.count === 0 && calls === 0)
    out.line(dim("Sessions from `holdfast ingest` are not counted here."));
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

// Reads what `holdfast metrics` shows: the hourly sums, and calls that are not summed yet.

export interface Share {
  label: string;
  count: number;
  /** From 0 to 1. */
  share: number;
}

type ProjectMetrics = ReturnType<typeof gatherMetrics>;
type ToolShare = ProjectMetrics["tool_usage"][number];

const DAY = 24 * 3_600_000;

export function gatherMetrics(store: Store, filter: MetricFilter, now: number) {
  const sessions = countActiveSessions(store, filter);
  const from = Math.max(filter.since, sessions.first ?? now);
  return {
    sessions: sessions.count,
    /** Days from the first session to now, at least 1; for rates. */
    days: Math.max(1, Math.round((10 * (now - from)) / DAY) / 10),
    ...reportMetrics(joinSums([...sumMetrics(store, filter), ...waitingSums(store, filter)])),
    conversation_exports: sumArchives(store, filter),
    hooks: listHookDurations(store, filter),
  };
}

export function reportMetrics(sums: readonly MetricSum[]) {
  const of = (name: MetricName) => sums.filter(({ metric }) => metric === name);
  const prompts = addUp(of("prompt_length"));
  const durations = new Map(of("tool_duration_ms").map((sum) => [sum.label, sum]));
  const errors = new Map(of("tool_errors").map(({ label, count }) => [label, count]));
  return {
    prompts: {
      count: prompts.count,
      meanLength: prompts.count === 0 ? 0 : Math.round(prompts.total / prompts.count),
      longest: prompts.largest,
    },
    tool_usage: shares(of("tool_usage")).map((share) => {
      const duration = durations.get(share.label);
      return {
        ...share,
        errors: errors.get(share.label) ?? 0,
        /** Milliseconds; null when the client did not say. */
        meanMs: duration ? Math.round(duration.total / duration.count) : null,
        largestMs: duration?.largest ?? null,
      };
    }),
    tool_errors: addUp(of("tool_errors")).count,
    bash_commands: shares(of("bash_commands")),
    file_operations: shares(of("file_operations")),
    search_operations: shares(of("search_operations")),
  };
}

/** Adds up sums of the same metric and label. */
export function joinSums(sums: readonly MetricSum[]): MetricSum[] {
  const groups = Map.groupBy(sums, ({ metric, label }) => `${metric} ${label}`);
  return [...groups.values()].flatMap((group) => (group[0] ? [{ ...group[0], ...addUp(group) }] : []));
}

export function countOf(shares: readonly Share[]): number {
  return shares.reduce((sum, { count }) => sum + count, 0);
}

function shares(sums: readonly MetricSum[]): Share[] {
  const all = addUp(sums).count;
  return sums
    .map(({ label, count }) => ({ label, count, share: count / all }))
    .toSorted((a, b) => b.count - a.count || (a.label < b.label ? -1 : 1));
}

function addUp(sums: readonly MetricSum[]): Pick<MetricSum, "count" | "total" | "largest"> {
  return {
    count: sums.reduce((sum, { count }) => sum + count, 0),
    total: sums.reduce((sum, { total }) => sum + total, 0),
    largest: sums.reduce((most, { largest }) => Math.max(most, largest), 0),
  };
}

function waitingSums(store: Store, filter: MetricFilter): MetricSum[] {
  const measured = listWaitingCalls(store, filter).flatMap(measureCall);
  const lengths = listWaitingPromptLengths(store, filter).map((value) => {
    return { metric: "prompt_length", label: "", value };
  });
  return [...measured, ...lengths].map(({ metric, label, value }) => {
    return { metric, label, count: 1, total: value, largest: value };
  });
}
