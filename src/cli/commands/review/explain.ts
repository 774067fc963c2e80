import type { Finding } from "../../../gates/engine/finding.ts";
import { type DecisionRow, findDecision, listDecisions } from "../../../store/decisions.ts";
import type { Store } from "../../../store/open.ts";
import { formatTime } from "../../../text/format-time.ts";
import { UserError } from "../../../text/user-error.ts";
import { defineCommand, type Output } from "../../command.ts";
import { findProject } from "../../project.ts";
import { withStore } from "../../with-store.ts";
import { describeRule } from "../setup/rules.ts";

export const command = defineCommand({
  summary: "why a stop was blocked or allowed",
  usage: "[ID]",
  details:
    "Without an ID: the last decision of this session inside Claude, else of this project. Prints the gates' findings,\n" +
    "the rule that decided, how long it took, what would change it and how to switch the gate off.",
  examples: [
    "holdfast explain",
    "holdfast explain 42",
    "holdfast explain --list",
    "holdfast explain --last --json",
  ],
  options: {
    last: { type: "boolean", help: "the last decision (the default)" },
    list: { type: "boolean", help: "the last 20 decisions, one line each" },
    project: { type: "string", value: "DIR", help: "the project, when it is not the one at hand" },
    json: { type: "boolean", help: "print JSON" },
  },
  maxPositionals: 1,
  async run(invocation) {
    const { options, positionals, env, out } = invocation;
    const project = await findProject(invocation, options.project);
    const filter = {
      projectDir: project.dir,
      ...(env.sessionId && !options.project ? { sessionId: env.sessionId } : {}),
    };
    return withStore(env, (store) => {
      if (options.list) return printList(out, listDecisions(store, filter, 20), options.json === true);
      const row = pick(store, positionals[0], filter);
      if (!row) {
        throw new UserError(
          "no-decision",
          `no stop has been decided yet in ${project.dir} (${project.how})`,
          "Claude Code must be restarted after `holdfast install`. `holdfast doctor` checks the rest.",
        );
      }
      if (options.json) out.json({ ...row, findings: JSON.parse(row.findings) });
      else printDecision(out, row);
      return 0;
    });
  },
});

function pick(
  store: Store,
  id: string | undefined,
  filter: Parameters<typeof listDecisions>[1],
): DecisionRow | null {
  if (id === undefined) return listDecisions(store, filter, 1)[0] ?? null;
  const row = /^\d+$/.test(id) ? findDecision(store, Number(id)) : null;
  if (row) return row;
  throw new UserError(
    "no-such-decision",
    `there is no decision ${id}`,
    "`holdfast explain --list` shows the last ones.",
  );
}

function printList(out: Output, rows: DecisionRow[], json: boolean): number {
  if (json) out.json(rows.map((row) => ({ ...row, findings: JSON.parse(row.findings) })));
  else if (rows.length === 0) out.line("No decisions yet.");
  else {
    for (const row of rows) {
      const wrong = row.wrong_at === null ? "" : out.style.yellow("  marked wrong");
      out.line(
        `${String(row.id).padStart(5)}  ${formatTime(row.at)}  ${row.event.padEnd(13)} ${row.verdict} (${row.rule})${wrong}`,
      );
    }
  }
  return 0;
}

function printDecision(out: Output, row: DecisionRow): void {
  const { style } = out;
  const findings: Finding[] = JSON.parse(row.findings);
  const verdict = row.verdict === "blocked" ? style.red(row.verdict) : style.green(row.verdict);
  out.line(
    `${style.bold(`Decision ${row.id}`)}: ${row.event} ${verdict}, ${formatTime(row.at)}, ${row.duration_ms.toFixed(1)} ms`,
  );
  out.line(`  because   ${describeRule(row.rule)}`);
  out.line(`  session   ${row.session_id ?? "unknown"}${row.agent === "main" ? "" : `, ${row.agent}`}`);
  if (findings.length === 0) out.line("  findings  none");
  for (const finding of findings) {
    out.line();
    out.line(
      `  ${style.bold(finding.gate)} (${finding.code}, ${finding.severity === "block" ? "blocks" : "advises"})`,
    );
    for (const line of finding.reason.split("\n")) out.line(`    ${line}`);
    out.line(`    evidence     ${finding.fingerprint} ${finding.progress}`.trimEnd());
    out.line(`    released by  ${finding.releasedBy}`);
    out.line(`    switch off   {"gates": {"${finding.gate}": {"enabled": false}}} in .claude/holdfast.json`);
  }
  if (row.verdict === "blocked") {
    out.line();
    out.line(`  A false block? ${style.cyan(`holdfast wrong ${row.id} --why "..."`)}`);
  }
  if (row.wrong_at !== null) out.line(`  Marked wrong${row.wrong_why ? `: ${row.wrong_why}` : ""}`);
}
