// One decision as the pages show it.

import type { Verdict } from "../gates/engine/budget.ts";
import { describeRule } from "../gates/engine/budget.ts";
import type { DecisionRow } from "../store/decisions.ts";
import { isRecord } from "../text/unknown-values.ts";
import { iso, line, lineOrNull, paragraph, parseList, projectRef } from "./shared.ts";

/** With the project of its session. */
export type StopRecord = DecisionRow & { project_key: string | null };

export type StopRow = ReturnType<typeof toStopRow>;

export function toStopRow(row: StopRecord) {
  const told = parseList(row.findings)
    .flatMap(toFinding)
    .filter(({ severity }) => severity !== "note")
    .toSorted((a, b) => Number(a.severity !== "block") - Number(b.severity !== "block"));
  return {
    ...projectRef(row.project_key, row.project_dir),
    id: row.id,
    at: iso(row.at),
    event: row.event,
    session: row.session_id,
    /** "main", or another agent. */
    agent: line(row.agent, 80),
    verdict: row.verdict as Verdict,
    /** The rule in words, such as "a gate objected and there were rounds left". */
    because: describeRule(row.rule),
    /** Gates with findings, blocking ones first. */
    gates: [...new Set(told.map(({ gate }) => gate))],
    /** The subject of the first finding; null if there is none. */
    about: (row.verdict === "asking" ? lineOrNull(row.reason) : null) ?? told[0]?.summary ?? null,
    durationMs: Math.round(row.duration_ms * 10) / 10,
    wrong: row.wrong_at !== null,
  };
}

/** "note": recorded, but not shown. */
type Severity = "block" | "advise" | "note";

/** Skips what is not a finding. */
export function toFinding(value: unknown) {
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
      /** The setting that switches the gate off, as JSON for .claude/holdfast.json. */
      switchOff: JSON.stringify({ gates: { [gate]: { enabled: false } } }),
    },
  ];
}
