// What is recorded, and for how long.
import type { Spec } from "./schema-language.ts";

export const CAPTURE_KEYS = {
  capture: {
    type: "object",
    description: "What is recorded of a session: prompts and tool calls, without secrets.",
    properties: {
      enabled: {
        type: "boolean",
        default: true,
        description: "Prompts and tool calls are recorded, so that they can be searched later.",
      },
      rowKilobytes: {
        type: "integer",
        min: 4,
        max: 1024,
        default: 16,
        description: "Most of one tool call that is kept: its beginning and its end.",
      },
      exports: {
        type: "boolean",
        default: true,
        description:
          "Before a compaction the transcript is exported to .claude/runtime/logs/, without secrets.",
      },
      exclude: {
        type: "object",
        description: "What is not recorded.",
        properties: {
          tools: {
            type: "array",
            items: { type: "string", description: "A tool's name; `*` stands for any characters." },
            description: "Tools whose calls are not recorded.",
          },
          paths: {
            type: "array",
            items: { type: "string", description: "A glob such as **/fixtures/**, from the project." },
            description: "Calls that touch such a file are recorded by its name only.",
          },
          projects: {
            type: "array",
            items: { type: "string", description: "A folder, or a glob of folders; `~` is the home." },
            description: "Projects of which nothing is recorded.",
          },
        },
      },
    },
  },
  retention: {
    type: "object",
    description: "How long what was recorded is kept. See `holdfast prune`.",
    properties: {
      rawDays: {
        type: "integer",
        min: 1,
        max: 3650,
        default: 30,
        description: "Days that tool calls are kept in full; what was made of them stays.",
      },
      megabytes: {
        type: "integer",
        min: 10,
        max: 100000,
        default: 200,
        description: "Size of the database at which the oldest records go.",
      },
    },
  },
} as const satisfies Record<string, Spec>;
