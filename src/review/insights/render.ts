// The report for a terminal. Names come from what Claude ran and read: control characters are removed.
import { clip, oneLine } from "../../text/clip.ts";
import { printable } from "../../text/printable.ts";
import type { Insights, MetricChange } from "./insights.ts";
import {
  countedSections,
  describeLoops,
  describeSpan,
  formatDifference,
  formatSetting,
  formatValue,
  isEmpty,
} from "./wording.ts";

export type Style = Record<"bold" | "dim" | "red" | "green" | "yellow" | "cyan", (text: string) => string>;

const MAX_NAME = 90;

export function renderText(insights: Insights, style: Style): string[] {
  const { project, now, changes, advice } = insights;
  const title = `${style.bold(shown(project))}  ${style.dim(describeSpan(insights))}`;
  if (isEmpty(insights)) return [title, "  No session was recorded in that time."];
  const loops = describeLoops(now.loops);
  const sections = countedSections(insights).map(({ heading, bars }) => ({
    heading,
    lines: bars.map(({ name, n, note }) => `  ${String(n).padStart(6)}× ${shown(name)} ${style.dim(note)}`),
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

function renderChange(change: MetricChange, style: Style): string {
  const { what, now, before, unit, better } = change;
  const paint = better === null ? style.dim : better ? style.green : style.red;
  const difference = formatDifference(change);
  const was = `was ${formatValue(before, unit)}${difference ? `, ${difference}` : ""}`;
  return `  ${what.padEnd(30)}${formatValue(now, unit).padStart(12)}  ${paint(was)}`;
}

function shown(text: string): string {
  return clip(printable(oneLine(text)), MAX_NAME);
}
