// The report for a terminal. Evidence comes from transcripts: nothing in it may move the cursor.
import { formatTime } from "../config/format-time.ts";
import { printable } from "../config/printable.ts";
import { CATEGORIES } from "../triage/category.ts";
import type { BacktestReport, CandidateExample, PolicyReport, StopExample } from "./report.ts";
import { type Row, rowsOf } from "./rows.ts";
import { sayDifference, sayFindings, sayLeftOut, sayScope } from "./words.ts";

type Paint = (text: string) => string;
type Style = Record<"bold" | "dim" | "red" | "green" | "yellow" | "cyan", Paint>;

const LABEL = 34;
const COLUMN = 18;
const SHOWN_STOPS = 5;
const SHOWN_CANDIDATES = 2;
const LONGEST = 110;

export function renderText(report: BacktestReport, style: Style): string[] {
  const { policies, from, to, difference } = report;
  const [last] = policies.toReversed();
  const span =
    from !== null && to !== null ? `  ${style.dim(`${formatTime(from)} to ${formatTime(to)}`)}` : "";
  return [
    `${style.bold(sayScope(report))}.${span}`,
    ...(policies.length > 1 ? ["", header(policies, style)] : []),
    ...rowsOf(report).flatMap(({ heading, rows }) => [
      "",
      style.bold(heading),
      ...rows.map((row) => renderRow(row, style)),
    ]),
    ...(difference
      ? part(
          "Where they part",
          sayDifference(report).map((line) => `  ${shown(line)}`),
        )
      : []),
    ...part(
      "With something open, for example",
      stopsToShow(report).map((stop) => renderStop(stop, style)),
    ),
    ...part(
      "Worth remembering, for example",
      (last ? candidatesToShow(last) : []).flatMap((one) => renderCandidate(one, style)),
    ),
    ...part(
      "Not known from transcripts",
      report.unknown.map(({ what, why }) => style.dim(`  ${what}: ${why}.`)),
    ),
    ...sayLeftOut(report).map((line) => style.dim(`  ${line}`)),
  ];

  function part(heading: string, lines: string[]): string[] {
    return lines.length === 0 ? [] : ["", style.bold(heading), ...lines];
  }
}

function header(policies: readonly PolicyReport[], { bold }: Style): string {
  return `${" ".repeat(LABEL)}${policies.map(({ name }) => bold(cut(printable(name), COLUMN - 2).padStart(COLUMN))).join("")}`;
}

function renderRow({ what, values, numbers, depth }: Row, style: Style): string {
  const label = `${"  ".repeat(depth + 1)}${what}`;
  const [one = 0, other = 0] = numbers ?? [];
  const change =
    numbers?.length === 2 && one !== other ? `  ${other > one ? "+" : "−"}${Math.abs(other - one)}` : "";
  const line = `${label.padEnd(LABEL)}${values.map((value) => value.padStart(COLUMN)).join("")}${change}`;
  return depth > 0 ? style.dim(line) : line;
}

/** With two policies those that only one of them would have held. */
function stopsToShow({ policies, difference }: BacktestReport): (StopExample & { heldBy?: string })[] {
  const all = difference && difference.stops.length > 0 ? difference.stops : (policies[0]?.openStops ?? []);
  return all.slice(0, SHOWN_STOPS);
}

function renderStop(stop: StopExample & { heldBy?: string }, style: Style): string {
  const by = stop.heldBy === undefined ? "" : ` by ${stop.heldBy}`;
  const fate = stop.verdict === "blocked" ? "" : ` ${stop.verdict}`;
  const head = style.dim(`${formatTime(stop.at)} ${stop.sessionId.slice(0, 8)}${printable(by)}${fate}`);
  return `  ${head}  ${shown(sayFindings(stop))}`;
}

function candidatesToShow({ topCandidates }: PolicyReport): CandidateExample[] {
  return CATEGORIES.flatMap((category) =>
    topCandidates.filter((one) => one.category === category).slice(0, SHOWN_CANDIDATES),
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
  return cut(printable(text.replace(/\s+/g, " ").trim()), LONGEST);
}

function cut(text: string, most: number): string {
  return text.length > most ? `${text.slice(0, most - 1)}…`.toWellFormed() : text;
}
