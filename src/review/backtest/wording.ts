// Turns a backtest report into words: rows with one value per policy, sentences and short names.
import type { Verdict } from "../../gates/engine/budget.ts";
import { CATEGORIES } from "../../memory/memory.ts";
import { countNoun } from "../../text/count-noun.ts";
import type { BacktestReport, GateCount, PolicyReport, Spread, StopExample, StopOpinion } from "./report.ts";

export interface Row {
  what: string;
  /** One per policy. */
  values: string[];
  /** null where a difference makes no sense. */
  numbers: number[] | null;
  /** How deep the row is nested under a row above. */
  depth: number;
}

const VERDICTS: readonly (readonly [Verdict, string])[] = [
  ["complete", "allowed, nothing held"],
  ["blocked", "held"],
  ["waiting", "allowed, work in the background"],
  ["stalled", "released, nothing had changed"],
  ["capped", "released, the budget was used up"],
  ["asking", "allowed, the next step is yours"],
  ["fault", "allowed, a gate failed"],
  ["paused", "not judged, plan mode"],
];

export function buildRows({ policies }: BacktestReport): { heading: string; rows: Row[] }[] {
  return [
    { heading: "Stops", rows: stopRows(policies) },
    { heading: "Advice, shown once a session", rows: gateRows(policies, ({ advised }) => advised) },
    { heading: "Worth remembering", rows: candidateRows(policies) },
    { heading: "Noise of a session (mean / median / most)", rows: noiseRows(policies) },
  ].filter(({ rows }) => rows.length > 0);
}

function stopRows(policies: readonly PolicyReport[]): Row[] {
  return VERDICTS.flatMap(([verdict, what]) => {
    const row = countRow(what, policies, ({ verdicts }) => verdicts[verdict] ?? 0);
    if (verdict === "blocked") return [row, ...gateRows(policies, ({ held }) => held).map(asPart)];
    return verdict === "complete" || isSome(row) ? [row] : [];
  });
}

function gateRows(policies: readonly PolicyReport[], read: (policy: PolicyReport) => GateCount[]): Row[] {
  const names = new Set(policies.flatMap((policy) => read(policy).map(nameOf)));
  return [...names].flatMap((name) => {
    const countOf = (policy: PolicyReport) => read(policy).find((one) => nameOf(one) === name);
    const rules = new Set(policies.flatMap((policy) => Object.keys(countOf(policy)?.rules ?? {})));
    return [
      countRow(name, policies, (policy) => countOf(policy)?.stops ?? 0),
      ...[...rules].map((rule) =>
        asPart(countRow(rule, policies, (policy) => countOf(policy)?.rules[rule] ?? 0)),
      ),
    ];
  });
}

function candidateRows(policies: readonly PolicyReport[]): Row[] {
  const all = countRow("candidates for the inbox", policies, ({ candidates }) =>
    CATEGORIES.reduce((sum, category) => sum + candidates[category], 0),
  );
  const parts = CATEGORIES.map((category) =>
    asPart(countRow(category, policies, ({ candidates }) => candidates[category])),
  );
  return [all, ...parts.filter(isSome)];
}

function noiseRows(policies: readonly PolicyReport[]): Row[] {
  const row = (what: string, read: (policy: PolicyReport) => Spread): Row => ({
    what,
    values: policies.map((policy) => formatSpread(read(policy))),
    numbers: null,
    depth: 0,
  });
  return [
    row("holds", ({ noise }) => noise.held),
    row("lines of advice", ({ noise }) => noise.advice),
    row("candidates", ({ noise }) => noise.candidates),
  ];
}

function countRow(
  what: string,
  policies: readonly PolicyReport[],
  read: (policy: PolicyReport) => number,
): Row {
  const numbers = policies.map(read);
  return { what, values: numbers.map(String), numbers, depth: 0 };
}

function asPart(row: Row): Row {
  return { ...row, depth: row.depth + 1 };
}

function isSome({ numbers }: Row): boolean {
  return numbers?.some((number) => number > 0) ?? true;
}

function nameOf({ gate, code }: Pick<GateCount, "gate" | "code">): string {
  return `${gate}: ${code}`;
}

function formatSpread({ mean, median, most }: Spread): string {
  return `${mean} / ${median} / ${most}`;
}

export function describeScope({
  sessions,
  prompts,
  stops,
  heldThen,
  turnsWithoutStop,
}: BacktestReport): string {
  const then = heldThen > 0 ? `, ${heldThen} of them held by a hook at the time` : "";
  const without = turnsWithoutStop > 0 ? `; ${countNoun(turnsWithoutStop, "turn")} had none` : "";
  return `${countNoun(sessions, "session")}, ${countNoun(prompts, "prompt")}, ${countNoun(stops, "stop")}${then}${without}`;
}

export function describeLeftOut({ leftOut, damagedLines }: BacktestReport): string[] {
  return [
    ...(leftOut.subagent > 0 ? [`${countNoun(leftOut.subagent, "file")} of subagents left out.`] : []),
    ...(leftOut.foreign > 0 ? [`${countNoun(leftOut.foreign, "file")} of another tool left out.`] : []),
    ...(leftOut.empty > 0 ? [`${countNoun(leftOut.empty, "file")} without a conversation left out.`] : []),
    ...(damagedLines > 0 ? [`${countNoun(damagedLines, "damaged line")} skipped.`] : []),
  ];
}

export function describeDifference({ difference, policies }: BacktestReport): string[] {
  const [first, second] = policies;
  if (!difference || !first || !second) return [];
  const { heldByBoth, heldByFirst, heldBySecond, otherwiseDifferent } = difference;
  const { candidatesOfFirst, candidatesOfSecond } = difference;
  const stops = (n: number) => countNoun(n, "stop");
  return [
    `Both hold ${stops(heldByBoth)}. Only "${first.name}" holds ${stops(heldByFirst)}, only "${second.name}" ${stops(heldBySecond)}.`,
    ...(otherwiseDifferent > 0
      ? [
          `${countNoun(otherwiseDifferent, "more stop gets", "more stops get")} another verdict, finding or advice.`,
        ]
      : []),
    ...(candidatesOfFirst + candidatesOfSecond > 0
      ? [
          `Worth remembering only under "${first.name}": ${candidatesOfFirst}; only under "${second.name}": ${candidatesOfSecond}.`,
        ]
      : []),
  ];
}

/** Such as `held, tasks: write the guide` or `allowed, advice: hygiene: a.ts:3`. */
export function describeOpinion({ verdict, open, advice }: StopOpinion): string {
  const [, words = verdict] = VERDICTS.find(([one]) => one === verdict) ?? [];
  const parts = [
    verdict === "complete" ? "allowed" : words,
    ...(open.length > 0 ? [describeFindings({ findings: open })] : []),
    ...(advice.length > 0 ? [`advice: ${describeFindings({ findings: advice })}`] : []),
  ];
  return parts.join(", ");
}

/** Such as `tasks: write the guide; test it +2 | …`. */
export function describeFindings({ findings }: Pick<StopExample, "findings">): string {
  return findings
    .map(({ gate, evidence, more }) => `${gate}: ${evidence.join("; ")}${more > 0 ? ` +${more}` : ""}`)
    .join(" | ");
}

/** File names, short enough for a column and all different. */
export function shortNames(names: readonly string[], max: number): string[] {
  const files = names.map((name) => name.replace(/^.*\//, ""));
  const cut = files.map((file) => cutStart(file, max));
  if (new Set(cut).size === names.length) return cut;
  return files.map((file, n) => `${n + 1} ${cutStart(file, max - 2)}`);
}

function cutStart(text: string, max: number): string {
  return text.length > max ? `…${text.slice(1 - max)}`.toWellFormed() : text;
}
