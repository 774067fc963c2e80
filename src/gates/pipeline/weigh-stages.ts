// How far each stage of a pipeline is, by the reports of its subagents.
import type { Report } from "./report.ts";
import type { Stage } from "./stages.ts";

export interface StageState extends Stage {
  state: "open" | "running" | "failed" | "finished";
  /** What it requires and is not finished. */
  unmet: string[];
  /** Chunks with a good report, and how many there are to be; null when nobody said. */
  done: number;
  chunks: number | null;
  /** The last report for each chunk. */
  reports: Report[];
}

export function weighStages(stages: readonly Stage[], reports: readonly Report[]): StageState[] {
  const states: StageState[] = [];
  for (const stage of stages) {
    const isFinished = (name: string) => states.some((one) => one.stage === name && one.state === "finished");
    const unmet = stage.requires.filter((name) => !isFinished(name));
    states.push(
      weigh(
        stage,
        unmet,
        reports.filter((report) => report.stage === stage.stage),
      ),
    );
  }
  return states;
}

export function isGood({ result }: Report): boolean {
  return result === "passed" || result === "unproven";
}

function weigh(stage: Stage, unmet: string[], reports: readonly Report[]): StageState {
  const last = lastOfEachChunk(reports);
  const done = last.filter(isGood).length;
  const totals = last.flatMap(({ chunks }) => chunks ?? []);
  const chunks = totals.length > 0 ? Math.max(...totals) : null;
  const isRunning = reports.some(({ result }) => result === "running");
  const state = isRunning ? "running" : judge(last, done, chunks);
  return { ...stage, state, unmet, done, chunks, reports: last };
}

function judge(last: readonly Report[], done: number, chunks: number | null): StageState["state"] {
  if (last.some((report) => !isGood(report))) return "failed";
  return done > 0 && done >= (chunks ?? 1) ? "finished" : "open";
}

/** A later attempt at a chunk takes the place of an earlier one. Without chunks, one good report answers for the stage. */
function lastOfEachChunk(reports: readonly Report[]): Report[] {
  const last = new Map<string, Report>();
  for (const report of reports.toSorted((a, b) => timeOf(a) - timeOf(b)))
    last.set(report.chunk ?? "", report);
  return [...last.values()];
}

function timeOf({ finishedAt, startedAt }: Report): number {
  return finishedAt ?? startedAt;
}
