import type { DecisionRow } from "../../store/decisions.ts";

interface Spoken {
  gate: string;
  code: string;
  reason: string;
}

/** The findings behind a block or a release, as the row has them; none when it cannot be read. */
export function blockingFindings({ findings }: DecisionRow): Spoken[] {
  try {
    const parsed: unknown = JSON.parse(findings);
    if (!Array.isArray(parsed)) return [];
    return parsed.flatMap(({ gate, code, reason, severity }) =>
      severity === "block" ? [{ gate: String(gate), code: String(code), reason: String(reason) }] : [],
    );
  } catch {
    return []; // A row of another version: it has nothing for us.
  }
}
