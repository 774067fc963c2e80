import type { Environment } from "../../../config/environment.ts";
import { VERSION } from "../../../config/version.ts";
import { type CheckReport, countStatus, runChecks } from "../../../install/doctor/check.ts";
import { judgeCall } from "../../../install/doctor/checks/judge.ts";
import { gatherContext, readSchemaVersion, readStore } from "../../../install/doctor/context.ts";
import { CHECKS } from "../../../install/doctor/registry.ts";
import { LEDGER_VERSION } from "../../../store/open.ts";
import { countNoun } from "../../../text/count-noun.ts";
import { printable } from "../../../text/printable.ts";
import { wrap } from "../../../text/wrap.ts";
import { defineCommand, flag, type Output, PROJECT_OPTIONS } from "../../command.ts";
import { findProject } from "../../target.ts";
import { startStatusLine } from "../../terminal.ts";

export const command = defineCommand({
  details:
    "Checks the program, Claude Code's settings, the database, recorded faults and more, and runs the registered command\n" +
    "once for each event on throwaway data. Changes nothing. Exit code 0: healthy, perhaps with warnings; 1: problems.\n" +
    "--judge also asks the configured judge one question, which counts as one of the day's calls.",
  examples: ["holdfast doctor", "holdfast doctor --all", "holdfast doctor --json"],
  options: {
    all: flag("list checks that passed, too"),
    judge: flag("make one test call to the judge"),
    ...PROJECT_OPTIONS,
  },
  async run(invocation) {
    const { options, env, out } = invocation;
    const project = await findProject({ ...invocation, env: withHealthyStore(env) }, options.project);
    const line = out.interactive ? startStatusLine(out) : null;
    line?.show("checking");
    const reports = await gatherContext({
      env,
      projectDir: project.dir,
      variables: process.env,
      progress: (text) => line?.show(`checking: ${text}`),
    })
      .then((context) => runChecks(options.judge ? [...CHECKS, judgeCall] : CHECKS, context))
      .finally(() => line?.end());
    const problems = countStatus(reports, "problem");
    const warnings = countStatus(reports, "warn");
    if (options.json) {
      out.json({
        version: VERSION,
        project: project.dir,
        healthy: problems === 0,
        problems,
        warnings,
        checks: reports,
      });
    } else {
      out.line(
        `${out.style.bold(`holdfast ${VERSION}`)} in ${project.dir} ${out.style.dim(`(${project.foundBy})`)}`,
      );
      out.line();
      const isShort = out.interactive && !options.all;
      for (const report of isShort ? onlyFindings(reports) : reports) printReport(out, report);
      const passed = countStatus(reports, "ok");
      if (isShort && passed > 0) {
        const others = problems + warnings === 0 ? "check" : "other check";
        out.line(
          `${countNoun(passed, others)} passed; ${out.style.cyan("holdfast doctor --all")} lists them.`,
        );
      }
      out.line();
      out.line(summarize(out, problems, warnings));
    }
    return problems === 0 ? 0 : 1;
  },
});

/** Problems first, then warnings; passed checks are left out. */
function onlyFindings(reports: readonly CheckReport[]): CheckReport[] {
  return (["problem", "warn"] as const).flatMap((status) =>
    reports.flatMap((report) => {
      const results = report.results.filter((result) => result.status === status);
      return results.length > 0 ? [{ ...report, results }] : [];
    }),
  );
}

/** Opening a damaged or old store would repair it, so it is not opened before the checks have seen it. */
function withHealthyStore(env: Environment): Environment {
  const version = readStore(env, readSchemaVersion);
  return version.state === "read" && version.value === LEDGER_VERSION
    ? env
    : { ...env, holdfastHome: "/dev/null" };
}

const TITLE_WIDTH = 14;

function printReport(out: Output, { title, results }: CheckReport): void {
  const { green, yellow, red, cyan } = out.style;
  const signs = { ok: green("✓"), warn: yellow("!"), problem: red("✗") };
  results.forEach(({ status, message, nextStep }, index) => {
    const label = (index === 0 ? title : "").padEnd(TITLE_WIDTH);
    const fit = (prefix: string, text: string) =>
      out.interactive ? wrap(text, out.width, prefix) : prefix + text;
    out.line(fit(`${signs[status]} ${label} `, printable(message)));
    if (nextStep) out.line(fit(`${" ".repeat(TITLE_WIDTH + 3)}${cyan("→")} `, cyan(printable(nextStep))));
  });
}

function summarize({ style }: Output, problems: number, warnings: number): string {
  const also = warnings === 0 ? "" : `, ${countNoun(warnings, "warning")}`;
  return problems === 0
    ? style.green(`healthy${also}`)
    : style.red(`${countNoun(problems, "problem")}${also}`);
}
