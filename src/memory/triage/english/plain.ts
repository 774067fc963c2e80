// An error with its fix, and work left for later, in so few and plain words that a stop can look for them.
import type { Signal } from "../signal.ts";

const FAULT =
  /\b(?:fail(?:ed|s|ing|ure)?|errors?|crash(?:ed|es|ing)?|broken?|exception|traceback|segfault|timed? out|E[A-Z]{3,})\b/i;

export const PLAIN: readonly Signal[] = [
  {
    id: "runbook.plain",
    category: "RUNBOOK",
    strength: 0.45,
    why: "an error, and what put it right",
    pattern:
      /\b(?:fixed|solved|resolved|cured) (?:it |this |that )?(?:by|with) \w+|\b(?:fix|remedy|solution) (?:was|is) to \w+|\broot cause\b.*\bfix\w*/i,
    near: FAULT,
    nearQuoted: true,
    unless: /\b(?:friend|colleague|coworker|someone|somebody)\b/i,
    // Claude reports every bug of the work at hand so.
    who: ["user"],
  },
  {
    id: "tech-debt.plain",
    category: "TECH_DEBT",
    strength: 0.45,
    why: "is left for later, knowingly",
    pattern:
      /\bfor now\b.*\b(?:later|afterwards|(?:fix|clean|sort|tidy|do) (?:it|this|that) (?:up )?(?:after|before|when|once))\b|\b(?:later|afterwards)\b.*\bfor now\b/i,
    unless: /\b(?:see you|talk to you|catch you|bye|thanks for now|enough\b.*\bfor now)\b/i,
  },
];
