// One stop as every list shows it, and its findings.

import { describeRule, RELEASE_REASONS, type Verdict } from "../gates/engine/budget.ts";
import { findKind, nameKind } from "../gates/goals/kinds.ts";
import { type DecisionFilter, type DecisionRow, lastStop, listDecisions } from "../store/decisions.ts";
import type { Store } from "../store/open.ts";
import { findSession } from "../store/sessions.ts";
import { capitalise } from "../text/capitalise.ts";
import { isRecord } from "../text/unknown-values.ts";
import { outcomeOf } from "./outcomes.ts";
import { iso, line, lineOrNull, paragraph, parseList, projectRef } from "./shared.ts";

/** With the project of its session and, where it is shown, the prompt of its turn. */
export type StopRecord = DecisionRow & {
  project_key: string | null;
  prompt?: string | null;
  /** It was held, and this came before another stop. */
  ended_by?: "prompt" | "session" | null;
};

export type StopRow = ReturnType<typeof toStopRow>;

/** Newest first. */
export function listRecentStops(store: Store, filter: DecisionFilter, limit: number): StopRow[] {
  return listDecisions(store, filter, limit).map((row) => toStopRow(withProject(store, row)));
}

/** The main agent's last stop in a session. */
export function lastStopRow(store: Store, sessionId: string): StopRow | null {
  const row = lastStop(store, sessionId);
  return row && toStopRow(withProject(store, row));
}

export function withProject(store: Store, row: DecisionRow): StopRecord {
  if (row.session_id === null) return { ...row, project_key: null };
  const session = findSession(store, row.session_id);
  const prompt = findPromptBefore(store, row.id);
  return { ...row, project_key: session?.project_key ?? null, prompt, ended_by: findTurnEnd(store, row) };
}

/** Set when the person interrupted the turn after a hold, or the agent ended it by itself. */
function findTurnEnd(
  store: Store,
  { id, session_id, agent, verdict, event, at }: DecisionRow,
): "prompt" | "session" | null {
  if (verdict !== "blocked" || event !== "Stop" || agent !== "main") return null;
  const row = store
    .query(
      `WITH next AS (SELECT coalesce(min(at), 9e15) AS at FROM decisions
         WHERE session_id = $session_id AND agent = 'main' AND id > $id)
       SELECT 'prompt' AS by FROM budgets, next
         WHERE session_id = $session_id AND agent = 'main' AND opened_at > $at AND opened_at < next.at
       UNION ALL SELECT 'session' FROM sessions, next
         WHERE session_id = $session_id AND ended_at >= $at AND ended_at < next.at`,
    )
    .get({ id, session_id, at }) as { by: "prompt" | "session" } | null;
  return row?.by ?? null;
}

/** SQL for the prompt before a decision: the newest that had begun. */
export const PROMPT_BEFORE = `(SELECT p.text FROM prompts AS p
  WHERE p.session_id = d.session_id AND p.at <= d.at ORDER BY p.id DESC LIMIT 1)`;

function findPromptBefore(store: Store, id: number): string | null {
  const row = store.query(`SELECT ${PROMPT_BEFORE} AS text FROM decisions AS d WHERE d.id = $id`).get({ id });
  return (row as { text: string | null } | null)?.text ?? null;
}

const ENDINGS = {
  prompt: "; no other stop before the next prompt",
  session: "; the session ended without another stop",
};

export function toStopRow(row: StopRecord) {
  const findings = listFindings(row);
  const shown = findings
    .filter(({ severity }) => severity !== "note")
    .toSorted((a, b) => Number(a.severity !== "block") - Number(b.severity !== "block"));
  const outcome = outcomeOf(row.verdict);
  const because = explainOutcome(row, findings) + (row.ended_by ? ENDINGS[row.ended_by] : "");
  return {
    ...projectRef(row.project_key, row.project_dir),
    id: row.id,
    at: iso(row.at),
    event: row.event,
    session: row.session_id,
    /** Of its turn; null if none was recorded. */
    prompt: lineOrNull(row.prompt ?? null),
    /** "main", or another agent. */
    agent: line(row.agent, 80),
    outcome,
    verdict: row.verdict as Verdict,
    rule: row.rule,
    /** What became of it and why, such as "Held by the lock, round 2 of 50". */
    title: `${capitalise(outcome)}${outcome === "held" ? " " : ": "}${because}`,
    /** The same without the outcome. */
    because,
    /** Gates with findings, blocking ones first. */
    gates: [...new Set(shown.map(({ gate }) => gate))],
    /** The subject of the first finding; null if there is none. */
    about: (row.verdict === "asking" ? lineOrNull(row.reason) : null) ?? shown[0]?.summary ?? null,
    durationMs: Math.round(row.duration_ms * 10) / 10,
    wrong: row.wrong_at !== null,
  };
}

function explainOutcome({ verdict, rule, event }: DecisionRow, findings: readonly StopFinding[]): string {
  const open = findings.filter(({ severity }) => severity === "block");
  const gates = [...new Set(open.map(({ gate }) => gate))];
  switch (outcomeOf(verdict)) {
    case "held": {
      const round = open.find((finding) => finding.round !== null)?.round;
      const count = round ? `, round ${round.n} of ${round.of}` : "";
      return `${event === "background" ? "after the turn " : ""}by ${gates.map(nameGate).join(" and ")}${count}`;
    }
    case "released":
      return RELEASE_REASONS[rule] ?? rule;
    default:
      return rule === "nothing-open" && open.length > 0
        ? `${gates.map(nameGate).join(" and ")} had been released before`
        : describeRule(rule);
  }
}

/** A goal has a name of its own. */
function nameGate(gate: string): string {
  const name = gate === "checklist" ? gate : findKind(gate) && nameKind(gate);
  return `the ${name ?? `${gate} gate`}`;
}

export type StopFinding = ReturnType<typeof toFinding>[number];

export function listFindings({ findings }: Pick<DecisionRow, "findings">): StopFinding[] {
  return parseList(findings).flatMap(toFinding);
}

/** "note": recorded, but not shown. */
type Severity = "block" | "advise" | "note";

/** Skips what is not a finding. */
function toFinding(value: unknown) {
  if (!isRecord(value) || typeof value.gate !== "string") return [];
  const text = (key: string) => (typeof value[key] === "string" ? value[key] : "");
  const details = Array.isArray(value.details) ? value.details.filter((one) => typeof one === "string") : [];
  const gate = line(value.gate, 40);
  const severity: Severity =
    value.severity === "block" ? "block" : value.isSilent === true ? "note" : "advise";
  return [
    {
      gate,
      code: line(text("code"), 60),
      severity,
      summary: line(text("summary") || (text("reason").split("\n", 1)[0] ?? "")),
      reason: paragraph(text("reason")),
      /** All items, if the reason names only the first. */
      details: details.slice(0, 200).map((one) => line(one)),
      fingerprint: line(text("fingerprint")),
      progress: line(text("progress")),
      releasedBy: line(text("releasedBy")),
      round: toRound(value.round),
      /** How to switch the gate off. */
      switchOff:
        gate === "custom"
          ? "remove it from `gates.custom`"
          : `${JSON.stringify({ gates: { [gate]: { enabled: false } } })} in .claude/holdfast.json`,
    },
  ];
}

/** null if the stop was not held, or by another version. */
function toRound(value: unknown): { n: number; of: number } | null {
  return isRecord(value) && typeof value.n === "number" && typeof value.of === "number"
    ? { n: value.n, of: value.of }
    : null;
}
