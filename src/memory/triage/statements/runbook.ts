// An error with its fix: "the build failed with ENOENT; fixed by deleting the stale lockfile".
import type { Statement } from "./match-statements.ts";

export const RUNBOOK_STATEMENTS: readonly Statement[] = [
  {
    id: "runbook.plain",
    words: ["fix", "solved", "resolved", "solution"],
    strength: 0.45,
    why: "an error, and what put it right",
    pattern: () =>
      /\b(?:fixed|solved|resolved) (?:it |this |that )?by \w+|\b(?:fix|solution) (?:was|is) to \w+|\broot cause (?:was|is)\b.*\bfix\w*/,
    after: () =>
      /\b(?:fail(?:ed|s|ing|ure)?|errors?|crash(?:ed|es|ing)?|broken?|exception|traceback|segfault|timed? out)\b/i,
    unless: () => /\b(?:can|could|should|must|needs? to|has to) be (?:fixed|solved|resolved)\b/,
  },
];
