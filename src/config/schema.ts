// The one table of config keys. Type, defaults, validation, JSON Schema and `config show` derive from it.
import type { ObjectSpec } from "./schema-language.ts";

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
      description: "Claude itself may unlock, pause or cancel; you are told when it does.",
    },
    gates: {
      type: "object",
      description: "What may hold a stop, one entry a gate.",
      properties: {
        lock: {
          type: "object",
          description: "Continuous work: while a lock is set, Claude is sent on.",
          properties: {
            enabled: {
              type: "boolean",
              default: true,
              description: "The lock gate holds stops while a lock is set.",
            },
            max: {
              type: "integer",
              min: 1,
              max: 1000,
              default: 50,
              description: "Rounds before a lock is released and removed.",
            },
            ttl: {
              type: "duration",
              min: "1s",
              max: "30d",
              default: "8h",
              description: "Age at which a lock is released and removed.",
            },
          },
        },
        loop: {
          type: "object",
          description: "Loops: Claude is sent on until the verify command passes.",
          properties: {
            enabled: {
              type: "boolean",
              default: true,
              description: "The loop gate holds stops while a loop is on.",
            },
            timeout: {
              type: "duration",
              min: "1s",
              max: "2m",
              default: "2m",
              description: "A verify command that takes longer at a stop counts as failed.",
            },
          },
        },
        flow: {
          type: "object",
          description: "Flows: Claude is sent on until every condition of VERIFIED_DONE has its evidence.",
          properties: {
            enabled: {
              type: "boolean",
              default: true,
              description: "The flow gate holds stops while a flow is on.",
            },
          },
        },
        tasks: {
          type: "object",
          description: "Open tasks: pending or in progress in Claude's own list.",
          properties: {
            enabled: {
              type: "boolean",
              default: true,
              description: "The tasks gate looks at open tasks at each stop.",
            },
          },
        },
        quality: {
          type: "object",
          description: "Quality checks: what quality-gate.json says of them.",
          properties: {
            enabled: {
              type: "boolean",
              default: true,
              description: "The quality gate holds stops while the last run of the checks failed.",
            },
          },
        },
      },
    },
    flow: {
      type: "object",
      description: "What a flow asks for beside its conditions.",
      properties: {
        commit: {
          type: "enum",
          values: ["advise", "block"],
          default: "advise",
          description: "Files changed in a flow and not committed: a hint, or a reason to hold the stop.",
        },
      },
    },
    tasks: {
      type: "object",
      description: "What open tasks do at a stop.",
      properties: {
        block: {
          type: "enum",
          values: ["always", "active", "never"],
          default: "active",
          description:
            'Open tasks hold a stop: "active" while a loop or a flow is on, else they only advise.',
        },
      },
    },
    stateDir: {
      type: "string",
      default: "",
      description:
        "Folder of session state (loops, flows, tasks); empty: $HOLDFAST_HOME/state. Only the user file may set it.",
    },
    metrics: {
      type: "boolean",
      default: true,
      description: "Metrics are written as JSON lines to .claude/runtime/metrics/.",
    },
  },
} as const satisfies ObjectSpec;
