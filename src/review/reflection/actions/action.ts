// What a person can choose for a finding.
import type { Pattern } from "../pattern.ts";

export type Action = "script" | "memory" | "gate" | "permission" | "issue";

const WORDS: Record<Action, string> = {
  script: "draft a script",
  memory: "save a memory",
  gate: "change .claude/holdfast.json",
  permission: "allow it in .claude/settings.local.json",
  issue: "file a GitHub issue",
};

export function sayAction(action: Action): string {
  return WORDS[action];
}

/** What is suggested first; an issue can be made of anything. */
export function possibleActions({ suggestion }: Pattern): [Action, ...Action[]] {
  // A setting whose value only the person can know cannot be written.
  const isOpen = suggestion.kind === "gate" && suggestion.payload.value === null;
  return suggestion.kind === "none" || isOpen ? ["issue"] : [suggestion.kind, "issue"];
}
