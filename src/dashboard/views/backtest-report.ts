// A backtest as the pages and `holdfast backtest --html` show it. Pure.
import type {
  BacktestReport,
  PolicyReport,
  ShownFinding,
  StopExample,
} from "../../review/backtest/report.ts";
import {
  buildRows,
  describeDifference,
  describeLeftOut,
  describeScope,
} from "../../review/backtest/wording.ts";
import { iso, isoOrNull, line } from "./shared.ts";

/** Of one policy. */
const MAX_EXAMPLES = 100;
const MAX_PROBLEMS = 20;

export function toBacktestReport(report: BacktestReport) {
  const { stops, policies, difference, unknown, problems } = report;
  const differing = difference
    ? difference.heldByFirst + difference.heldBySecond + difference.otherwiseDifferent
    : 0;
  return {
    stops,
    /** In words, as in the terminal; so are the table and the difference. */
    scope: describeScope(report),
    from: isoOrNull(report.from),
    to: isoOrNull(report.to),
    table: buildRows(report).map(({ heading, rows }) => ({
      heading,
      rows: rows.map(({ what, values, depth }) => ({ what: line(what), values, depth })),
    })),
    policies: policies.map(toPolicy),
    difference: describeDifference(report).map((one) => line(one)),
    differing,
    /** The newest of them. */
    differ: (difference?.stops ?? []).map(({ sessionId, at, opinions }) => ({
      session: sessionId,
      at: iso(at),
      opinions: opinions.map(({ verdict, open, advice }) => ({
        verdict,
        open: open.map(toFinding),
        advice: advice.map(toFinding),
      })),
    })),
    remarks: [
      ...unknown.map(({ what, why }) => `${what}: ${why}.`),
      ...describeLeftOut(report),
      ...problems.slice(0, MAX_PROBLEMS).map(({ path, message }) => line(`${path}: ${message}`)),
    ],
  };
}

function toPolicy({ name, openStops, topCandidates }: PolicyReport) {
  return {
    name,
    openStops: openStops.slice(0, MAX_EXAMPLES).map(toStop),
    topCandidates: topCandidates.slice(0, MAX_EXAMPLES).map(({ category, title, evidence }) => ({
      category,
      title: line(title),
      quotes: evidence.map((one) => line(`${one.who}: ${one.line} (${one.why})`)),
    })),
  };
}

function toStop({ sessionId, at, verdict, findings }: StopExample) {
  return { session: sessionId, at: iso(at), verdict, findings: findings.map(toFinding) };
}

function toFinding({ gate, code, evidence, more }: ShownFinding) {
  return { gate, code, evidence: evidence.map((one) => line(one)), more };
}
