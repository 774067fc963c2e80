// What a reflection finds in a session. The fingerprint is the same wherever the same thing is found again.

export type PatternId =
  | "REPEATED_TOOL_USE"
  | "REPEATED_ERROR"
  | "FAILING_TEST"
  | "REPEATED_READS"
  | "EDIT_CHURN"
  | "USER_FRUSTRATION"
  | "LONG_SESSION"
  | "COMPACTIONS"
  | "PERMISSION_DENIALS"
  | "SLOW_TOOLS"
  | "SLOW_HOOKS"
  | "GATE_BLOCKS"
  | "GATE_RELEASES"
  | "WRONG_BLOCKS"
  | "API_ERRORS"
  | "RATE_LIMITS"
  | "SLOW_REQUESTS";

export interface Pattern {
  id: PatternId;
  count: number;
  /** One line for a person. */
  title: string;
  /** The first ones and the last; never more than a few. */
  evidence: Evidence[];
  suggestion: Suggestion;
  fingerprint: string;
}

interface Evidence {
  /** Such as "line 812" of the transcript, "decision 31", "trace.jsonl line 4". */
  where: string;
  /** One line, without secrets. */
  text: string;
}

/** What a person may approve. `text` says it; `payload` is what would be made of it. */
export type Suggestion =
  | { kind: "script"; text: string; payload: ScriptDraft }
  | { kind: "memory"; text: string; payload: MemoryDraft }
  | { kind: "gate"; text: string; payload: ConfigChange }
  | { kind: "permission"; text: string; payload: PermissionDraft }
  | { kind: "none"; text: string; payload: null };

export interface ScriptDraft {
  /** A file name without its ending, such as "npm-test". */
  name: string;
  command: string;
}

export interface MemoryDraft {
  category: "RUNBOOK" | "CONSTRAINT" | "TECH_DEBT" | "PREFERENCE" | "DECISION";
  title: string;
  body: string;
}

/** A change to the project's `.claude/holdfast.json`. */
export interface ConfigChange {
  /** Dotted, such as "gates.proof.enabled". */
  key: string;
  /** Null where only the person can know it. */
  value: unknown;
}

/** A rule for `permissions.allow` in the client's settings. */
export interface PermissionDraft {
  rule: string;
}
