import { describeRule } from "../../../gates/engine/budget.ts";
import type { Finding } from "../../../gates/engine/gate.ts";
import { suggestSettings } from "../../../review/wrong-holds.ts";
import { listQuarantined } from "../../../store/create.ts";
import {
  type DecisionRow,
  findDecision,
  listDecisions,
  markWrong,
  unmarkWrong,
} from "../../../store/decisions.ts";
import type { Store } from "../../../store/open.ts";
import { findSession } from "../../../store/sessions.ts";
import { clip, firstLine, oneLine } from "../../../text/clip.ts";
import { formatTime } from "../../../text/format-time.ts";
import { printable } from "../../../text/printable.ts";
import { redact } from "../../../text/redaction/redact.ts";
import { UserError } from "../../../text/user-error.ts";
import {
  defineCommand,
  flag,
  type Output,
  option,
  PROJECT_OPTIONS,
  requireAtMostOne,
} from "../../command.ts";
import { onlyProject } from "../../other-projects.ts";
import { findProject, requireOwn, withStore } from "../../target.ts";

const MAX_LISTED = 20;
const QUARANTINED_HINT =
  "The database was damaged and replaced: earlier stops are not in the new one. `holdfast doctor` names the old file.";
const NO_DECISIONS_HINT = "Restart Claude Code after `holdfast install`; `holdfast doctor` checks the rest.";

export const explain = defineCommand({
  usage: "[ID]",
  details:
    "Prints the gates' findings, the rule that decided, the duration, what would release it, and how to switch the gate\n" +
    "off. The default is the last decision, of this session inside Claude, otherwise of this project.",
  examples: [
    "holdfast explain",
    "holdfast explain 42",
    "holdfast explain --list",
    "holdfast explain --last --json",
  ],
  options: {
    last: flag("the last decision (the default)"),
    list: flag(`list the last ${MAX_LISTED} decisions with outcome, gates, duration and subject`),
    ...PROJECT_OPTIONS,
  },
  maxPositionals: 1,
  async run(invocation) {
    const { options, positionals, env, out } = invocation;
    const project = await findProject(invocation, options.project);
    const filter = {
      projectDir: project.dir,
      ...(env.sessionId && !options.project ? { sessionId: env.sessionId } : {}),
    };
    const own = await onlyProject(invocation);
    return withStore(env, async (store) => {
      if (options.list)
        return void printList(out, listDecisions(store, filter, MAX_LISTED), options.json === true);
      const row = pickDecision(store, positionals[0], filter, own);
      if (!row) {
        throw new UserError(
          "no-decision",
          `no stop has been decided yet in ${project.dir} (${project.foundBy})`,
          listQuarantined(env.holdfastHome).length > 0 ? QUARANTINED_HINT : NO_DECISIONS_HINT,
        );
      }
      if (options.json)
        out.json({ ...row, because: describeRule(row.rule), findings: JSON.parse(row.findings) });
      else printDecision(out, row);
    });
  },
});

/** null without an ID, when there is none yet. */
function pickDecision(
  store: Store,
  id: string | undefined,
  filter: Parameters<typeof listDecisions>[1],
  own: string | null,
): DecisionRow | null {
  if (id === undefined) return listDecisions(store, filter, 1)[0] ?? null;
  const row = /^\d+$/.test(id) ? findDecision(store, Number(id)) : null;
  if (row) {
    const session = row.session_id === null ? null : findSession(store, row.session_id);
    requireOwn(`decision ${id}`, session ?? row, own);
    return row;
  }
  throw new UserError(
    "no-such-decision",
    `there is no decision ${id}`,
    "`holdfast explain --list` shows the last ones.",
  );
}

function printList(out: Output, rows: DecisionRow[], json: boolean): void {
  if (json) out.json(rows.map((row) => ({ ...row, findings: JSON.parse(row.findings) })));
  else if (rows.length === 0)
    out.line(`No decisions yet: each of Claude's stops adds one. ${NO_DECISIONS_HINT}`);
  else {
    const head = [
      "ID".padStart(ID_WIDTH),
      "when".padEnd(16),
      "outcome".padEnd(VERDICT_WIDTH),
      "gate".padEnd(GATES_WIDTH),
      "   took",
    ];
    out.line(out.style.dim(head.join("  ")));
    for (const row of rows) printLine(out, row);
  }
}

const ID_WIDTH = 5;
const VERDICT_WIDTH = 8;
const GATES_WIDTH = 18;

/** Outcome, gates and duration; below, what the first finding is about. */
function printLine({ style, line, width }: Output, row: DecisionRow): void {
  const findings: Finding[] = JSON.parse(row.findings);
  const told = findings.filter(({ isSilent }) => !isSilent);
  const [about] = told.toSorted((a, b) => a.severity.length - b.severity.length);
  const gates = clip([...new Set(told.map(({ gate }) => gate))].join(", "), GATES_WIDTH);
  const verdict = row.verdict.padEnd(VERDICT_WIDTH);
  const painted = row.verdict === "blocked" ? style.red(verdict) : style.green(verdict);
  const notes = [
    ...(row.event === "Stop" ? [] : [row.event]),
    ...(row.wrong_at === null ? [] : [style.yellow("marked wrong")]),
  ];
  line(
    [
      String(row.id).padStart(ID_WIDTH),
      formatTime(row.at),
      painted,
      gates.padEnd(GATES_WIDTH),
      formatMilliseconds(row.duration_ms).padStart(7),
      ...notes,
    ].join("  "),
  );
  if (!about) return;
  const text = printable(oneLine(about.summary ?? firstLine(about.reason)));
  line(style.dim(`${" ".repeat(ID_WIDTH + 2)}${clip(text, width - ID_WIDTH - 2)}`));
}

function formatMilliseconds(ms: number): string {
  return ms < 1000 ? `${Math.round(ms)} ms` : `${(ms / 1000).toFixed(1)} s`;
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
  if (row.verdict === "asking" && row.reason) out.line(`  question  ${row.reason.replaceAll("\n", " / ")}`);
  if (findings.length === 0) out.line("  findings  none");
  for (const finding of findings) {
    out.line();
    const weight = finding.severity === "block" ? "blocks" : finding.isSilent ? "a note" : "advises";
    out.line(`  ${style.bold(finding.gate)} (${finding.code}, ${weight})`);
    for (const line of finding.reason.split("\n")) out.line(`    ${line}`);
    if (finding.details) out.line(`    all ${finding.details.length}:`);
    for (const line of finding.details ?? []) out.line(`      ${line}`);
    out.line(`    fingerprint  ${finding.fingerprint} ${finding.progress}`.trimEnd());
    out.line(`    released by  ${finding.releasedBy}`);
    const off = `{"gates": {"${finding.gate}": {"enabled": false}}} in .claude/holdfast.json`;
    out.line(`    switch off   ${finding.gate === "custom" ? "remove it from `gates.custom`" : off}`);
  }
  if (row.verdict === "blocked" && row.wrong_at === null) {
    out.line();
    out.line(`  Held by mistake? ${style.cyan(`holdfast wrong ${row.id} --why "..."`)}`);
  }
  if (row.wrong_at !== null) {
    out.line(`  Marked wrong${row.wrong_why ? `: ${row.wrong_why}` : ""}`);
    out.line(`  Not so? ${style.cyan(`holdfast wrong ${row.id} --undo`)}`);
  }
}

export const wrong = defineCommand({
  changes: true,
  usage: "[ID]",
  details:
    "Marks a hold as a mistake: this project's last one by default. From the third mark for the same reason in a project on,\n" +
    "it names the narrowest setting that would have avoided them. With --undo, the default is the last one marked.",
  examples: ["holdfast wrong", 'holdfast wrong 42 --why "the task was done"', "holdfast wrong 42 --undo"],
  options: {
    why: option('"..."', "what was wrong about it"),
    undo: flag("remove the mark"),
    ...PROJECT_OPTIONS,
  },
  maxPositionals: 1,
  async run(invocation) {
    const { options, positionals, env, out } = invocation;
    const project = await findProject(invocation, options.project);
    const own = await onlyProject(invocation);
    requireAtMostOne({ "--undo": options.undo, "--why": options.why });
    await withStore(env, async (store) => {
      const filter = { projectDir: project.dir, verdict: "blocked" };
      const row = pickDecision(
        store,
        positionals[0],
        options.undo ? { ...filter, isMarkedWrong: true } : filter,
        own,
      );
      if (!row)
        throw new UserError(
          "no-such-block",
          `no stop ${options.undo ? "is marked as wrong" : "was held"} in ${project.dir}`,
          "`holdfast explain --list` shows the last decisions.",
        );
      const { id, verdict, wrong_at } = row;
      if (options.undo && wrong_at === null)
        throw new UserError(
          "not-marked",
          `stop ${id} is not marked as wrong`,
          "`holdfast explain --list` shows which are.",
        );
      if (!options.undo && verdict !== "blocked")
        throw new UserError(
          "not-a-block",
          `stop ${id} was not held (${verdict})`,
          "Only a hold can be marked as wrong.",
        );
      const why = options.why === undefined ? null : redact(options.why).text;
      if (options.undo) unmarkWrong(store, id);
      else markWrong(store, id, why, Date.now());
      const suggestions = options.undo ? [] : await suggestSettings(env, store, row);
      if (options.json) out.json({ id, wrong: !options.undo, why, suggestions });
      else if (options.undo) out.line(`Stop ${id} is no longer marked as wrong.`);
      else out.line(`Stop ${id} is marked as wrong. Undo: holdfast wrong ${id} --undo`);
      if (!options.json) for (const { text } of suggestions) out.line(printable(text));
    });
  },
});
