// What is worth remembering: which categories are looked for, how sure holdfast must be, and what comes of it.
import type { Spec } from "./schema-language.ts";

const threshold = <const D extends number>(fallback: D) =>
  ({
    type: "number",
    min: 0.05,
    max: 1,
    default: fallback,
    project: "free",
    description: "Minimum score, from 0.05 to 1: how often such finds were right in real sessions.",
  }) as const;

const category = {
  type: "boolean",
  default: true,
  project: "recording",
  description: "Whether triage looks for this category.",
} as const;

export const TRIAGE_KEYS = {
  triage: {
    type: "object",
    description: "Finds what is worth remembering of a session. See docs/triage.md.",
    properties: {
      enabled: {
        type: "boolean",
        default: true,
        project: "recording",
        description: "Sessions are searched for what is worth remembering.",
      },
      mode: {
        type: "enum",
        values: ["off", "capture", "ask"],
        default: "capture",
        project: "both",
        description:
          'With "capture" triage fills the inbox, with "ask" Claude saves before it stops, "off" does neither.',
      },
      max_messages: {
        type: "integer",
        min: 1,
        max: 1000,
        default: 50,
        project: "free",
        description: "Maximum messages read at one Stop; the rest is read later in the background.",
      },
      thresholds: {
        type: "object",
        description: "Minimum score for each category.",
        properties: {
          DECISION: threshold(0.4),
          RUNBOOK: threshold(0.4),
          CONSTRAINT: threshold(0.5),
          TECH_DEBT: threshold(0.4),
          PREFERENCE: threshold(0.4),
          SESSION_SUMMARY: threshold(0.6),
        },
      },
      categories: {
        type: "object",
        description: "Which categories triage looks for.",
        properties: {
          DECISION: category,
          RUNBOOK: category,
          CONSTRAINT: category,
          TECH_DEBT: category,
          PREFERENCE: category,
          SESSION_SUMMARY: category,
        },
      },
    },
  },
} as const satisfies Record<string, Spec>;
