import { UserError } from "../config/user-error.ts";
import type { ConditionId } from "../flow/conditions.ts";
import { CONDITIONS } from "../flow/conditions.ts";
import type { Flow, NewEvidence } from "../flow/flow.ts";
import type { ConditionState } from "../flow/judge-conditions.ts";
import { redact } from "../redaction/redact.ts";
import { defineCommand, type Invocation, type OptionValues } from "./command.ts";
import { runCheck } from "./flow-check.ts";
import { requireFlow } from "./flow-choice.ts";
import { type Offered, takeEvidence } from "./flow-evidence.ts";
import {
  oneLine,
  parseCommand,
  parseComplexity,
  parseCondition,
  parseKind,
  parseValue,
} from "./flow-options.ts";
import { lookAgain, recordEvidence } from "./flow-record.ts";
import { SESSION_OPTIONS } from "./loop-options.ts";
import { permitRelease, tellRelease } from "./self-release.ts";
import type { FoundSession } from "./session.ts";

const OPTIONS = {
  note: {
    type: "string",
    value: '"..."',
    help: "memory_search, retrospective_done: what was found or learned",
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

export const command = defineCommand({
  summary: "set a condition of the flow, with its evidence",
  usage: "CONDITION [true|false]",
  details: [
    "A claim without evidence is refused (exit 1) with what is missing. `false` takes a condition back. What counts:",
    ...CONDITIONS.map(({ id, evidence }) => `  ${id.padEnd(24)} ${evidence}`),
  ].join("\n"),
  examples: [
    'holdfast flow set memory_search --note "docs/auth.md: sessions live in Redis"',
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
    const { flow, session } = await requireFlow(invocation, options);
    const state = !value
      ? await takeBack(invocation, flow, session, id)
      : options.force
        ? await force(invocation, flow, session, id)
        : await prove(invocation, flow, session, id);
    if (options.json) out.json({ condition: id, ...state });
    if (value && state.state === "open" && !isDeclaration(id, options)) {
      throw new UserError("no-evidence", `${id} stays open: ${oneLine(state.because)}`, state.next);
    }
    if (!options.json) out.line(describe(out, id, state));
    return 0;
  },
});

type Call = Invocation<typeof OPTIONS>;

async function prove(
  call: Call,
  flow: Flow,
  session: FoundSession,
  id: ConditionId,
): Promise<ConditionState> {
  const { env, options } = call;
  const seen = await lookAgain(env, flow, session);
  const taken = takeEvidence(id, offeredBy(options), seen, Date.now());
  const checked = taken.check ? [await runCheck(env, flow, taken.check)] : [];
  return recordEvidence(call, flow, session, {
    id,
    change: taken.change,
    evidence: [...taken.evidence, ...checked],
  });
}

async function takeBack(
  call: Call,
  flow: Flow,
  session: FoundSession,
  id: ConditionId,
): Promise<ConditionState> {
  if (id === "task_classified") {
    throw new UserError(
      "not-taken-back",
      "a classification is changed, not taken back",
      "`holdfast flow set task_classified --complexity N --kind K`",
    );
  }
  return recordEvidence(call, flow, session, { id, change: {}, evidence: [withdrawal(id, call.options)] });
}

function withdrawal(condition: ConditionId, { note }: Options): NewEvidence {
  return { condition, kind: "withdrawn", source: "flow set", text: safe(note), at: Date.now() };
}

async function force(
  call: Call,
  flow: Flow,
  session: FoundSession,
  id: ConditionId,
): Promise<ConditionState> {
  const { env, options } = call;
  const why = safe(options.why);
  if (why === "") {
    throw new UserError("no-why", "--force needs a reason", '`--force --why "…"`: it is told to the user.');
  }
  const by = await permitRelease(env, flow.projectDir, `flow set ${id} --force`);
  const state = await recordEvidence(call, flow, session, {
    id,
    change: {},
    evidence: [{ condition: id, kind: "forced", source: by, text: why, at: Date.now() }],
  });
  await tellRelease(env, `holdfast: Claude set ${id} of the flow without evidence: ${why.slice(0, 200)}`);
  return state;
}

function offeredBy(options: Options): Offered {
  return {
    note: safe(options.note),
    questions: (options.question ?? []).map(safe).filter((text) => text !== ""),
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

function safe(text: string | undefined): string {
  return redact(oneLine(text)).text;
}

function describe(
  { style }: Invocation["out"],
  id: ConditionId,
  { state, because, next }: ConditionState,
): string {
  if (state === "open") return `${id} is open: ${oneLine(because)}\n${next}`;
  if (state === "not-needed") return `${id} is not needed: ${because}`;
  return `${style.green("✓")} ${id}: ${oneLine(because)}`;
}
