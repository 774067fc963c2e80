// Work that is left for later, knowingly: "skipping retries for now, we'll add them later".
import type { Statement } from "./match-statements.ts";

export const TECH_DEBT_STATEMENTS: readonly Statement[] = [
  {
    id: "tech-debt.plain",
    words: ["for now"],
    strength: 0.45,
    why: "is left for later, knowingly",
    pattern: () =>
      /(?:^|[,;] |\b(?:i|i'm|i'll|we|we're|we'll|let's|just) )(?:skip(?:ping|ped)?|leav(?:e|ing)|left|hard-?cod(?:e|ed|ing)|ignor(?:e|ed|ing)|disabl(?:e|ed|ing)|stub(?:bed|bing)?)\b.*\bfor now\b.*\b(?:later|afterwards|follow-?up|after the)\b/,
  },
];
