// How a transcript is printed, item by item.

import type { DescribedItem } from "../../../recording/archive/describe-item.ts";
import { clip } from "../../../text/clip.ts";
import { formatTime } from "../../../text/format-time.ts";
import { printable } from "../../../text/printable.ts";
import type { Output, Style } from "../../command.ts";

type Show = (described: DescribedItem) => void;

/** Of injected text, without --full. */
const MAX_LINES = 6;
const MAX_LINE = 200;

export function showAsJson(out: Output): Show {
  return ({ at, ...described }) =>
    out.line(JSON.stringify({ at: at === null ? null : new Date(at).toISOString(), ...described }));
}

/** One heading for consecutive items of the same speaker. */
export function showReadable(
  { line, style: own }: Output,
  { full, plain }: { full?: boolean; plain?: boolean },
): Show {
  const style = plain ? PLAIN : own;
  let last = "";
  let afterTool = false;
  return (described) => {
    const { who, label, text, subagent } = described;
    const speaker = `${printable(label)}${subagent ? " (subagent)" : ""}`;
    if (who === "tool") line(style.dim(`  ${speaker}: ${printable(text)}`));
    else {
      if (speaker !== last || isMarked(who)) line(`\n${heading(style, described, speaker)}`);
      else if (afterTool) line();
      for (const one of linesOf(described, full === true)) line(isMarked(who) ? style.dim(`  ${one}`) : one);
      last = speaker;
    }
    afterTool = who === "tool";
  };
}

function heading(style: Style, { who, at }: DescribedItem, speaker: string): string {
  const paint = {
    user: style.green,
    claude: style.cyan,
    injected: style.yellow,
    note: style.dim,
    tool: style.dim,
  };
  const named = isMarked(who) ? `[${speaker}]` : speaker;
  return `${paint[who](style.bold(named))}${at === null ? "" : style.dim(`  ${formatTime(at)}`)}`;
}

function linesOf({ who, text }: DescribedItem, full: boolean): string[] {
  const lines = printable(text.replaceAll("\r\n", "\n").trim()).split("\n");
  if (who !== "injected" || full) return lines;
  const kept = lines.slice(0, MAX_LINES).map((line) => clip(line, MAX_LINE));
  return kept.length < lines.length
    ? [...kept, `… ${lines.length - kept.length} lines more, with --full`]
    : kept;
}

function isMarked(who: DescribedItem["who"]): boolean {
  return who === "injected" || who === "note";
}

const unchanged = (text: string) => text;
const PLAIN: Style = {
  bold: unchanged,
  dim: unchanged,
  red: unchanged,
  green: unchanged,
  yellow: unchanged,
  cyan: unchanged,
};
