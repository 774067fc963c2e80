// Rules for subagents and their pipeline.
import type { Spec } from "./schema-language.ts";

export const AGENTS_KEYS = {
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
