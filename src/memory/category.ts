// What is worth remembering, and how strong the evidence must be.

export const CATEGORIES = [
  "DECISION",
  "RUNBOOK",
  "CONSTRAINT",
  "TECH_DEBT",
  "PREFERENCE",
  "SESSION_SUMMARY",
] as const;

export type Category = (typeof CATEGORIES)[number];

export type Thresholds = Readonly<Record<Category, number>>;

export const DEFAULT_THRESHOLDS: Thresholds = {
  DECISION: 0.4,
  RUNBOOK: 0.4,
  CONSTRAINT: 0.5,
  TECH_DEBT: 0.4,
  PREFERENCE: 0.4,
  SESSION_SUMMARY: 0.6,
};
