// The report for a terminal. Names come from what Claude ran and read: nothing in them may move the cursor.
import { formatTime } from "../../text/format-time.ts";
import { printable } from "../../text/printable.ts";
import type { Change, Insights } from "./insights.ts";
import {
  isEmpty,
  SHOWN,
  sayDifference,
  sayFailures,
  sayLoops,
  sayReads,
  saySetting,
  saySpan,
  sayValue,
  shortPath,
} from "./wording.ts";

type Paint = (text: string) => string;
type Style = Record<"bold" | "dim" | "red" | "green" | "yellow" | "cyan", Paint>;

const LONGEST = 90;

export function renderText(insights: Insights, style: Style): string[] {
  const { project, since, until, now, changes, advice } = insights;
  const title = `${style.bold(shown(project))}  ${style.dim(`${formatTime(since)} to ${formatTime(until)}, against the ${saySpan(insights)} before`)}`;
  if (isEmpty(insights)) return [title, "  No session was recorded in that time."];
  return [
    title,
    ...changes.map((change) => renderChange(change, style)),
    ...part(
      "Failing commands",
      now.failingCommands
        .slice(0, SHOWN)
        .map(
          (row) => `${count(row.failures)} ${shown(row.command)} ${style.dim(sayFailures(insights, row))}`,
        ),
    ),
    ...part(
      "Files read again and again",
      now.rereadFiles
        .slice(0, SHOWN)
        .map(
          (row) =>
            `${count(row.reads)} ${shown(shortPath(row.file, project))} ${style.dim(sayReads(insights, row))}`,
        ),
    ),
    ...part("Loops", now.loops.loops + now.loops.flows > 0 ? [`    ${sayLoops(now.loops)}`] : []),
    ...part(
      "Gates",
      now.gates.map(
        ({ gate, blocks, wrong, unchanged, capped }) =>
          `${count(blocks)} ${gate.padEnd(10)} ${style.dim(`${wrong} marked wrong; let go: ${unchanged} without a change, ${capped} with the room used up`)}`,
      ),
    ),
    ...part(
      "Worth a look",
      advice.flatMap(({ gate, why, setting }) => [
        `    ${style.yellow(gate)}: ${why}.`,
        setting
          ? `      In .claude/holdfast.json, if you agree: ${style.cyan(saySetting(setting))}`
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
  const difference = sayDifference(change);
  const was = `was ${sayValue(before, unit)}${difference ? `, ${difference}` : ""}`;
  return `  ${what.padEnd(30)}${sayValue(now, unit).padStart(12)}  ${paint(was)}`;
}

function count(number: number): string {
  return `  ${String(number).padStart(6)}×`;
}

function shown(text: string): string {
  const line = printable(text.replace(/\s+/g, " ").trim());
  return line.length > LONGEST ? `${line.slice(0, LONGEST)}…` : line;
}
