// The table of config keys, from which the type, defaults, validation, JSON Schema and `config show` derive.
import { GATES_KEYS } from "./schema-gates.ts";
import type { ObjectSpec, Spec, ValueOf } from "./schema-language.ts";
import { CAPTURE_KEYS, REFLECTION_KEYS, TRIAGE_KEYS } from "./schema-recording.ts";
import { QUALITY_KEYS, WORK_KEYS } from "./schema-work.ts";

const AGENTS_KEYS = {
  subagents: {
    type: "array",
    layers: { how: "add" },
    project: "trust",
    description: "What subagents must fulfil before they may stop, by type.",
    items: {
      type: "object",
      description: "One rule; all matching rules apply.",
      properties: {
        match: {
          type: "string",
          description: "The agent type: `*` matches anything, `|` separates alternatives.",
        },
        gates: {
          type: "array",
          description: "Gates for its work: its added lines, its own tasks.",
          items: { type: "enum", values: ["hygiene", "tasks"], description: "A gate." },
        },
        verify: {
          type: "string",
          default: "",
          description: "A command that must pass after changes; HOLDFAST_CHUNK names the subagent's chunk.",
        },
        plan: {
          type: "boolean",
          default: false,
          description: "Its result is a plan: it must have tasks, ship criteria and no empty sections.",
        },
      },
    },
  },
  pipeline: {
    type: "array",
    layers: { how: "own" },
    project: "trust",
    description: "Stages of work for subagents. The first stage without requirements starts the pipeline.",
    items: {
      type: "object",
      description: "One stage.",
      properties: {
        stage: { type: "string", description: "Its name." },
        match: { type: "string", description: "The type of its subagents, as in `subagents`." },
        requires: {
          type: "array",
          description: "Earlier stages whose results it needs.",
          items: { type: "string", description: "The name of a stage." },
        },
        verify: {
          type: "string",
          default: "",
          description: "A command that must pass when one of its subagents stops.",
        },
      },
    },
  },
} as const satisfies Record<string, Spec>;

const RECALL_KEYS = {
  recall: {
    type: "object",
    description: "Context from earlier sessions of the project. See `holdfast recall`.",
    properties: {
      enabled: {
        type: "boolean",
        default: true,
        project: "recording",
        description: "A session starts with what was done and left open; a prompt recalls related records.",
      },
      session_tokens: {
        type: "integer",
        min: 100,
        max: 4000,
        default: 600,
        project: "recording",
        description: "Maximum tokens of context at the start of a session.",
      },
      prompt_tokens: {
        type: "integer",
        min: 100,
        max: 2000,
        default: 300,
        project: "recording",
        description: "Maximum tokens of context for a prompt.",
      },
      otherProjects: {
        type: "boolean",
        default: false,
        project: "user",
        description: "Claude may be shown other projects; only the user file may set it.",
      },
      floor: {
        type: "integer",
        min: 1,
        max: 100,
        default: 50,
        less: "larger",
        project: "recording",
        description:
          "Percentage of a prompt's words, weighted by rarity, that a record and its session must share.",
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
      values: ["once", "budget"],
      default: "budget",
      project: "guard",
      description: 'How often a stop may be held: "budget" counts blocks, "once" holds a turn at most once.',
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
          project: "guard",
          description: "Blocks in one budget before the stop is released.",
        },
        minutes: {
          type: "integer",
          min: 1,
          max: 1440,
          default: 30,
          project: "guard",
          description: "Minutes since the first block before the stop is released.",
        },
      },
    },
    holdAnswer: {
      type: "enum",
      values: ["block", "context"],
      default: "block",
      project: "user",
      description: 'How a hold is shown: "block" as an error, "context" as feedback. User file only.',
    },
    selfRelease: {
      type: "boolean",
      default: true,
      less: true,
      project: "guard",
      description: "Claude may unlock, pause or cancel on its own; you are told when it does.",
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
      project: "user",
      description:
        "Folder for the state of sessions instead of $HOLDFAST_HOME/state; only the user file may set it.",
    },
    notify: {
      type: "object",
      description:
        "Notifies you when you are away and a loop or flow ended, a stop was released, or Claude waits for you.",
      properties: {
        by: {
          type: "enum",
          values: ["off", "bell", "osc9", "osc777", "command"],
          default: "off",
          project: "user",
          description:
            "The terminal's bell, a desktop notification by the terminal (OSC 9 or 777), or your own command.",
        },
        command: {
          type: "array",
          project: "user",
          items: { type: "string", description: "A word; the text comes after the last." },
          description:
            'The program and its words, such as ["notify-send", "Claude Code"]; only the user file may set it.',
        },
        away: {
          type: "duration",
          min: "1s",
          max: "1d",
          default: "1m",
          project: "user",
          description: "You count as away after this long without a key press in the client's terminal.",
        },
      },
    },
    metrics: {
      type: "boolean",
      default: true,
      project: "recording",
      description: "Metrics are written as JSON lines to .claude/runtime/metrics/.",
    },
  },
} as const satisfies ObjectSpec;

/** Settings that belong together. docs/plans-and-hygiene.md shows what each would have held in real sessions. */
export const PRESETS = {
  strict: {
    budget: { blocks: 6 },
    tasks: { block: "always" },
    plan: { block: "phase" },
    checklist: { block: true },
    hygiene: { stop: "block" },
  },
  gentle: {
    budget: { blocks: 2 },
    tasks: { block: "never" },
    plan: { block: "never" },
    checklist: { block: false },
    hygiene: { stop: "advise" },
  },
} as const;

export type PresetName = keyof typeof PRESETS;

/** The effective configuration. */
export type Config = ValueOf<typeof CONFIG_SCHEMA>;
