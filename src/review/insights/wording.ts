// Insights in words, and their text for the terminal. Control characters are removed from names, which come from what Claude ran and read.
import type { Setting } from "../../gates/engine/gate.ts";
import { clip, oneLine } from "../../text/clip.ts";
import { countNoun } from "../../text/count-noun.ts";
import { formatDuration, formatTime } from "../../text/format-time.ts";
import { printable } from "../../text/printable.ts";
import type { Style } from "../../text/wrap.ts";
import type { FailingCommand, RereadFile } from "./insight-rows.ts";
import type { Insights, LoopTime, MetricChange } from "./insights.ts";

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const MAX_SHOWN = 10;

function formatValue(value: number | null, unit: MetricChange["unit"]): string {
  if (value === null) return "none";
  if (unit === "share") return `${Math.round(value * 100)} %`;
  if (unit === "milliseconds") return `${value.toFixed(1)} ms`;
  return unit === "duration" ? formatDuration(value) : value.toLocaleString("en");
}

/** Empty if nothing changed visibly or there is nothing to compare. */
function formatDifference({ before, now, unit }: MetricChange): string {
  if (before === null || now === null || formatValue(before, unit) === formatValue(now, unit)) return "";
  const sign = now > before ? "+" : "−";
  const size = Math.abs(now - before);
  if (unit === "share") return `${sign}${Math.round(size * 100)} points`;
  return `${sign}${formatValue(size, unit)}`;
}

/** Such as "2026-01-02 10:00 to 2026-02-01 10:00, against the 30 days before". */
export function describeSpan({ since, until }: Insights): string {
  return `${formatTime(since)} to ${formatTime(until)}, against the ${formatLength(until - since)} before`;
}

function formatLength(length: number): string {
  if (length % DAY === 0) return length === DAY ? "24 hours" : `${length / DAY} days`;
  if (length % HOUR === 0) return countNoun(length / HOUR, "hour");
  return length < 2 * DAY ? formatDuration(length) : `${Math.round(length / DAY)} days`;
}

/** Empty without loops and flows. */
export function describeLoops({ loops, flows, milliseconds, done }: LoopTime): string {
  if (loops + flows === 0) return "";
  return `${formatDuration(milliseconds)} in ${countNoun(loops, "loop")} and ${countNoun(flows, "flow")}, ${done} done`;
}

/** As JSON for the config file. */
export function formatSetting({ key, value }: Setting): string {
  const nested = key.split(".").reduceRight<unknown>((inner, part) => ({ [part]: inner }), value);
  return JSON.stringify(nested);
}

export function isEmpty({ now, before }: Insights): boolean {
  return now.sessions === 0 && before.sessions === 0;
}

interface Bar {
  name: string;
  n: number;
  note: string;
  /** For a link: the last session, or the last decision. */
  session?: string;
  decision?: number;
  /** The last call's ID in that session's transcript. */
  call?: string | null;
}

/** Counts by name, the most frequent first. */
export function countedSections(insights: Insights): { heading: string; bars: Bar[] }[] {
  const { project, now } = insights;
  return [
    {
      heading: "Failing commands",
      bars: now.failingCommands.slice(0, MAX_SHOWN).map((row) => ({
        name: row.command,
        n: row.failures,
        note: describeFailures(insights, row),
        session: row.last_session,
        call: row.last_call,
      })),
    },
    {
      heading: "Files read again and again",
      bars: now.rereadFiles.slice(0, MAX_SHOWN).map((row) => ({
        name: shortPath(row.file, project),
        n: row.reads,
        note: describeReads(insights, row),
        session: row.most_session,
      })),
    },
    {
      heading: "Blocks by gate",
      bars: now.gates.map(({ gate, blocks, wrong, unchanged, capped, lastDecision }) => ({
        name: gate,
        n: blocks,
        note: `${wrong} marked wrong; released: ${unchanged} without a change, ${capped} with the budget used up; last: decision ${lastDecision}`,
        decision: lastDecision,
      })),
    },
    {
      heading: "Advice by gate",
      bars: now.advised.map(({ gate, n }) => ({ name: gate, n, note: "" })),
    },
  ];
}

function describeFailures({ before }: Insights, row: FailingCommand): string {
  const { command, sessions, fixed, last_session } = row;
  const old = before.failingCommands.find((other) => other.command === command);
  return `was ${old?.failures ?? 0}; in ${countNoun(sessions, "session")}, ${fixed} fixed; last: session ${last_session.slice(0, 8)}`;
}

/** Leaves out the previous span if its calls are no longer kept. */
function describeReads(insights: Insights, { file, sessions, most, most_session }: RereadFile): string {
  const { before, since, until, readsSince } = insights;
  const old = before.rereadFiles.find((row) => row.file === file);
  const was = since - (until - since) >= readsSince ? `was ${old?.reads ?? 0}; ` : "";
  return `${was}in ${countNoun(sessions, "session")}, at most ${most} in one (${most_session.slice(0, 8)})`;
}

/** Relative to the project's folder, if the path is in it. */
function shortPath(path: string, project: string): string {
  return path.startsWith(`${project}/`) ? path.slice(project.length + 1) : path;
}

const MAX_NAME = 90;

export function renderText(insights: Insights, style: Style): string[] {
  const { project, now, changes, advice } = insights;
  const title = `${style.bold(shown(project))}  ${style.dim(describeSpan(insights))}`;
  if (isEmpty(insights)) return [title, "  No session was recorded in that period."];
  const loops = describeLoops(now.loops);
  const sections = countedSections(insights).map(({ heading, bars }) => ({
    heading,
    lines: bars.map(({ name, n, note, call }) => {
      const words = call ? `${note} at ${call}` : note;
      return `  ${String(n).padStart(6)}× ${shown(name)}  ${style.dim(words)}`.trimEnd();
    }),
  }));
  return [
    title,
    ...changes.map((change) => renderChange(change, style)),
    ...sections.flatMap(({ heading, lines }) => part(heading, lines)),
    ...part("Loops", loops ? [`    ${loops}`] : []),
    ...part(
      "Worth a look",
      advice.flatMap(({ gate, why, setting }) => [
        `    ${style.yellow(gate)}: ${why}.`,
        setting
          ? `      In .claude/holdfast.json, if you agree: ${style.cyan(formatSetting(setting))}`
          : "      `holdfast explain --list` shows what it said.",
      ]),
    ),
  ];

  function part(heading: string, lines: string[]): string[] {
    return lines.length === 0 ? [] : ["", `  ${style.bold(heading)}`, ...lines];
  }
}

/** `better`: also null if the difference is too small to show. */
export function describeChange(
  change: MetricChange,
): { value: string; was: string } & Pick<MetricChange, "better"> {
  const { now, before, unit, better } = change;
  const difference = formatDifference(change);
  return {
    value: formatValue(now, unit),
    was: `was ${formatValue(before, unit)}${difference ? `, ${difference}` : ""}`,
    better: difference === "" ? null : better,
  };
}

function renderChange(change: MetricChange, style: Style): string {
  const { value, was, better } = describeChange(change);
  const paint = better === null ? style.dim : better ? style.green : style.red;
  return `  ${change.what.padEnd(36)}${value.padStart(12)}  ${paint(was)}`;
}

function shown(text: string): string {
  return clip(printable(oneLine(text)), MAX_NAME);
}
