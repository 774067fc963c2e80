// Which commands of ours Claude runs without a permission dialog. Only verbs that carry no command and loosen nothing:
// `loop start` and `flow start` bring commands that we execute, and run unasked only in the turn of a slash command.

/** "unlock": the listed ones, and `holdfast unlock`. */
export const RULE_CHOICES = ["none", "listed", "unlock"] as const;
export type RuleChoice = (typeof RULE_CHOICES)[number];

export const LISTED_VERBS = [
  "status",
  "explain",
  "verdict",
  "loop status",
  "loop done",
  "flow status",
  "flow set",
  "flow phase",
  "flow done",
  "pipeline status",
  "plan status",
  "ask",
  "search",
  "recall --last",
  "sessions list",
  "sessions show",
  "insights",
  "metrics",
  "transcript",
  "triage",
  "memory save",
  "memory list",
  "memory show",
  "memory search",
  "memory inbox",
  "memory stats",
  "config show",
  "config check",
  "config schema",
] as const;

/** One by one: a tool of a later version is not allowed by the choice that was made for these. */
const TOOLS = [
  "memory_search",
  "memory_save",
  "session_search",
  "session_show",
  "explain_stop",
  "status",
  "ask_person",
] as const;

/** As the client names the tools of a plugin's server. */
const TOOL_RULES = TOOLS.map((tool) => `mcp__plugin_holdfast_holdfast__${tool}`);

const FLOW_CONDITIONS = [
  "memory_search",
  "task_classified",
  "must_have_answered",
  "plan_approved",
  "implementation_complete",
  "correctness_passed",
  "quality_passed",
  "adversarial_passed",
  "retrospective_done",
];

const UNLOCK_RULE = ruleFor("unlock");

/**
 * Not `flow set` as such: --force loosens and --command brings a command. Both exclude the options that are allowed here,
 * so that a rule for a beginning is safe. Nor `insights`, which can write a page anywhere.
 */
const NARROW_RULES: Partial<Record<(typeof LISTED_VERBS)[number], readonly string[]>> = {
  insights: ["Bash(holdfast insights)", "Bash(holdfast insights --json)"],
  "flow set": [
    ...FLOW_CONDITIONS.map((id) => `Bash(holdfast flow set ${id})`),
    ruleFor("flow set task_classified --complexity"),
    ruleFor("flow set task_classified --kind"),
    ruleFor("flow set must_have_answered --question"),
    ruleFor("flow set must_have_answered --none"),
    ruleFor("flow set retrospective_done --note"),
  ],
};

/** `withTools`: those of `holdfast mcp` as well. */
export function allowRules(choice: RuleChoice, withTools = false): readonly string[] {
  if (choice === "none") return [];
  const listed = [
    ...LISTED_VERBS.flatMap((verb) => NARROW_RULES[verb] ?? [ruleFor(verb)]),
    ...(withTools ? TOOL_RULES : []),
  ];
  return choice === "unlock" ? [...listed, UNLOCK_RULE] : listed;
}

function ruleFor(start: string): string {
  return `Bash(holdfast ${start}:*)`;
}
