// The last result of the checks, as the state folder has it: failed checks hold.
import { describeFailedStages } from "../state/quality-file.ts";
import type { Gate } from "./finding.ts";

export const quality: Gate = {
  id: "quality",
  events: ["Stop"],
  needs: ["quality", "toolCalls"],
  judge(_event, { quality: result, toolCalls }) {
    if (result?.lastResult !== "failed") return [];
    const failed = describeFailedStages(result);
    return [
      {
        gate: "quality",
        code: "failed",
        severity: "block",
        reason: [
          "The last run of the quality checks failed (quality-gate.json).",
          ...failed,
          "Fix that and run the checks again.",
        ].join("\n"),
        fingerprint: `quality:${Bun.hash(failed.join("\n")).toString(36)}`,
        progress: `tools:${toolCalls}`,
        releasedBy: 'a run that passes: last_result "passed" in quality-gate.json',
      },
    ];
  },
};
