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
import { clip } from "../../../text/clip.ts";
import { countNoun } from "../../../text/count-noun.ts";
import { formatAge, formatTime } from "../../../text/format-time.ts";
import { printable } from "../../../text/printable.ts";
import { redact } from "../../../text/redaction/redact.ts";
import { UserError } from "../../../text/user-error.ts";
import { type ExplainedStop, explainStop } from "../../../views/explain-stop.ts";
import { listRecentStops, type StopRow } from "../../../views/stop-row.ts";
import {
  defineCommand,
  flag,
  type Invocation,
  type Output,
  option,
  PROJECT_OPTIONS,
  requireAtMostOne,
} from "../../command.ts";
import { onlyProject } from "../../limit-to-project.ts";
import { withStoreToRead } from "../../store-copy.ts";
import { findProject, requireOwn, withStore } from "../../target.ts";
import { confirm } from "../../terminal.ts";

const MAX_LISTED = 20;
const QUARANTINED_HINT =
  "The database was damaged and replaced: earlier stops are not in the new one. `holdfast doctor` names the old file.";
const NO_DECISIONS_HINT = "Restart Claude Code after `holdfast install`; `holdfast doctor` checks the rest.";

export const explain = defineCommand({
  usage: "[ID]",
  details:
    "Prints why a stop was held: the gates' findings, the round, what would release it, how to switch the gate off, and what\n" +
    "came before and after it, and what judges saw, said and cost. The default is the last stop that was held, of this session inside Claude, otherwise of this\n" +
    "project. With an ID or --last, it explains a stop that was allowed or released, too.",
  examples: [
    "holdfast explain",
    "holdfast explain 42",
    "holdfast explain --list",
    "holdfast explain --last --json",
  ],
  options: {
    last: flag("the last stop, held or not"),
    list: flag(`list the last ${MAX_LISTED} stops: what became of each, and why`),
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
    await withStoreToRead(invocation, async (store) => {
      if (options.list) {
        const rows = listRecentStops(store, filter, MAX_LISTED);
        if (options.json) out.json(rows);
        else printList(out, rows);
        return;
      }
      const wanted = options.last ? filter : { ...filter, verdict: "blocked" };
      const row =
        pickDecision(store, positionals[0], wanted, own) ?? pickDecision(store, undefined, filter, own);
      if (!row) {
        throw new UserError(
          "no-decision",
          `no stop has been recorded yet in ${project.dir} (${project.foundBy})`,
          listQuarantined(env.holdfastHome).length > 0 ? QUARANTINED_HINT : NO_DECISIONS_HINT,
        );
      }
      const stop = explainStop(store, row);
      if (options.json) {
        out.json(stop);
        return;
      }
      const isAsked = options.last || positionals[0] !== undefined;
      if (!isAsked && stop.outcome !== "held") out.line("No stop has been held here. The last one:");
      printStop(out, stop);
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
    requireOwn(`stop ${id}`, session ?? row, own);
    return row;
  }
  throw new UserError(
    "no-such-decision",
    `there is no stop ${id}`,
    "`holdfast explain --list` shows the last ones.",
  );
}

const ID_WIDTH = 5;

function printList(out: Output, rows: readonly StopRow[]): void {
  if (rows.length === 0) out.line(`No stops yet. ${NO_DECISIONS_HINT}`);
  for (const { id, at, event, outcome, title, about, durationMs, wrong } of rows) {
    const { style } = out;
    const notes = [
      ...(event === "Stop" ? [] : [event]),
      formatMilliseconds(durationMs),
      ...(wrong ? [style.yellow("marked wrong")] : []),
    ];
    const painted = outcome === "held" ? style.red(title) : style.green(title);
    out.line(
      `${String(id).padStart(ID_WIDTH)}  ${formatTime(Date.parse(at))}  ${painted}  ${notes.join(", ")}`,
    );
    if (about) out.line(style.dim(`${" ".repeat(ID_WIDTH + 2)}${clip(about, out.width - ID_WIDTH - 2)}`));
  }
}

function formatMilliseconds(ms: number): string {
  return ms < 1000 ? `${Math.round(ms)} ms` : `${(ms / 1000).toFixed(1)} s`;
}

const WEIGHTS = { block: "holds", advise: "advice only", note: "a note" };

function printStop(out: Output, stop: ExplainedStop): void {
  const { style } = out;
  const { id, outcome, title, event, at, session, agent, before, after } = stop;
  const row = (label: string, text: string) => out.line(`  ${label.padEnd(9)} ${text}`);
  const painted = outcome === "held" ? style.red(title) : style.green(title);
  out.line(`${style.bold(`Stop ${id}`)}: ${painted}`);
  row("when", `${formatTime(Date.parse(at))}, took ${formatMilliseconds(stop.durationMs)}`);
  if (event !== "Stop") row("event", event);
  row("session", `${session ?? "unknown"}${agent === "main" ? "" : `, ${agent}`}`);
  if (stop.withheld !== null) row("note", stop.withheld);
  if (stop.verdict === "asking" && stop.reason) row("question", stop.reason.replaceAll("\n", " / "));
  const describe = (near: ExplainedStop["before"]["stop"]) =>
    near ? [`stop ${near.id}, ${formatTime(Date.parse(near.at))}: ${near.title}`] : [];
  const done = (acts: ExplainedStop["before"]["acts"]) =>
    acts.map(({ text, at: then }) => `${text}, ${formatTime(Date.parse(then))}`);
  for (const text of [...describe(before.stop), ...done(before.acts)]) row("before", text);
  for (const text of [...done(after.acts), ...describe(after.stop)]) row("after", text);
  if (stop.findings.length === 0) row("findings", "none");
  for (const finding of stop.findings) printFinding(out, finding);
  for (const call of stop.judges) printJudgeCall(out, call);
  if (outcome === "held" && !stop.wrong) {
    out.line();
    out.line(`  Held by mistake? ${style.cyan(`holdfast wrong ${id} --why "..."`)}`);
  }
  if (stop.wrong) {
    out.line(`  Marked wrong${stop.wrongWhy ? `: ${stop.wrongWhy}` : ""}`);
    out.line(`  Not so? ${style.cyan(`holdfast wrong ${id} --undo`)}`);
  }
  for (const text of stop.suggestions) out.line(`  ${text}`);
}

function printFinding({ line, style }: Output, finding: ExplainedStop["findings"][number]): void {
  const { gate, code, severity, reason, details, releasedBy, switchOff } = finding;
  line();
  line(`  ${style.bold(gate)}: ${WEIGHTS[severity]} (${code})`);
  for (const text of reason.split("\n")) line(`    ${text}`);
  if (details.length > 0) line(`    all ${details.length}:`);
  for (const text of details) line(`      ${text}`);
  line(`    ends with    ${releasedBy}`);
  line(`    switch off   ${switchOff}`);
}

function printJudgeCall({ line, style }: Output, call: ExplainedStop["judges"][number]): void {
  const { judge, outcome, by, ask, said, evidence, saw, calls, tokens, costUsd, durationMs } = call;
  const cost = [by, countNoun(calls, "call")];
  if (durationMs !== null) cost.push(formatMilliseconds(durationMs));
  if (tokens !== null) cost.push(countNoun(tokens, "token"));
  if (costUsd !== null) cost.push(`$${costUsd.toFixed(4)}`);
  line();
  line(`  ${style.bold(`judge "${judge}"`)}: ${outcome} (${cost.join(", ")})`);
  line(`    asked        ${ask}`);
  if (said)
    line(`    said         ${outcome === "could not answer" ? "the judge could not answer: " : ""}${said}`);
  for (const quote of evidence) line(`    quoted       ${quote}`);
  const parts = saw.map(({ name, text }) => `${name} (${countNoun(text.length, "character")})`);
  line(`    saw          ${parts.join(", ")}; all of it: --json`);
}

/** Nobody but the person knows whether the last hold is the one that they mean. */
async function confirmMark(
  { out }: Pick<Invocation, "out">,
  { id, title, at }: ExplainedStop,
): Promise<boolean> {
  const which = `stop ${id} (${title}, ${formatAge(Date.parse(at), Date.now())})`;
  if (out.interactive) return confirm(`Mark ${which} as a mistake?`);
  throw new UserError(
    "needs-id",
    `the last hold is ${which}`,
    `To mark it as a mistake: holdfast wrong ${id}`,
  );
}

export const wrong = defineCommand({
  changes: true,
  usage: "[ID]",
  details:
    "Marks a hold as a mistake: this project's last one by default, about which it asks. From the third mark for the same reason in a project on,\n" +
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
    return withStore(env, async (store) => {
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
      const isBare = positionals.length === 0 && !options.undo && options.why === undefined;
      if (isBare && !(await confirmMark(invocation, explainStop(store, row)))) return 1;
      const why = options.why === undefined ? null : redact(options.why).text;
      if (options.undo) unmarkWrong(store, id);
      else markWrong(store, id, why, Date.now());
      const suggestions = options.undo ? [] : suggestSettings(store, row);
      if (options.json) out.json({ id, wrong: !options.undo, why, suggestions });
      else if (options.undo) out.line(`Stop ${id} is no longer marked as wrong.`);
      else out.line(`Stop ${id} is marked as wrong. Undo: holdfast wrong ${id} --undo`);
      if (!options.json) for (const { text } of suggestions) out.line(printable(text));
      return 0;
    });
  },
});
