import type { Environment } from "../../../config/environment.ts";
import { VERSION } from "../../../config/version.ts";
import type { CheckResult, Status } from "../../../install/doctor/check.ts";
import { gatherContext } from "../../../install/doctor/context.ts";
import { readStore } from "../../../install/doctor/read-store.ts";
import { CHECKS } from "../../../install/doctor/registry.ts";
import { type CheckReport, countStatus, runChecks } from "../../../install/doctor/run-checks.ts";
import { readSchemaVersion } from "../../../install/doctor/store-health.ts";
import { LEDGER_VERSION } from "../../../store/open.ts";
import { countNoun } from "../../../text/count-noun.ts";
import { printable } from "../../../text/printable.ts";
import { defineCommand, type Output } from "../../command.ts";
import { findProject } from "../../project.ts";
import { startStatusLine } from "../../terminal.ts";

export const command = defineCommand({
  summary: "check that everything works",
  details:
    "Looks at the program, Claude Code's settings, the database, recorded faults and more, and starts the registered\n" +
    "command once for each event on throwaway data. Changes nothing. Exit 0: healthy, perhaps with warnings; 1: problems.",
  examples: ["holdfast doctor", "holdfast doctor --json"],
  options: {
    project: { type: "string", value: "DIR", help: "the project, when it is not the one at hand" },
    json: { type: "boolean", help: "print JSON" },
  },
  maxPositionals: 0,
  async run(invocation) {
    const { options, env, out } = invocation;
    const project = await findProject({ ...invocation, env: withSoundStore(env) }, options.project);
    const waiting = out.interactive && !options.json ? startWaiting(out) : null;
    const look = {
      env,
      projectDir: project.dir,
      variables: process.env,
      ...(waiting ? { progress: waiting.say } : {}),
    };
    const reports = await gatherContext(look)
      .then((context) => runChecks(CHECKS, context))
      .finally(() => waiting?.end());
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
        `${out.style.bold(`holdfast ${VERSION}`)} in ${project.dir} ${out.style.dim(`(${project.how})`)}`,
      );
      out.line();
      for (const report of reports) printReport(out, report);
      out.line();
      out.line(sumUp(out, problems, warnings));
    }
    return problems === 0 ? 0 : 1;
  },
});

/** Opening a store mends it: one that is damaged or old is left alone here, so that the checks still see it. */
function withSoundStore(env: Environment): Environment {
  const version = readStore(env, readSchemaVersion);
  return version.state === "read" && version.value === LEDGER_VERSION
    ? env
    : { ...env, holdfastHome: "/dev/null" };
}

const SIGNS: Record<Status, string> = { ok: "✓", warn: "!", problem: "✗" };
const TITLE_WIDTH = 14;

function printReport(out: Output, { title, results }: CheckReport): void {
  results.forEach((result, index) => {
    const label = (index === 0 ? title : "").padEnd(TITLE_WIDTH);
    out.line(`${paint(out, result)} ${label} ${printable(result.message)}`);
    if (result.nextStep)
      out.line(`${" ".repeat(TITLE_WIDTH + 3)}${out.style.cyan(`→ ${printable(result.nextStep)}`)}`);
  });
}

function paint({ style }: Output, { status }: CheckResult): string {
  const colour = { ok: style.green, warn: style.yellow, problem: style.red }[status];
  return colour(SIGNS[status]);
}

function sumUp({ style }: Output, problems: number, warnings: number): string {
  const also = warnings === 0 ? "" : `, ${countNoun(warnings, "warning")}`;
  return problems === 0
    ? style.green(`healthy${also}`)
    : style.red(`${countNoun(problems, "problem")}${also}`);
}

function startWaiting(out: Output) {
  const line = startStatusLine(out);
  line.say("checking");
  return { say: (text: string) => line.say(`checking: ${text}`), end: line.end };
}
