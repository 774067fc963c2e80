// Declared work and advice: flow, tasks, plan, checklist, claims, hygiene.
import type { Spec } from "./schema-language.ts";

export const WORK_KEYS = {
  flow: {
    type: "object",
    description: "What a flow requires besides its conditions.",
    properties: {
      commit: {
        type: "enum",
        values: ["advise", "block"],
        default: "advise",
        project: "guard",
        description: "Uncommitted changes of a flow: advice, or a reason to hold the stop.",
      },
    },
  },
  tasks: {
    type: "object",
    description: "What open tasks do at a stop.",
    properties: {
      block: {
        type: "enum",
        values: ["never", "active", "always"],
        default: "active",
        project: "guard",
        description: 'Open tasks hold a stop: "active" while a loop or a flow is on, else they only advise.',
      },
      verify: {
        type: "array",
        layers: { how: "add" },
        project: "commands",
        items: { type: "string", description: "A command, word for word." },
        description: "Commands that a task's `verify:` line may run, beside those of the quality stages.",
      },
    },
  },
  plan: {
    type: "object",
    description: "The active plan: its folder is the branch feature/<x>, or its MEMORY.md says in-progress.",
    properties: {
      files: {
        type: "array",
        project: "free",
        items: { type: "string", description: "A pattern such as docs/plans/*/PLAN.md, without `**`." },
        description: "Patterns of plan files, relative to the project. Empty: docs/plans/*/PLAN.md.",
      },
      block: {
        type: "enum",
        values: ["never", "phase", "all"],
        default: "never",
        project: "guard",
        description: "Open items hold a stop: those of the current phase, or all; never past a checkpoint.",
      },
      context: {
        type: "integer",
        min: 0,
        max: 8000,
        default: 2000,
        project: "recording",
        description: "Characters of the active plan's MEMORY.md that a session starts with.",
      },
      writeBack: {
        type: "boolean",
        default: true,
        project: "recording",
        description: "Each session writes a short note into the active plan's MEMORY.md.",
      },
    },
  },
  checklist: {
    type: "object",
    description: "What open boxes in Claude's last message, and its todos, do at a stop.",
    properties: {
      block: {
        type: "boolean",
        default: false,
        project: "guard",
        description: "They hold the stop; otherwise they only advise.",
      },
    },
  },
  claims: {
    type: "enum",
    values: ["off", "advise", "block"],
    default: "advise",
    project: "guard",
    description: 'Claims such as "tests pass" that the record contradicts; "block" holds once for each.',
  },
  weakenedChecks: {
    type: "enum",
    values: ["off", "advise"],
    default: "off",
    project: "guard",
    description:
      'Tests skipped, rules disabled and the like after a check failed; "advise" tells you at the stop.',
  },
  hygiene: {
    type: "object",
    description: "Rules for added lines, and their severity.",
    properties: {
      stop: {
        type: "enum",
        values: ["advise", "block"],
        default: "advise",
        project: "guard",
        description: 'At a stop of the main agent: "block" gives rules the severity they have for subagents.',
      },
      ignore: {
        type: "array",
        layers: { how: "own" },
        project: "guard",
        items: { type: "string", description: "A pattern such as src/legacy/**." },
        description: "Patterns of files that are not checked.",
      },
      rules: {
        type: "record",
        project: "guard",
        values: {
          type: "enum",
          values: ["off", "advise", "once", "block"],
          project: "guard",
          description: "The rule's severity.",
        },
        description:
          "Severity by rule: debugger, focused-test, merge-marker, secret, print, todo and others.",
      },
    },
  },
} as const satisfies Record<string, Spec>;
