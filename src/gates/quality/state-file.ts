// `quality-gate.json`: the last result of the checks, stage by stage.
import { lineField, type StateFields, textField } from "../../store/state-files.ts";

type StageStatus = "passed" | "failed" | "pending";

export interface StageResult {
  status: StageStatus;
  details: string | null;
}

export interface QualityFile {
  lastResult: StageStatus | null;
  stages: Record<string, StageResult>;
}

const MAX_STAGES = 50;

export const qualityFilePath = (dir: string) => `${dir}/quality-gate.json`;

export function parseQualityFile(fields: StateFields): QualityFile {
  const { stages } = fields;
  const entries = isRecord(stages) ? Object.entries(stages).slice(0, MAX_STAGES) : [];
  return {
    lastResult: statusOf(fields.last_result),
    stages: Object.fromEntries(
      entries.flatMap(([name, stage]): [string, StageResult][] => {
        const status = isRecord(stage) ? statusOf(stage.status) : null;
        return status && isRecord(stage)
          ? [[name, { status, details: textField(stage, "details") || null }]]
          : [];
      }),
    ),
  };
}

/** What another tool adds to a file of ours is ours still. */
export function isOwnQualityFile(fields: StateFields): boolean {
  return fields.written_by === "holdfast";
}

/** Fields of others stay as they are. */
export function renderQualityFile(
  quality: QualityFile & { sessionId: string; updatedAt: number },
  before: StateFields = {},
): StateFields {
  return {
    ...before,
    session_id: quality.sessionId,
    written_by: "holdfast",
    last_result: quality.lastResult,
    stages: quality.stages,
    last_updated: new Date(quality.updatedAt).toISOString(),
  };
}

/** What the failed stages say, one line each. */
export function describeFailedStages({ stages }: QualityFile): string[] {
  return Object.entries(stages)
    .filter(([, stage]) => stage.status === "failed")
    .map(([name, { details }]) => (details ? `${name}: ${lineField({ details }, "details", 300)}` : name));
}

function statusOf(value: unknown): StageStatus | null {
  return value === "passed" || value === "failed" || value === "pending" ? value : null;
}

function isRecord(value: unknown): value is StateFields {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
