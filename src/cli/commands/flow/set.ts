import type { Offered } from "../../../gates/flow/accept-evidence.ts";
import { CONDITIONS, type ConditionId } from "../../../gates/flow/conditions.ts";
import type { ConditionState } from "../../../gates/flow/judge-conditions.ts";
import { redact } from "../../../text/redaction/redact.ts";
import { UserError } from "../../../text/user-error.ts";
import { defineCommand, type Invocation, type OptionValues } from "../../command.ts";
import { SESSION_OPTIONS } from "../loop/options.ts";
import { force, prove, takeBack } from "./change.ts";
import { requireFlow } from "./choose.ts";
import { oneLine, parseCommand, parseComplexity, parseCondition, parseKind, parseValue } from "./options.ts";

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

export const command = defineCommand({
  summary: "set a condition of the flow, with its evidence",
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
      ? await takeBack(invocation, target, safe(options.note))
      : options.force
        ? await force(invocation, target, safe(options.why))
        : await prove(invocation, target, offeredBy(options));
    if (options.json) out.json({ condition: id, ...state });
    if (value && state.state === "open" && !isDeclaration(id, options)) {
      throw new UserError("no-evidence", `${id} stays open: ${oneLine(state.because)}`, state.next);
    }
    if (!options.json) out.line(describe(out, id, state));
    return 0;
  },
});

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
