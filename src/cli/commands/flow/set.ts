import { acceptEvidence, type Offer } from "../../../gates/flow/accept-evidence.ts";
import { CONDITIONS, type ConditionId, type Flow } from "../../../gates/flow/flow.ts";
import type { ConditionState } from "../../../gates/flow/judge-conditions.ts";
import { changeFlow } from "../../../gates/flow/rows.ts";
import { runConditionCommand } from "../../../gates/flow/run-condition.ts";
import { inTransaction } from "../../../store/open.ts";
import { UserError } from "../../../text/user-error.ts";
import { defineCommand, type Invocation, type OptionValues } from "../../command.ts";
import { SESSION_OPTIONS } from "../../options.ts";
import type { FoundSession } from "../../session.ts";
import { withStore } from "../../store.ts";
import { permitRelease, tellUser } from "../hold/release.ts";
import { requireFlow } from "./choose.ts";
import {
  parseCommand,
  parseComplexity,
  parseCondition,
  parseKind,
  parsePhase,
  parseValue,
  toLine,
} from "./options.ts";
import { judgeAgain, publishFlow, recordEvidence, requireSame } from "./record.ts";

const OPTIONS = {
  note: {
    type: "string",
    value: '"..."',
    help: "retrospective_done: why there is nothing to learn",
  },
  question: {
    type: "list",
    value: '"..."',
    help: "must_have_answered: a question for the user, once for each",
  },
  none: { type: "boolean", help: "must_have_answered: there are no such questions" },
  complexity: { type: "string", value: "1-10", help: "task_classified" },
  kind: { type: "string", value: "feature", help: "task_classified" },
  command: { type: "string", value: '"..."', help: "the command of a check that got none at the start" },
  force: { type: "boolean", help: "set it without evidence; recorded and told to the user" },
  why: { type: "string", value: '"..."', help: "the reason for --force" },
  ...SESSION_OPTIONS,
} as const;

type Options = OptionValues<typeof OPTIONS>;
type Caller = Pick<Invocation, "env" | "out">;

interface Target {
  flow: Flow;
  session: FoundSession;
  id: ConditionId;
}

export const set = defineCommand({
  usage: "CONDITION [true|false]",
  details: [
    "A claim without evidence is refused (exit 1) with what is missing. `false` takes a condition back. What counts:",
    ...CONDITIONS.map(({ id, evidence }) => `  ${id.padEnd(24)} ${evidence}`),
  ].join("\n"),
  examples: [
    'holdfast flow set retrospective_done --note "nothing to learn because only a name changed"',
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
    const target = { ...(await requireFlow(invocation, options)), id };
    const state = !value
      ? await takeBack(invocation, target, toLine(options.note))
      : options.force
        ? await force(invocation, target, toLine(options.why))
        : await prove(invocation, target, toOffer(options));
    if (options.json) out.json({ condition: id, ...state });
    if (value && state.state === "open" && !isDeclaration(id, options)) {
      throw new UserError("no-evidence", `${id} stays open: ${toLine(state.because)}`, state.next);
    }
    if (!options.json) out.line(describe(out, id, state));
    return 0;
  },
});

/** Records what is offered as far as it is evidence; runs the command of a condition that needs one. */
async function prove(caller: Caller, { flow, session, id }: Target, offer: Offer): Promise<ConditionState> {
  const { env } = caller;
  const seen = await judgeAgain(env, flow, session);
  const { change, check, evidence } = acceptEvidence(id, offer, seen, Date.now());
  const checked = check ? [await runConditionCommand(env, flow, check)] : [];
  return recordEvidence(caller, flow, session, { id, change, evidence: [...evidence, ...checked] });
}

async function takeBack(
  caller: Caller,
  { flow, session, id }: Target,
  text: string,
): Promise<ConditionState> {
  if (id === "task_classified") {
    throw new UserError(
      "not-taken-back",
      "a classification is changed, not taken back",
      "`holdfast flow set task_classified --complexity N --kind K`",
    );
  }
  const row = { condition: id, kind: "withdrawn", source: "flow set", text, at: Date.now() } as const;
  return recordEvidence(caller, flow, session, { id, change: {}, evidence: [row] });
}

async function force(caller: Caller, { flow, session, id }: Target, why: string): Promise<ConditionState> {
  const { env } = caller;
  if (why === "") {
    throw new UserError("no-why", "--force needs a reason", '`--force --why "…"`: it is told to the user.');
  }
  const by = await permitRelease(env, flow.projectDir, `flow set ${id} --force`);
  const row = { condition: id, kind: "forced", source: by, text: why, at: Date.now() } as const;
  const state = await recordEvidence(caller, flow, session, { id, change: {}, evidence: [row] });
  await tellUser(env, `holdfast: Claude set ${id} of the flow without evidence: ${why.slice(0, 200)}`);
  return state;
}

function toOffer(options: Options): Offer {
  return {
    note: toLine(options.note),
    questions: (options.question ?? []).map(toLine).filter((text) => text !== ""),
    none: options.none === true,
    complexity: parseComplexity(options.complexity),
    kind: parseKind(options.kind),
    command: parseCommand("command", options.command),
  };
}

/** To name the questions is no claim that they are answered. */
function isDeclaration(id: ConditionId, { question }: Options): boolean {
  return id === "must_have_answered" && (question ?? []).length > 0;
}

function describe(
  { style }: Invocation["out"],
  id: ConditionId,
  { state, because, next }: ConditionState,
): string {
  if (state === "open") return `${id} is open: ${toLine(because)}\n${next}`;
  if (state === "not-needed") return `${id} is not needed: ${because}`;
  return `${style.green("✓")} ${id}: ${toLine(because)}`;
}

export const phase = defineCommand({
  usage: "NAME",
  details:
    "A name for people: planning, implementation, validation, retrospective. It holds nothing by itself.",
  examples: ["holdfast flow phase implementation"],
  options: SESSION_OPTIONS,
  maxPositionals: 1,
  async run(invocation) {
    const { options, positionals, env, out } = invocation;
    const name = parsePhase(positionals[0]);
    const { flow, session } = await requireFlow(invocation, options);
    await withStore(env, (store) =>
      inTransaction(store, () => changeFlow(store, requireSame(store, flow).id, { phase: name }, Date.now())),
    );
    const seen = await judgeAgain(env, flow, session);
    await publishFlow(env, out, seen.flow, seen.states);
    if (options.json) out.json({ phase: name, session: session.id, how: session.how });
    else out.line(`Phase ${name} (session ${session.id}, ${session.how}).`);
    return 0;
  },
});
