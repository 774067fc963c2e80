// What the judges did today: calls, tokens, cost, and the last failure.
import type { Config } from "../config/schema.ts";
import { describeJudge } from "../judge/describe-judge.ts";
import { lastFailure, lastObjection, readMeter, startOfDay } from "../store/judge-calls.ts";
import type { Store } from "../store/open.ts";
import { countNoun } from "../text/count-noun.ts";
import { formatDuration } from "../text/format-time.ts";
import { line } from "./shared.ts";

export type JudgeUse = NonNullable<ReturnType<typeof readJudgeUse>>;

/** null if judges are off. `sessionId`: whose objections are meant. */
export function readJudgeUse(store: Store, { judge }: Config, sessionId: string | null = null) {
  if (judge.by === "off") return null;
  const since = startOfDay(Date.now());
  const { reason } = lastFailure(store, since) ?? {};
  const objection = sessionId === null ? null : lastObjection(store, sessionId);
  return {
    by: line(describeJudge(judge)),
    perDay: judge.perDay,
    ...readMeter(store, since),
    /** Why the last failed call of today failed. */
    failure: reason === undefined ? null : line(`the judge could not answer: ${reason}`),
    /** The last one since the session's last stop. */
    objection: objection && line(`"${objection.judge}" says no: ${objection.reason}`),
  };
}

/** Such as `claude haiku, 3 of 100 calls today, 4,200 tokens, $0.02, 12 s`. */
export function describeJudgeUse({
  by,
  calls,
  perDay,
  tokens,
  costUsd,
  ms,
  failure,
  objection,
}: JudgeUse): string {
  const parts = [by, `${calls} of ${countNoun(perDay, "call")} today`];
  if (tokens > 0) parts.push(countNoun(tokens, "token"));
  if (costUsd > 0) parts.push(`$${costUsd.toFixed(2)}`);
  if (ms > 0) parts.push(formatDuration(ms));
  return [parts.join(", "), objection, failure].filter((part) => part !== null).join("; ");
}
