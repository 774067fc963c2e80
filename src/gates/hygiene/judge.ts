import { oneLine } from "../../text/clip.ts";
import type { Finding } from "../engine/gate.ts";
import type { StopView } from "../engine/stop-context.ts";
import type { Leftover } from "./find-leftovers.ts";

/** A leftover, and whether it was refused in this session before. */
export interface FoundLeftover extends Leftover {
  refused: boolean;
}

const SHOWN = 5;
const MAX_PATH = 100;

export function judgeLeftovers({ event, config }: StopView, found: readonly FoundLeftover[]): Finding[] {
  // A person reads the main agent's answer and decides; the others report to Claude.
  const holds = event.name !== "Stop" || config.hygiene.stop === "block";
  const blocking = holds ? found.filter(({ weight }) => weight === "block") : [];
  const first = holds ? found.filter(({ weight, refused }) => weight === "once" && !refused) : [];
  const rest = found.filter((one) => !blocking.includes(one) && !first.includes(one));
  return [
    ...finding(
      blocking,
      "leftover",
      "block",
      "Remove them, or put `holdfast-ignore` on the line of one that is wanted.",
    ),
    ...finding(
      first,
      "once",
      "block",
      "Finish or remove them. What is wanted may stay: they are refused once.",
    ),
    ...finding(rest, "note", "advise", ""),
  ];
}

function finding(
  found: readonly FoundLeftover[],
  code: string,
  severity: Finding["severity"],
  next: string,
): Finding[] {
  if (found.length === 0) return [];
  const marks = [...new Set(found.map(({ fingerprint }) => fingerprint))].sort();
  return [
    {
      gate: "hygiene",
      code,
      severity,
      reason: severity === "block" ? describeAll(found, next) : describeShortly(found),
      fingerprint: `hygiene-${code}:${Bun.hash(marks.join("\n")).toString(36)}`,
      progress: "",
      releasedBy: "removing the lines, `holdfast-ignore` on them, or `hygiene` in the config",
    },
  ];
}

function describeAll(found: readonly FoundLeftover[], next: string): string {
  const lines = found.slice(0, SHOWN).map((one) => `- ${place(one)}: ${one.what}: ${one.shown}`);
  return ["Left over in added lines:", ...lines, ...more(found), next].join("\n");
}

function describeShortly(found: readonly FoundLeftover[]): string {
  const shown = found.slice(0, 3).map((one) => `${place(one)} ${one.what}`);
  const rest = found.length - shown.length;
  return `in added lines: ${shown.join(", ")}${rest > 0 ? ` +${rest}` : ""}`;
}

function more(found: readonly FoundLeftover[]): string[] {
  return found.length > SHOWN ? [`- and ${found.length - SHOWN} more`] : [];
}

function place({ path, line }: FoundLeftover): string {
  const name = oneLine(path);
  return `${name.length <= MAX_PATH ? name : `…${name.slice(-MAX_PATH)}`.toWellFormed()}:${line}`;
}
