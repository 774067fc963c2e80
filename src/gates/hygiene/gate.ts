// Debug statements, focused tests, merge markers, secrets, notes and stubs in lines that were added.
import { markShown } from "../../store/notices.ts";
import { bulletList, oneLine, shortList } from "../../text/clip.ts";
import type { Evidence, Finding, Gate } from "../engine/gate.ts";
import type { StopView } from "../engine/stop-context.ts";
import type { Leftover } from "./find-leftovers.ts";
import { gatherLeftovers, refusalMark } from "./gather.ts";

export const hygiene: Gate<FoundLeftover[]> = {
  id: "hygiene",
  gather: gatherLeftovers,
  judge: judgeLeftovers,
  effect: {
    // What is refused only once is remembered for the session; so is what a person was told of and let stand.
    inTransaction({ store, event }, { facts: found, held, advised }) {
      const isSaid =
        held.some(({ code }) => code === "once") || (event.name === "Stop" && advised.length > 0);
      if (event.sessionId === null || !isSaid) return;
      for (const one of found) if (one.weight === "once") markShown(store, event.sessionId, refusalMark(one));
    },
  },
  milder: ({ hygiene: { stop } }) => (stop === "block" ? { key: "hygiene.stop", value: "advise" } : null),
  replay: { evidence: leftoverEvidence },
};

/** A leftover, and whether it was refused in this session before. */
export interface FoundLeftover extends Leftover {
  refused: boolean;
}

const SHOWN = 5;
const SHOWN_SHORTLY = 3;
const MAX_PATH = 100;
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
  const holds = mayHold(stop);
  const sorted = found.toSorted((a, b) => rankOf(a) - rankOf(b));
  const having = (code: ReturnType<typeof codeOf>) => sorted.filter((one) => codeOf(one, holds) === code);
  return [
    ...finding(
      having("leftover"),
      "leftover",
      "block",
      "Remove them, or put `holdfast-ignore` on the line of one that is wanted.",
    ),
    ...finding(
      having("once"),
      "once",
      "block",
      "Finish or remove them. What is wanted may stay: they are refused once.",
    ),
    ...finding(having("note"), "note", "advise", ""),
  ];
}

function rankOf({ weight, rule }: FoundLeftover): number {
  const place = BY_RULE.indexOf(rule);
  return BY_WEIGHT.indexOf(weight) * 100 + (place === -1 ? BY_RULE.length : place);
}

/** The leftovers that a finding is about. */
function leftoverEvidence(found: readonly FoundLeftover[], { code }: Finding, stop: StopView): Evidence[] {
  return found
    .filter((one) => codeOf(one, mayHold(stop)) === code)
    .map(({ path, what, shown, rule }) => ({ text: `${path}: ${what}: ${shown}`, rule }));
}

/** A person reads the main agent's answer and decides; the others report to Claude. */
function mayHold({ event, config }: StopView): boolean {
  return event.name !== "Stop" || config.hygiene.stop === "block";
}

function codeOf({ weight, refused }: FoundLeftover, holds: boolean): "leftover" | "once" | "note" {
  if (holds && weight === "block") return "leftover";
  return holds && weight === "once" && !refused ? "once" : "note";
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
      summary: `Left over ${describeShortly(found)}`,
      fingerprint: `hygiene-${code}:${Bun.hash(marks.join("\n")).toString(36)}`,
      progress: "",
      releasedBy: "removing the lines, `holdfast-ignore` on them, or `hygiene` in the config",
      ...(severity === "block" ? { narrower: narrower(found) } : {}),
      ...(found.length > (severity === "block" ? SHOWN : SHOWN_SHORTLY)
        ? { details: found.slice(0, MAX_DETAILS).map(describe) }
        : {}),
    },
  ];
}

/** One rule, else one file, else the stop; a rule for secrets is never weakened. */
function narrower(found: readonly FoundLeftover[]): NonNullable<Finding["narrower"]> {
  const rules = [...new Set(found.map(({ rule }) => rule))];
  const paths = [...new Set(found.map(({ path }) => path))];
  if (rules.length === 1 && rules[0] !== "secret")
    return { key: `hygiene.rules.${rules[0]}`, value: "advise" };
  if (paths.length === 1) return { key: "hygiene.ignore", value: paths };
  return { key: "hygiene.stop", value: "advise" };
}

function describeAll(found: readonly FoundLeftover[], next: string): string {
  return [`Left over in added lines. ${next}`, ...bulletList(found.map(describe), SHOWN)].join("\n");
}

function describe(one: FoundLeftover): string {
  return `${place(one)}: ${one.what}: ${one.shown}`;
}

function describeShortly(found: readonly FoundLeftover[]): string {
  const places = found.map((one) => `${place(one)} ${one.what}`);
  return `in added lines: ${shortList(places, SHOWN_SHORTLY)}`;
}

function place({ path, line }: FoundLeftover): string {
  const name = oneLine(path);
  return `${name.length <= MAX_PATH ? name : `…${name.slice(-MAX_PATH)}`.toWellFormed()}:${line}`;
}
