// A backtest as the pages show it, also in the file that `holdfast backtest --html` writes. Pure.
import type { BacktestReport as Report, StopExample } from "../../review/backtest/report.ts";
import { describeLeftOut } from "../../review/backtest/wording.ts";
import type { BacktestPolicy, BacktestReport, BacktestStop } from "../contract.ts";
import { iso, isoOrNull, line, where } from "./shared.ts";

const MAX_STOPS = 200;
/** Of one policy. */
const MAX_EXAMPLES = 100;
const MAX_PROBLEMS = 20;

export function toBacktestReport(report: Report): BacktestReport {
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
    differ: (difference?.stops ?? [])
      .slice(0, MAX_STOPS)
      .map((stop) => ({ ...toStop(stop), heldBy: stop.heldBy })),
    unknown,
    leftOut: describeLeftOut(report),
    problems: problems.slice(0, MAX_PROBLEMS).map(({ path, message }) => line(`${path}: ${message}`)),
  };
}

function toPolicy(policy: Report["policies"][number]): BacktestPolicy {
  const { name, verdicts, held, advised, candidates, noise, openStops, topCandidates } = policy;
  const counts = (list: typeof held) =>
    list.map(({ gate, code, stops, sessions }) => ({ gate, code, stops, sessions }));
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

function toStop({ sessionId, project, at, verdict, findings }: StopExample): Omit<BacktestStop, "heldBy"> {
  return {
    session: sessionId,
    project: where(null, project).project,
    at: iso(at),
    verdict,
    findings: findings.map(({ gate, code, evidence, more }) => ({
      gate,
      code,
      evidence: evidence.map((one) => line(one)),
      more,
    })),
  };
}
