// The one table of config keys. Type, defaults, validation, JSON Schema and `config show` derive from it.

import { CAPTURE_KEYS } from "./schema-capture.ts";
import { GATES_KEYS } from "./schema-gates.ts";
import type { ObjectSpec, Spec } from "./schema-language.ts";
import { QUALITY_KEYS } from "./schema-quality.ts";
import { REFLECTION_KEYS } from "./schema-reflection.ts";
import { TRIAGE_KEYS } from "./schema-triage.ts";
import { WORK_KEYS } from "./schema-work.ts";

// Rules for subagents and their pipeline.
const AGENTS_KEYS = {
  subagents: {
    type: "array",
    layers: { how: "add" },
    description: "What is asked of subagents before they may stop, by their type.",
    items: {
      type: "object",
      description: "One rule; all that match count.",
      properties: {
        match: {
          type: "string",
          description: "The type: `*` stands for anything, `|` parts alternatives.",
        },
        gates: {
          type: "array",
          description: "What looks at its work: added lines, the tasks it set itself.",
          items: { type: "enum", values: ["hygiene", "tasks"], description: "A gate." },
        },
        verify: {
          type: "string",
          default: "",
          description: "A command that must pass after it changed something; HOLDFAST_CHUNK names its chunk.",
        },
        plan: {
          type: "boolean",
          default: false,
          description: "What it brings is a plan: with tasks, ship criteria and no empty sections.",
        },
      },
    },
  },
  pipeline: {
    type: "array",
    layers: { how: "own" },
    description: "Stages of work for subagents. The first that requires nothing starts it.",
    items: {
      type: "object",
      description: "One stage.",
      properties: {
        stage: { type: "string", description: "Its name." },
        match: { type: "string", description: "The type of its subagents, as in `subagents`." },
        requires: {
          type: "array",
          description: "Stages before it whose results it needs.",
          items: { type: "string", description: "The name of a stage." },
        },
        verify: {
          type: "string",
          default: "",
          description: "A command that must pass when a subagent of it stops.",
        },
      },
    },
  },
} as const satisfies Record<string, Spec>;

// What is given back to Claude of earlier sessions.
const RECALL_KEYS = {
  recall: {
    type: "object",
    description: "What Claude is told of earlier sessions of the project. See `holdfast recall`.",
    properties: {
      enabled: {
        type: "boolean",
        default: true,
        description: "A session starts with what was done and left open; a prompt brings what it is about.",
      },
      session_tokens: {
        type: "integer",
        min: 100,
        max: 4000,
        default: 600,
        description: "Most tokens of a session's first context.",
      },
      prompt_tokens: {
        type: "integer",
        min: 100,
        max: 2000,
        default: 300,
        description: "Most tokens that a prompt brings back.",
      },
      floor: {
        type: "integer",
        min: 1,
        max: 100,
        default: 50,
        description: "Share of a prompt's telling words, in percent by rarity, that a record must have.",
      },
    },
  },
} as const satisfies Record<string, Spec>;

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
