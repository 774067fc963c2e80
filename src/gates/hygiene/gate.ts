// Judges leftovers in added lines: debug statements, focused tests, merge markers, secrets, notes and stubs.
import { markShown } from "../../store/notices.ts";
import { bulletList, clipList, oneLine } from "../../text/clip.ts";
import type { Finding, Gate } from "../engine/gate.ts";
import type { StopView } from "../engine/stop-context.ts";
import type { Leftover } from "./find-leftovers.ts";
import { gatherLeftovers, reportedKey } from "./gather.ts";

export const hygiene: Gate<FoundLeftover[]> = {
  id: "hygiene",
  gather: gatherLeftovers,
  judge: judgeLeftovers,
  effect: {
    // A leftover of weight "once" is recorded after it blocked, or after the person was told about it.
    inTransaction({ store, event, sessionId }, { facts: found, held, advised }) {
      const isReported =
        held.some(({ code }) => code === "once") || (event.name === "Stop" && advised.length > 0);
      for (const leftover of isReported ? found : [])
        if (leftover.weight === "once") markShown(store, sessionId, reportedKey(leftover));
    },
  },
};

export interface FoundLeftover extends Leftover {
  /** It blocked a stop of this session before, or the person was told about it. */
  wasReported: boolean;
}

const MAX_SHOWN = 5;
const MAX_SHOWN_BRIEFLY = 3;
const MAX_PATH_LENGTH = 100;
const MAX_DETAILS = 200;
/** The most serious first. */
const BY_WEIGHT: readonly Leftover["weight"][] = ["block", "once", "advise"];
const BY_RULE = [
  "secret",
  "merge-marker",
  "focused-test",
  "debugger",
  "placeholder",
  "skipped-test",
  "print",
  "todo",
];

export function judgeLeftovers(stop: StopView, found: readonly FoundLeftover[]): Finding[] {
  const sorted = found.toSorted((a, b) => rankOf(a) - rankOf(b));
  const having = (code: ReturnType<typeof codeOf>) =>
    sorted.filter((leftover) => codeOf(leftover, stop) === code);
  return [
    ...finding(
      stop,
      having("leftover"),
      "leftover",
      "block",
      "Remove them, or mark an intended one with `holdfast-ignore` on its line.",
    ),
    ...finding(
      stop,
      having("once"),
      "once",
      "block",
      "Finish or remove them. Intended ones may stay: each holds only one stop.",
    ),
    ...finding(stop, having("note"), "note", "advise", ""),
  ];
}

function rankOf({ weight, rule }: FoundLeftover): number {
  const rank = BY_RULE.indexOf(rule);
  return BY_WEIGHT.indexOf(weight) * 100 + (rank === -1 ? BY_RULE.length : rank);
}

/**
 * At a Stop only what is certainly unwanted holds, and only if the config says so. Subagents, tasks and teammates report to
 * Claude, so their leftovers are refused, those of weight "once" the first time.
 */
function codeOf(
  { weight, wasReported }: FoundLeftover,
  { event, config }: StopView,
): "leftover" | "once" | "note" {
  if (event.name === "Stop")
    return weight === "block" && config.hygiene.stop === "block" ? "leftover" : "note";
  if (weight === "block") return "leftover";
  return weight === "once" && !wasReported ? "once" : "note";
}

function finding(
  { event }: StopView,
  found: readonly FoundLeftover[],
  code: string,
  severity: Finding["severity"],
  next: string,
): Finding[] {
  if (found.length === 0) return [];
  const fingerprints = [...new Set(found.map(({ fingerprint }) => fingerprint))].sort();
  return [
    {
      gate: "hygiene",
      code,
      severity,
      reason: severity === "block" ? describeAll(found, next) : describeBriefly(found),
      summary: `Left over ${describeBriefly(found)}`,
      fingerprint: `hygiene-${code}:${Bun.hash(fingerprints.join("\n")).toString(36)}`,
      progress: "",
      releasedBy: "removing the lines, `holdfast-ignore` on them, or `hygiene` in the config",
      ...(severity === "block" ? findMilderSetting(event, found) : {}),
      ...(found.length > (severity === "block" ? MAX_SHOWN : MAX_SHOWN_BRIEFLY)
        ? { details: found.slice(0, MAX_DETAILS).map(describe) }
        : {}),
    },
  ];
}

/** One rule, otherwise one file, otherwise all Stops. A rule for secrets is never weakened. */
function findMilderSetting(
  event: StopView["event"],
  found: readonly FoundLeftover[],
): Pick<Finding, "avoidedBy"> {
  const rules = [...new Set(found.map(({ rule }) => rule))];
  const paths = [...new Set(found.map(({ path }) => path))];
  if (rules.length === 1 && rules[0] !== "secret")
    return { avoidedBy: { key: `hygiene.rules.${rules[0]}`, value: "advise" } };
  if (paths.length === 1) return { avoidedBy: { key: "hygiene.ignore", value: paths } };
  return event.name === "Stop" ? { avoidedBy: { key: "hygiene.stop", value: "advise" } } : {};
}

function describeAll(found: readonly FoundLeftover[], next: string): string {
  return [`Left over in added lines. ${next}`, ...bulletList(found.map(describe), MAX_SHOWN)].join("\n");
}

function describe(leftover: FoundLeftover): string {
  return `${locate(leftover)}: ${leftover.what}: ${leftover.shown}`;
}

function describeBriefly(found: readonly FoundLeftover[]): string {
  const places = found.map((leftover) => `${locate(leftover)} ${leftover.what}`);
  return `in added lines: ${clipList(places, MAX_SHOWN_BRIEFLY)}`;
}

function locate({ path, line }: FoundLeftover): string {
  const name = oneLine(path);
  return `${name.length <= MAX_PATH_LENGTH ? name : `…${name.slice(-MAX_PATH_LENGTH)}`.toWellFormed()}:${line}`;
}
