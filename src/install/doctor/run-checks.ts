// Runs the checks one after the other; none of them can take the others down.
import type { Check, CheckResult, Status } from "./check.ts";
import type { DoctorContext } from "./context.ts";

export interface CheckReport {
  id: string;
  title: string;
  results: CheckResult[];
}

export async function runChecks(checks: readonly Check[], context: DoctorContext): Promise<CheckReport[]> {
  const reports: CheckReport[] = [];
  for (const check of checks) {
    context.progress(check.title);
    reports.push({ id: check.id, title: check.title, results: await runCheck(check, context) });
  }
  return reports;
}

export function countStatus(reports: readonly CheckReport[], status: Status): number {
  return reports.flatMap((report) => report.results).filter((result) => result.status === status).length;
}

async function runCheck(check: Check, context: DoctorContext): Promise<CheckResult[]> {
  try {
    return await check.run(context);
  } catch (error) {
    const cause = error instanceof Error ? error.message : String(error);
    return [
      {
        status: "problem",
        message: `the check "${check.id}" failed itself: ${cause}`,
        nextStep:
          "Mend the cause it names and run `holdfast doctor` again; if it makes no sense, report it as a bug.",
      },
    ];
  }
}
