// The contract of a doctor check: it examines one thing, changes nothing, and reports the result and the next step.
import { errorMessage } from "../../text/unknown-values.ts";
import type { DoctorContext } from "./context.ts";

export type CheckStatus = "ok" | "warn" | "problem";

export interface CheckResult {
  status: CheckStatus;
  message: string;
  /** What a person can do. Every problem has one. */
  nextStep?: string;
}

export interface DoctorCheck {
  id: string;
  /** One or two words for the report. Default: the id. */
  title?: string;
  run(context: DoctorContext): Promise<CheckResult | CheckResult[]>;
}

export function ok(message: string): CheckResult {
  return { status: "ok", message };
}

export function warn(message: string, nextStep: string): CheckResult {
  return { status: "warn", message, nextStep };
}

export function problem(message: string, nextStep: string): CheckResult {
  return { status: "problem", message, nextStep };
}

export interface CheckReport {
  id: string;
  title: string;
  results: CheckResult[];
}

/** Runs one check after the other. A check that throws does not stop the rest. */
export async function runChecks(
  checks: readonly DoctorCheck[],
  context: DoctorContext,
): Promise<CheckReport[]> {
  const reports: CheckReport[] = [];
  for (const check of checks) {
    const { id, title = id } = check;
    context.progress(title);
    const results = await check.run(context).catch((error: unknown) => {
      const nextStep = "Fix that and run `holdfast doctor` again, or report it as a bug.";
      return problem(`the check "${id}" itself failed: ${errorMessage(error)}`, nextStep);
    });
    reports.push({ id, title, results: [results].flat() });
  }
  return reports;
}

export function countStatus(reports: readonly CheckReport[], status: CheckStatus): number {
  return reports.flatMap((report) => report.results).filter((result) => result.status === status).length;
}

/** A result for one event of the client. */
export interface EventResult extends CheckResult {
  event: string;
}

/** Merges equal results of several events, such as `Stop, SessionStart: the program does not exist`. */
export function mergeEvents(results: readonly EventResult[]): CheckResult[] {
  const groups = Map.groupBy(results, ({ event, ...rest }) => JSON.stringify(rest));
  return [...groups.values()].map((group) => {
    const [{ event: _, ...result }] = group as [EventResult];
    const events = [...new Set(group.map(({ event }) => event))];
    return { ...result, message: `${events.join(", ")}: ${result.message}` };
  });
}
