// Which commands of ours Claude runs without a permission dialog. Only verbs that carry no command and loosen nothing:
// `loop start` and `flow start` bring commands that we execute, and run unasked only in the turn of a slash command.

/** "unlock": the listed ones, and `holdfast unlock`. */
export const RULE_CHOICES = ["none", "listed", "unlock"] as const;
export type RuleChoice = (typeof RULE_CHOICES)[number];

/** Lists of the client's `permissions`. */
export const RULE_LISTS = ["allow", "ask"] as const;
export type PermissionRules = Record<(typeof RULE_LISTS)[number], readonly string[]>;

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

const UNLOCK_RULE = ruleFor("unlock");

/** Options of listed verbs that loosen, carry a command or write a file anywhere: here the dialog stays. */
const ASK_RULES = [
  "Bash(holdfast flow set *--force*)",
  "Bash(holdfast flow set *--command*)",
  "Bash(holdfast insights *--html*)",
];

export function permissionRules(choice: RuleChoice): PermissionRules {
  if (choice === "none") return { allow: [], ask: [] };
  const listed = LISTED_VERBS.map(ruleFor);
  return { allow: choice === "unlock" ? [...listed, UNLOCK_RULE] : listed, ask: ASK_RULES };
}

function ruleFor(verb: string): string {
  return `Bash(holdfast ${verb}:*)`;
}
