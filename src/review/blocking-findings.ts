import { isRecord } from "../text/is-record.ts";

export interface BlockingFinding {
  gate: string;
  code: string;
  reason: string;
}

/** The findings of a decision row that blocked; none when another version wrote the row in another form. */
export function blockingFindings(row: { findings: string }): BlockingFinding[] {
  const findings = parseJson(row.findings);
  return (Array.isArray(findings) ? findings : []).flatMap((finding: unknown) => {
    if (!isRecord(finding) || finding.severity !== "block" || typeof finding.gate !== "string") return [];
    return [{ gate: finding.gate, code: String(finding.code), reason: String(finding.reason) }];
  });
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null; // One damaged row must not cost the whole report.
  }
}
