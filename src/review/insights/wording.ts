// Numbers and proposals in words, the same in the terminal and on the page.
import type { FailingCommand, RereadFile } from "./insight-rows.ts";
import type { Change, Insights, LoopTime } from "./insights.ts";
import type { ProposedSetting } from "./propose-setting.ts";

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

export function sayValue(value: number | null, unit: Change["unit"]): string {
  if (value === null) return "none";
  if (unit === "share") return `${Math.round(value * 100)} %`;
  if (unit === "milliseconds") return `${value.toFixed(1)} ms`;
  return unit === "duration" ? sayDuration(value) : String(value);
}

/** Empty when nothing changed or there is nothing to compare with. */
export function sayDifference({ before, now, unit }: Change): string {
  if (before === null || now === null || before === now) return "";
  const sign = now > before ? "+" : "−";
  const size = Math.abs(now - before);
  if (unit === "share") return `${sign}${Math.round(size * 100)} points`;
  return `${sign}${sayValue(size, unit)}`;
}

function sayDuration(milliseconds: number): string {
  const minutes = Math.round(milliseconds / MINUTE);
  if (minutes < 60) return `${minutes} min`;
  return `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}

export function saySpan({ since, until }: Pick<Insights, "since" | "until">): string {
  const length = until - since;
  if (length % DAY === 0) return length === DAY ? "24 hours" : `${length / DAY} days`;
  if (length % HOUR === 0) return `${length / HOUR} hours`;
  return length < 2 * DAY ? sayDuration(length) : `${Math.round(length / DAY)} days`;
}

export function sayLoops({ loops, flows, milliseconds, done }: LoopTime): string {
  return `${sayDuration(milliseconds)} in ${some(loops, "loop")} and ${some(flows, "flow")}, ${done} done`;
}

/** As it would stand in the config file. */
export function saySetting({ key, value }: ProposedSetting): string {
  const nested = key.split(".").reduceRight<unknown>((inner, part) => ({ [part]: inner }), value);
  return JSON.stringify(nested);
}

export function isEmpty({ now, before }: Insights): boolean {
  return now.sessions === 0 && before.sessions === 0;
}

/** Rows of a list that are shown. */
export const SHOWN = 10;

export function sayFailures({ before }: Insights, { command, sessions, fixed }: FailingCommand): string {
  const old = before.failingCommands.find((row) => row.command === command);
  return `was ${old?.failures ?? 0}; in ${some(sessions, "session")}, ${fixed} fixed`;
}

/** Without the span before, where it is not kept as far back. */
export function sayReads(insights: Insights, { file, sessions, most }: RereadFile): string {
  const { before, since, until, readsSince } = insights;
  const old = before.rereadFiles.find((row) => row.file === file);
  const was = since - (until - since) >= readsSince ? `was ${old?.reads ?? 0}; ` : "";
  return `${was}in ${some(sessions, "session")}, at most ${most} in one`;
}

function some(number: number, one: string): string {
  return `${number} ${one}${number === 1 ? "" : "s"}`;
}

/** From the project's folder, where it lies in it. */
export function shortPath(path: string, project: string): string {
  return path.startsWith(`${project}/`) ? path.slice(project.length + 1) : path;
}
