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
        project: "recording",
        description: "Prompts and tool calls are recorded, so that they can be searched later.",
      },
      rowKilobytes: {
        type: "integer",
        min: 4,
        max: 1024,
        default: 16,
        project: "recording",
        description: "Maximum kept of one tool call, half from its start and half from its end.",
      },
      exports: {
        type: "boolean",
        default: true,
        project: "recording",
        description:
          "Before a compaction the transcript is exported to .claude/runtime/logs/, without secrets.",
      },
      exclude: {
        type: "object",
        description: "What is not recorded.",
        properties: {
          tools: {
            type: "array",
            layers: { how: "add" },
            project: "recording",
            items: { type: "string", description: "A tool's name; `*` matches any characters." },
            description: "Tools whose calls are not recorded.",
          },
          paths: {
            type: "array",
            layers: { how: "add" },
            project: "recording",
            items: { type: "string", description: "A glob such as **/fixtures/**, relative to the project." },
            description: "Calls that touch a matching file are recorded by its name only.",
          },
          projects: {
            type: "array",
            layers: { how: "add" },
            project: "recording",
            items: { type: "string", description: "A folder, or a glob of folders; `~` is the home." },
            description: "Projects that are not recorded at all.",
          },
        },
      },
    },
  },
  retention: {
    type: "object",
    description: "How long records are kept. See `holdfast prune`.",
    properties: {
      rawDays: {
        type: "integer",
        min: 1,
        max: 3650,
        default: 30,
        project: "user",
        description: "Days for which tool calls are kept in full; observations made from them stay.",
      },
      megabytes: {
        type: "integer",
        min: 10,
        max: 100000,
        default: 200,
        project: "user",
        description: "Database size above which the oldest records are deleted.",
      },
    },
  },
} as const satisfies Record<string, Spec>;
