// `quality-gate.json`: the last result of the checks, stage by stage.

import type { CheckRow } from "../../store/check-results.ts";
import {
  lineField,
  readStateFile,
  type StateFields,
  textField,
  writeStateFile,
} from "../../store/state-files.ts";
import { isRecord } from "../../text/unknown-values.ts";
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

/** A file of ours stays ours when another tool adds to it. */
export function isOwnQualityFile(fields: StateFields): boolean {
  return fields.written_by === "holdfast";
}

/** Keeps fields that other tools wrote. */
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

/** One line for each failed stage. */
export function describeFailedStages({ stages }: QualityFile): string[] {
  return Object.entries(stages)
    .filter(([, stage]) => stage.status === "failed")
    .map(([name, { details }]) => (details ? `${name}: ${lineField({ details }, "details", 300)}` : name));
}

function statusOf(value: unknown): StageStatus | null {
  return value === "passed" || value === "failed" || value === "pending" ? value : null;
}

/** For people and other tools; we read our own rows. */
export async function saveQualityFile(
  folder: string,
  sessionId: string,
  stages: readonly Stage[],
  ran: readonly CheckRun<CheckRow>[],
): Promise<void> {
  const path = qualityFilePath(folder);
  const read = await readStateFile(path);
  const before = read.state === "read" ? read.fields : {};
  const quality = summarise(stages, ran, parseQualityFile(before).stages);
  const rendered = renderQualityFile({ ...quality, sessionId, updatedAt: Date.now() }, before);
  if (Bun.deepEquals({ ...rendered, last_updated: before.last_updated }, before)) return;
  await writeStateFile(path, rendered);
}

type CheckOutcome = Pick<CheckRow, "telling" | "command"> & { outcome: string };

/** Stages that did not run keep their earlier results. */
export function summarise(
  stages: readonly Stage[],
  ran: readonly CheckRun<CheckOutcome>[],
  before: QualityFile["stages"] = {},
): QualityFile {
  const results = Object.fromEntries(
    stages.map(({ name }) => {
      const runs = ran.filter(({ check }) => check.stage === name);
      return [name, runs.length > 0 ? toStageResult(runs) : (before[name] ?? PENDING)];
    }),
  );
  const failed = ran.some(({ result }) => result?.outcome === "failed");
  const passed = ran.length > 0 && ran.every(({ result }) => result?.outcome === "passed");
  return { lastResult: failed ? "failed" : passed ? "passed" : "pending", stages: results };
}

const PENDING: StageResult = { status: "pending", details: null };

function toStageResult(ran: readonly CheckRun<CheckOutcome>[]): StageResult {
  const notPassed = ran.flatMap(({ result }) => (result && result.outcome !== "passed" ? [result] : []));
  const details = notPassed.map(({ command, telling }) => `${command}: ${telling}`).join("\n") || null;
  if (notPassed.some(({ outcome }) => outcome === "failed")) return { status: "failed", details };
  const isComplete = notPassed.length === 0 && ran.every(({ result }) => result !== undefined);
  return { status: isComplete ? "passed" : "pending", details };
}
