// The kinds of things worth remembering.

export const CATEGORIES = [
  "DECISION",
  "RUNBOOK",
  "CONSTRAINT",
  "TECH_DEBT",
  "PREFERENCE",
  "SESSION_SUMMARY",
] as const;

export type Category = (typeof CATEGORIES)[number];
