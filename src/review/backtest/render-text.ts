// Renders the report for a terminal. Control characters in evidence from transcripts are removed.
import { CATEGORIES } from "../../memory/memory.ts";
import { clip, oneLine } from "../../text/clip.ts";
import { formatTime } from "../../text/format-time.ts";
import { printable } from "../../text/printable.ts";
import type { Style } from "../../text/wrap.ts";
import type {
  BacktestReport,
  CandidateExample,
  PolicyReport,
  StopDifference,
  StopExample,
} from "./report.ts";
import {
  buildRows,
  describeDifference,
  describeFindings,
  describeLeftOut,
  describeOpinion,
  describeScope,
  type Row,
  shortNames,
} from "./wording.ts";

const LABEL_WIDTH = 34;
const COLUMN_WIDTH = 18;
const MAX_STOPS = 5;
const MAX_CANDIDATES = 2;
const MAX_LINE = 110;
/** Characters of a session's id. */
const SHORT_ID = 8;

export function renderText(full: BacktestReport, style: Style): string[] {
  const report = withShortNames(full);
  const { policies, from, to, difference } = report;
  const [last] = policies.toReversed();
  const examples = examplesOf(report);
  const span =
    from !== null && to !== null ? `  ${style.dim(`${formatTime(from)} to ${formatTime(to)}`)}` : "";
  return [
    `${style.bold(describeScope(report))}.${span}`,
    ...(policies.length > 1 ? ["", ...legend(full, report, style), header(policies, style)] : []),
    ...buildRows(report).flatMap(({ heading, rows }) => [
      "",
      style.bold(heading),
      ...rows.map((row) => renderRow(row, style)),
    ]),
    ...(difference
      ? part(
          "Differences",
          describeDifference(report).map((line) => `  ${shown(line)}`),
        )
      : []),
    ...part(
      difference ? "Judged differently, for example" : "With something open, for example",
      examples.flatMap((stop) => renderExample(stop, policies, style)),
    ),
    ...part(
      "Worth remembering, for example",
      (last ? candidatesToShow(last) : []).flatMap((one) => renderCandidate(one, style)),
    ),
    ...part(
      "Not known from transcripts",
      report.unknown.map(({ what, why }) => style.dim(`  ${what}: ${why}.`)),
    ),
    ...describeLeftOut(report).map((line) => style.dim(`  ${line}`)),
  ];

  function part(heading: string, lines: string[]): string[] {
    return lines.length === 0 ? [] : ["", style.bold(heading), ...lines];
  }
}

/** Long paths would not fit into the columns. */
function withShortNames(report: BacktestReport): BacktestReport {
  const { policies } = report;
  const short = shortNames(
    policies.map(({ name }) => printable(name)),
    COLUMN_WIDTH - 2,
  );
  return {
    ...report,
    policies: policies.map((policy, n) => ({ ...policy, name: short[n] ?? policy.name })),
  };
}

function legend(full: BacktestReport, report: BacktestReport, { dim }: Style): string[] {
  return full.policies.flatMap(({ name }, n) => {
    const short = report.policies[n]?.name ?? name;
    return short === printable(name) ? [] : [dim(`  ${short}: ${printable(name)}`)];
  });
}

function header(policies: readonly PolicyReport[], { bold }: Style): string {
  return `${" ".repeat(LABEL_WIDTH)}${policies.map(({ name }) => bold(name.padStart(COLUMN_WIDTH))).join("")}`;
}

function renderRow({ what, values, numbers, depth }: Row, style: Style): string {
  const label = `${"  ".repeat(depth + 1)}${what}`;
  const [one = 0, other = 0] = numbers ?? [];
  const change =
    numbers?.length === 2 && one !== other ? `  ${other > one ? "+" : "−"}${Math.abs(other - one)}` : "";
  const line = `${label.padEnd(LABEL_WIDTH)}${values.map((value) => value.padStart(COLUMN_WIDTH)).join("")}${change}`;
  return depth > 0 ? style.dim(line) : line;
}

/** For one policy, stops with something open; for two, stops that they judge differently, those held by only one first. */
function examplesOf({ policies, difference }: BacktestReport): (StopExample | StopDifference)[] {
  const isHeldByOne = ({ opinions }: StopDifference) =>
    new Set(opinions.map(({ verdict }) => verdict === "blocked")).size > 1;
  const all = difference?.stops.toSorted((a, b) => Number(isHeldByOne(b)) - Number(isHeldByOne(a)));
  return (all ?? policies[0]?.openStops ?? []).slice(0, MAX_STOPS);
}

function renderExample(
  stop: StopExample | StopDifference,
  policies: readonly PolicyReport[],
  style: Style,
): string[] {
  const head = (rest: string) =>
    `  ${style.dim(`${formatTime(stop.at)} ${printable(stop.sessionId.slice(0, SHORT_ID))}${rest}`)}`;
  if ("opinions" in stop)
    return [
      head(""),
      ...stop.opinions.map((one, n) => `    ${shown(`${policies[n]?.name}: ${describeOpinion(one)}`)}`),
    ];
  const fate = stop.verdict === "blocked" ? "" : ` ${stop.verdict}`;
  return [`${head(fate)}  ${shown(describeFindings(stop))}`];
}

function candidatesToShow({ topCandidates }: PolicyReport): CandidateExample[] {
  return CATEGORIES.flatMap((category) =>
    topCandidates.filter((one) => one.category === category).slice(0, MAX_CANDIDATES),
  );
}

function renderCandidate({ category, title, score, evidence }: CandidateExample, style: Style): string[] {
  const [first] = evidence;
  return [
    `  ${category.padEnd(16)} ${shown(title)} ${style.dim(score.toFixed(2))}`,
    ...(first ? [style.dim(`${" ".repeat(19)}${shown(`${first.who}: ${first.line} (${first.why})`)}`)] : []),
  ];
}

function shown(text: string): string {
  return clip(printable(oneLine(text)), MAX_LINE);
}
