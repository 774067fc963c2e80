import { acceptEvidence, type Offer, runConditionCommand } from "../../../gates/flow/accept-evidence.ts";
import {
  CONDITION_IDS,
  CONDITIONS,
  type ConditionId,
  type Flow,
  isConditionId,
  KINDS,
} from "../../../gates/flow/flow.ts";
import type { FlowCondition } from "../../../gates/flow/judge-conditions.ts";
import { findClosest } from "../../../text/suggest.ts";
import { UserError } from "../../../text/user-error.ts";
import {
  type Context,
  defineCommand,
  flag,
  type Invocation,
  numberUpTo,
  type OptionValues,
  option,
  repeatable,
  SESSION_OPTIONS,
} from "../../command.ts";
import { permitLoosening, reportLoosening } from "../../loosening.ts";
import type { FoundSession } from "../../target.ts";
import { saveRun } from "../gate/save-run.ts";
import { parseCommand, toLine } from "../goals/parse-goal.ts";
import { judgeAgain, recordEvidence, requireFlow } from "./record.ts";

export const parseComplexity = numberUpTo(10, 5);

const OPTIONS = {
  note: option('"..."', "retrospective_done: why there is nothing to learn"),
  question: repeatable('"..."', "must_have_answered: a question for the user, once for each"),
  none: flag("must_have_answered: there are no such questions"),
  complexity: option("1-10", "task_classified", parseComplexity),
  kind: option("feature", "task_classified", parseKind),
  command: option('"..."', "the command for a check that was started without one", parseCommand),
  force: flag("set it without evidence (recorded and shown to the user)"),
  why: option('"..."', "the reason for --force"),
  ...SESSION_OPTIONS,
};

type Options = OptionValues<typeof OPTIONS>;

interface Target {
  flow: Flow;
  session: FoundSession;
  id: ConditionId;
}

export const command = defineCommand({
  changes: true,
  usage: "CONDITION [true|false]",
  details: [
    "Without evidence the condition stays open (exit 1), and the output says what is missing. `false` reopens it. What counts:",
    ...CONDITIONS.map(({ id, evidence }) => `  ${id.padEnd(24)} ${evidence}`),
  ].join("\n"),
  examples: [
    'holdfast flow set retrospective_done --note "nothing to learn because …"',
    'holdfast flow set must_have_answered --question "Which database?"',
    "holdfast flow set correctness_passed",
    'holdfast flow set plan_approved --force --why "the user said so on the phone"',
  ],
  options: OPTIONS,
  maxPositionals: 2,
  async run(invocation) {
    const { options, positionals, out } = invocation;
    const id = parseCondition(positionals[0]);
    const value = parseValue(positionals[1]);
    refuseContradiction(options);
    const target = { ...(await requireFlow(invocation, options)), id };
    const state = !value
      ? await withdraw(invocation, target, toLine(options.note))
      : options.force
        ? await force(invocation, target, toLine(options.why))
        : await prove(invocation, target, toOffer(options));
    if (options.json) out.json({ condition: id, ...state });
    // Naming questions does not claim that they are answered.
    const isDeclaration = id === "must_have_answered" && options.question !== undefined;
    if (value && state.state === "open" && !isDeclaration) {
      throw new UserError("no-evidence", `${id} stays open: ${toLine(state.because)}`, state.next);
    }
    if (!options.json) out.line(describe(out, id, state));
  },
});

/** `install`'s permission rules rely on this: a call that begins with evidence can neither force nor pass a command. */
function refuseContradiction({ force, command, note, question, none, complexity, kind }: Options): void {
  const hasEvidence = [note, question, none, complexity, kind].some((option) => option !== undefined);
  if (!hasEvidence || (!force && command === undefined)) return;
  const which = force ? "--force" : "--command";
  throw new UserError("usage", `${which} cannot be combined with evidence`, `Give ${which} without them.`);
}

/** Records the given evidence; runs the command of a condition that has one. */
async function prove(caller: Context, { flow, session, id }: Target, offer: Offer): Promise<FlowCondition> {
  const { env } = caller;
  const seen = await judgeAgain(env, flow, session);
  const { change, check, evidence } = acceptEvidence(id, offer, seen, Date.now());
  const checked = check
    ? [await runConditionCommand(env, flow, check, (run, ran) => saveRun(env, run, ran))]
    : [];
  return recordEvidence(caller, flow, session, { id, change, evidence: [...evidence, ...checked] });
}

async function withdraw(
  caller: Context,
  { flow, session, id }: Target,
  text: string,
): Promise<FlowCondition> {
  if (id === "task_classified") {
    throw new UserError(
      "not-taken-back",
      "a classification can be changed, not taken back",
      "`holdfast flow set task_classified --complexity N --kind K`",
    );
  }
  const row = { condition: id, kind: "withdrawn", source: "flow set", text, at: Date.now() } as const;
  return recordEvidence(caller, flow, session, { id, change: {}, evidence: [row] });
}

/**
 * Claude cannot meet a condition that needs the person, a command or a judge: it gives up on it, which the user is told and
 * `verdict` shows.
 */
async function force(caller: Context, { flow, session, id }: Target, why: string): Promise<FlowCondition> {
  const { env, out } = caller;
  if (why === "") {
    throw new UserError("no-why", "--force needs a reason", 'Use `--force --why "…"`; the user is told.');
  }
  const hasTerminal = () => out.interactive;
  const act = await permitLoosening(env, flow.projectDir, "flow set", { hasTerminal });
  const row = { condition: id, kind: "forced", source: act.by, text: why, at: Date.now() } as const;
  const state = await recordEvidence(caller, flow, session, { id, change: {}, evidence: [row] });
  await reportLoosening(env, act, {
    done: `${id} of the flow ${state.state === "waived" ? "was waived, not met," : "was set without evidence"}`,
    about: { kind: "flow", condition: id, isWaived: state.state === "waived" },
    undo: `\`holdfast flow set ${id} false\` takes it back.`,
    why: why.slice(0, 200),
    dir: flow.projectDir,
    sessionId: session.id,
  });
  return state;
}

function toOffer(options: Options): Offer {
  return {
    note: toLine(options.note),
    questions: (options.question ?? []).map(toLine).filter((text) => text !== ""),
    none: options.none === true,
    complexity: options.complexity ?? null,
    kind: options.kind ?? null,
    command: options.command ?? null,
  };
}

function describe(
  { style }: Invocation["out"],
  id: ConditionId,
  { state, because, next }: FlowCondition,
): string {
  if (state === "open") return `${id} is open: ${toLine(because)}\n${next}`;
  if (state === "waived") return `${style.yellow("–")} ${id} is ${toLine(because)}\nThe user is told.`;
  if (state === "not-needed") return `${id} is not needed: ${because}`;
  return `${style.green("✓")} ${id}: ${toLine(because)}`;
}

function parseCondition(text: string | undefined): ConditionId {
  if (text !== undefined && isConditionId(text)) return text;
  const near = text === undefined ? null : findClosest(text, CONDITION_IDS);
  throw new UserError(
    "no-condition",
    text === undefined ? "which condition?" : `there is no condition "${text}"`,
    near ? `Did you mean ${near}?` : `One of: ${CONDITION_IDS.join(", ")}.`,
  );
}

function parseValue(text: string | undefined): boolean {
  if (text === undefined || text === "true") return true;
  if (text === "false") return false;
  throw new UserError("bad-value", `"${text}" is neither true nor false`, "Leave it out for true.");
}

export function parseKind(text: string): string {
  const kind = text.trim().toLowerCase();
  if (/^[a-z][a-z-]{1,29}$/.test(kind)) return kind;
  throw new UserError("bad-kind", `--kind ${text} is not a kind of task`, `Such as ${KINDS.join(", ")}.`);
}
