// The commands of ours that Claude runs without a permission dialog: only verbs that contain no command to execute and loosen
// nothing. `loop start` and `flow start` contain commands, and are allowed only in the turn of a slash command.

/** "unlock": the listed verbs, and `holdfast unlock`. */
export const RULE_CHOICES = ["none", "listed", "unlock"] as const;
export type RuleChoice = (typeof RULE_CHOICES)[number];

export const LISTED_VERBS = [
  "status",
  "explain",
  "verdict",
  "checks",
  "loop status",
  "loop done",
  "flow status",
  "flow set",
  "flow done",
  "pipeline status",
  "plan status",
  "ask",
  "search",
  "recall --last",
  "sessions list",
  "sessions show",
  "transcript",
  "triage",
  "memory save",
  "memory list",
  "memory show",
  "memory search",
  "memory inbox",
  "config show",
  "config check",
] as const;

/** Listed one by one, so that the person's choice does not allow tools of a later version. */
const TOOLS = [
  "memory_search",
  "memory_save",
  "session_search",
  "session_show",
  "explain_stop",
  "status",
  "ask_person",
] as const;

/** The client's names for the tools of a plugin's server. */
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
 * Rules narrower than the verb. `flow set --force` loosens and `--command` contains a command; neither can be combined with the
 * options allowed here, so a prefix rule is safe.
 */
const NARROW_RULES: Partial<Record<(typeof LISTED_VERBS)[number], readonly string[]>> = {
  "flow set": [
    ...FLOW_CONDITIONS.map((id) => `Bash(holdfast flow set ${id})`),
    ruleFor("flow set task_classified --complexity"),
    ruleFor("flow set task_classified --kind"),
    ruleFor("flow set must_have_answered --question"),
    ruleFor("flow set must_have_answered --none"),
    ruleFor("flow set retrospective_done --note"),
  ],
};

/** Rules that earlier versions wrote and this one does not: still ours when they are removed. */
const RETIRED_RULES = [
  "Bash(holdfast config schema:*)",
  "Bash(holdfast insights)",
  "Bash(holdfast insights --json)",
  "Bash(holdfast memory stats:*)",
  "Bash(holdfast metrics:*)",
  "Bash(holdfast flow phase:*)",
];

/** What an install with this choice wrote, by this version or an earlier one. */
export function ownRules(choice: RuleChoice, withTools: boolean): readonly string[] {
  return choice === "none" ? [] : [...allowRules(choice, withTools), ...RETIRED_RULES];
}

/** `withTools`: also allow the tools of `holdfast mcp`. */
export function allowRules(choice: RuleChoice, withTools = false): readonly string[] {
  if (choice === "none") return [];
  const listed = [
    ...LISTED_VERBS.flatMap((verb) => NARROW_RULES[verb] ?? [ruleFor(verb)]),
    ...(withTools ? TOOL_RULES : []),
  ];
  return choice === "unlock" ? [...listed, UNLOCK_RULE] : listed;
}

/** The same commands as words, for agents whose rules match the beginning of a command. */
export function allowedPrefixes(choice: RuleChoice): string[][] {
  if (choice === "none") return [];
  const listed = LISTED_VERBS.filter((verb) => NARROW_RULES[verb] === undefined);
  const verbs = choice === "unlock" ? [...listed, "unlock"] : listed;
  return verbs.map((verb) => ["holdfast", ...verb.split(" ")]);
}

function ruleFor(start: string): string {
  return `Bash(holdfast ${start}:*)`;
}
