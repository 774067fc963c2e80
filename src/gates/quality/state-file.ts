// `quality-gate.json`: the last result of the checks, stage by stage.

import type { CheckRow } from "../../store/check-results.ts";
import { lineField, readStateFile, type StateFields, textField } from "../../store/state-files.ts";
import { isRecord } from "../../text/is-record.ts";
import type { Stage } from "../commands/check.ts";
import type { CheckRun } from "./due-checks.ts";

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

/** The rows are what counts; this is for people and other tools. */
export async function saveQualityFile(
  folder: string,
  sessionId: string,
  stages: readonly Stage[],
  ran: readonly CheckRun<CheckRow>[],
): Promise<void> {
  const path = qualityFilePath(folder);
  const read = await readStateFile(path);
  const before = read.state === "read" ? read.fields : {};
  const quality = sumUp(stages, ran, parseQualityFile(before).stages);
  const rendered = renderQualityFile({ ...quality, sessionId, updatedAt: Date.now() }, before);
  if (Bun.deepEquals({ ...rendered, last_updated: before.last_updated }, before)) return;
  const { writeStateFile } = await import("../../store/state-files.ts");
  await writeStateFile(path, rendered);
}

interface CheckOutcome {
  outcome: string;
  telling: string;
  /** Without secrets, as it may be shown. */
  command: string;
}

/** Stages that were not looked at keep what was said of them before. */
export function sumUp(
  stages: readonly Stage[],
  ran: readonly CheckRun<CheckOutcome>[],
  before: QualityFile["stages"] = {},
): QualityFile {
  const results = Object.fromEntries(
    stages.map(({ name }) => {
      const own = ran.filter(({ check }) => check.stage === name);
      return [name, own.length > 0 ? ofStage(own) : (before[name] ?? PENDING)];
    }),
  );
  const failed = ran.some(({ result }) => result?.outcome === "failed");
  const passed = ran.length > 0 && ran.every(({ result }) => result?.outcome === "passed");
  return { lastResult: failed ? "failed" : passed ? "passed" : "pending", stages: results };
}

const PENDING: StageResult = { status: "pending", details: null };

function ofStage(ran: readonly CheckRun<CheckOutcome>[]): StageResult {
  const wrong = ran.flatMap(({ result }) => (result && result.outcome !== "passed" ? [result] : []));
  const details = wrong.map(({ command, telling }) => `${command}: ${telling}`).join("\n") || null;
  if (wrong.some(({ outcome }) => outcome === "failed")) return { status: "failed", details };
  const isWhole = wrong.length === 0 && ran.every(({ result }) => result !== undefined);
  return { status: isWhole ? "passed" : "pending", details };
}
