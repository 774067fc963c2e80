// The one table of config keys. Type, defaults, validation, JSON Schema and `config show` derive from it.

import { AGENTS_KEYS } from "./schema-agents.ts";
import { CAPTURE_KEYS } from "./schema-capture.ts";
import { GATES_KEYS } from "./schema-gates.ts";
import type { ObjectSpec } from "./schema-language.ts";
import { QUALITY_KEYS } from "./schema-quality.ts";
import { RECALL_KEYS } from "./schema-recall.ts";
import { REFLECTION_KEYS } from "./schema-reflection.ts";
import { TRIAGE_KEYS } from "./schema-triage.ts";
import { WORK_KEYS } from "./schema-work.ts";

export const CONFIG_SCHEMA = {
  type: "object",
  description: "Configuration of holdfast: project file over user file over defaults.",
  properties: {
    continuation: {
      type: "enum",
      values: ["budget", "once"],
      default: "budget",
      description: 'How often a stop may be held: "budget" counts, "once" holds a turn at most once.',
    },
    budget: {
      type: "object",
      description: "The continuation budget: how long holdfast may keep Claude working on one prompt.",
      properties: {
        blocks: {
          type: "integer",
          min: 1,
          max: 500,
          default: 6,
          description: "Blocks in one budget before the stop is released.",
        },
        minutes: {
          type: "integer",
          min: 1,
          max: 1440,
          default: 30,
          description: "Minutes since the first block before the stop is released.",
        },
      },
    },
    selfRelease: {
      type: "boolean",
      default: true,
      stays: false,
      description: "Claude itself may unlock, pause or cancel; you are told when it does.",
    },
    ...GATES_KEYS,
    ...WORK_KEYS,
    ...QUALITY_KEYS,
    ...CAPTURE_KEYS,
    ...TRIAGE_KEYS,
    ...RECALL_KEYS,
    ...AGENTS_KEYS,
    ...REFLECTION_KEYS,
    stateDir: {
      type: "string",
      default: "",
      description:
        "Folder for the state of sessions instead of $HOLDFAST_HOME/state; only the user file may set it.",
    },
    metrics: {
      type: "boolean",
      default: true,
      description: "Metrics are written as JSON lines to .claude/runtime/metrics/.",
    },
  },
} as const satisfies ObjectSpec;
