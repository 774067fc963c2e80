// The numbers of a report as rows, the same in the terminal and on the HTML page: one value for each policy.
import type { Verdict } from "../../gates/engine/budget.ts";
import { CATEGORIES } from "../../memory/memory.ts";
import type { BacktestReport, GateCount, PolicyReport, Spread } from "./report.ts";

export interface Row {
  what: string;
  /** One for each policy. */
  values: string[];
  /** Null where a difference makes no sense. */
  numbers: number[] | null;
  /** 0, or how deep it is nested under a row above. */
  depth: number;
}

export interface RowGroup {
  heading: string;
  rows: Row[];
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

export function rowsOf({ policies }: BacktestReport): RowGroup[] {
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
