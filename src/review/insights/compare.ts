// What changed since the span before.
import type { Change, Measures } from "./insights.ts";

/** Everything that is measured as one number; those that are nothing in both spans are left out. */
export function compare(before: Measures, now: Measures): Change[] {
  const row = (
    what: string,
    unit: Change["unit"],
    wanted: "more" | "less" | null,
    read: (measures: Measures) => number | null,
  ): Change => {
    const [old, fresh] = [read(before), read(now)];
    const better =
      wanted === null || old === null || fresh === null || old === fresh
        ? null
        : fresh > old === (wanted === "more");
    return { what, unit, before: old, now: fresh, better };
  };
  const share = (verdict: string) => (measures: Measures) =>
    measures.stops === 0 ? null : (measures.verdicts[verdict] ?? 0) / measures.stops;
  const sum = (key: "blocks" | "wrong") => (measures: Measures) =>
    measures.gates.reduce((total, gate) => total + gate[key], 0);
  return [
    row("sessions", "count", null, ({ sessions }) => sessions),
    row("tool calls", "count", null, ({ toolCalls }) => toolCalls),
    row("failed commands", "count", "less", ({ failures }) => failures),
    row("stops", "count", null, ({ stops }) => stops),
    row("stops complete", "share", "more", share("complete")),
    row("stops blocked", "share", null, share("blocked")),
    row("stops let go, nothing moved", "share", "less", share("stalled")),
    row("stops let go, room used up", "share", "less", share("capped")),
    row("blocks marked wrong", "count", "less", sum("wrong")),
    row("time in loops and flows", "duration", null, ({ loops }) => loops.milliseconds),
    row("hook at a stop, median", "milliseconds", "less", ({ latency }) => latency?.median ?? null),
    row("hook at a stop, 95 of 100", "milliseconds", "less", ({ latency }) => latency?.p95 ?? null),
  ].filter(({ before: old, now: fresh }) => (old ?? 0) !== 0 || (fresh ?? 0) !== 0);
}
