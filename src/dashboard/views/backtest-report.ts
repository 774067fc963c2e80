// A backtest as the pages and `holdfast backtest --html` show it. Pure.
import type {
  BacktestReport,
  PolicyReport,
  ShownFinding,
  StopExample,
} from "../../review/backtest/report.ts";
import { describeLeftOut } from "../../review/backtest/wording.ts";
import { iso, isoOrNull, line } from "./shared.ts";

/** Of one policy. */
const MAX_EXAMPLES = 100;
const MAX_PROBLEMS = 20;

export function toBacktestReport(report: BacktestReport) {
  const { sessions, prompts, stops, policies, difference, unknown, problems } = report;
  return {
    sessions,
    prompts,
    stops,
    from: isoOrNull(report.from),
    to: isoOrNull(report.to),
    policies: policies.map(toPolicy),
    heldByBoth: difference?.heldByBoth ?? 0,
    heldByFirst: difference?.heldByFirst ?? 0,
    heldBySecond: difference?.heldBySecond ?? 0,
    otherwiseDifferent: difference?.otherwiseDifferent ?? 0,
    differ: (difference?.stops ?? []).map(({ sessionId, at, opinions }) => ({
      session: sessionId,
      at: iso(at),
      opinions: opinions.map(({ verdict, open, advice }) => ({
        verdict,
        open: open.map(toFinding),
        advice: advice.map(toFinding),
      })),
    })),
    unknown,
    leftOut: describeLeftOut(report),
    problems: problems.slice(0, MAX_PROBLEMS).map(({ path, message }) => line(`${path}: ${message}`)),
  };
}

function toPolicy(policy: PolicyReport) {
  const { name, verdicts, held, advised, candidates, noise, openStops, topCandidates } = policy;
  const counts = (list: typeof held) => list.map(({ gate, code, stops }) => ({ gate, code, stops }));
  return {
    name,
    verdicts,
    held: counts(held),
    advised: counts(advised),
    candidates,
    noise,
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
