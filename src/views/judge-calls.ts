// What judges were asked about a stop, what they saw and said, and what it cost.
import type { DecisionRow } from "../store/decisions.ts";
import { type JudgeCall, listJudgeCalls } from "../store/judge-calls.ts";
import type { Store } from "../store/open.ts";
import { isRecord } from "../text/unknown-values.ts";
import { iso, line, paragraph, parseList, parseStrings } from "./shared.ts";

/** Judges are asked between a stop and the next one. */
export function readJudgeCalls(store: Store, { id, event, session_id: session, agent, at }: DecisionRow) {
  if (session === null || agent !== "main") return [];
  const stop = (condition: string) =>
    store
      .query(
        `SELECT at FROM decisions WHERE session_id = $session AND agent = 'main' AND event = 'Stop' AND ${condition}`,
      )
      .get({ session, id }) as { at: number } | null;
  const before = event === "Stop" ? { at } : stop("id < $id ORDER BY id DESC LIMIT 1");
  const after = stop("id > $id ORDER BY id LIMIT 1");
  return listJudgeCalls(store, session, before?.at ?? at, after?.at ?? Number.MAX_SAFE_INTEGER).map(describe);
}

const OUTCOMES: Record<JudgeCall["outcome"], string> = {
  yes: "yes",
  no: "no",
  failed: "could not answer",
  asking: "has not answered",
  superseded: "was not waited for",
};

function describe(call: JudgeCall) {
  return {
    judge: line(call.judge, 60),
    at: iso(call.at),
    by: line(call.by, 120),
    ask: paragraph(call.ask),
    outcome: OUTCOMES[call.outcome] ?? call.outcome,
    /** The judge's reason, or why there is no answer. */
    said: paragraph(call.reason),
    evidence: parseStrings(call.evidence).map((quote) => line(quote)),
    saw: parseList(call.digest).flatMap((part) =>
      isRecord(part) && typeof part.name === "string" && typeof part.text === "string"
        ? [{ name: line(part.name, 40), text: paragraph(part.text, part.text.length + 1) }]
        : [],
    ),
    calls: call.calls,
    tokens: call.tokens,
    costUsd: call.cost_usd,
    durationMs: call.duration_ms,
  };
}
