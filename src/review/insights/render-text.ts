// The report for a terminal. Names come from what Claude ran and read: control characters are removed.
import { clip, oneLine } from "../../text/clip.ts";
import { formatTime } from "../../text/format-time.ts";
import { printable } from "../../text/printable.ts";
import type { Change, Insights } from "./insights.ts";
import {
  describeFailures,
  describeLoops,
  describeReads,
  formatDifference,
  formatSetting,
  formatSpan,
  formatValue,
  isEmpty,
  MAX_SHOWN,
  shortPath,
} from "./wording.ts";

type Paint = (text: string) => string;
type Style = Record<"bold" | "dim" | "red" | "green" | "yellow" | "cyan", Paint>;

const MAX_NAME = 90;

export function renderText(insights: Insights, style: Style): string[] {
  const { project, since, until, now, changes, advice } = insights;
  const title = `${style.bold(shown(project))}  ${style.dim(`${formatTime(since)} to ${formatTime(until)}, against the ${formatSpan(insights)} before`)}`;
  if (isEmpty(insights)) return [title, "  No session was recorded in that time."];
  return [
    title,
    ...changes.map((change) => renderChange(change, style)),
    ...part(
      "Failing commands",
      now.failingCommands
        .slice(0, MAX_SHOWN)
        .map(
          (row) =>
            `${count(row.failures)} ${shown(row.command)} ${style.dim(describeFailures(insights, row))}`,
        ),
    ),
    ...part(
      "Files read again and again",
      now.rereadFiles
        .slice(0, MAX_SHOWN)
        .map(
          (row) =>
            `${count(row.reads)} ${shown(shortPath(row.file, project))} ${style.dim(describeReads(insights, row))}`,
        ),
    ),
    ...part("Loops", now.loops.loops + now.loops.flows > 0 ? [`    ${describeLoops(now.loops)}`] : []),
    ...part(
      "Gates",
      now.gates.map(
        ({ gate, blocks, wrong, unchanged, capped }) =>
          `${count(blocks)} ${gate.padEnd(10)} ${style.dim(`${wrong} marked wrong; released: ${unchanged} without a change, ${capped} with the budget used up`)}`,
      ),
    ),
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

function renderChange(change: Change, style: Style): string {
  const { what, now, before, unit, better } = change;
  const paint = better === null ? style.dim : better ? style.green : style.red;
  const difference = formatDifference(change);
  const was = `was ${formatValue(before, unit)}${difference ? `, ${difference}` : ""}`;
  return `  ${what.padEnd(30)}${formatValue(now, unit).padStart(12)}  ${paint(was)}`;
}

function count(number: number): string {
  return `  ${String(number).padStart(6)}×`;
}

function shown(text: string): string {
  return clip(printable(oneLine(text)), MAX_NAME);
}
