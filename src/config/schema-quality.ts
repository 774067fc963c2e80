// Checks of the project: the quality gate's stages.
import type { Spec } from "./schema-language.ts";

export const QUALITY_KEYS = {
  quality: {
    type: "object",
    description: "The project's own checks, run when Claude has changed files. See `holdfast init`.",
    properties: {
      stages: {
        type: "record",
        project: "commands",
        description: "Stages by name, in order: a stage runs when the ones before it passed.",
        values: {
          type: "array",
          layers: { how: "add", by: "run" },
          project: "commands",
          description: "The commands of a stage, run in parallel.",
          items: {
            type: "object",
            description: "One command.",
            properties: {
              run: {
                type: "string",
                default: "",
                description: "A shell command that exits 0 when all is well.",
              },
              timeout: {
                type: "integer",
                min: 0,
                max: 3600,
                default: 0,
                description: "Timeout in seconds; 0 means two minutes, or ten in the background.",
              },
              paths: {
                type: "array",
                description: "Runs only when a file that matches changed; `!` excludes. Empty: any file.",
                items: { type: "string", description: "A glob, relative to the project's folder." },
              },
              cwd: {
                type: "string",
                default: "",
                description: "Its working directory, relative to the project's folder.",
              },
              env: {
                type: "record",
                description: "Added to its environment.",
                values: { type: "string", description: "The value." },
              },
              onTimeout: {
                type: "enum",
                values: ["advise", "block"],
                default: "advise",
                description: "What a timeout counts as.",
              },
              background: {
                type: "boolean",
                default: false,
                description: "Runs after the turn and wakes Claude when it fails.",
              },
              ci: {
                type: "boolean",
                default: false,
                description:
                  "Instead of a command: what CI says of the branch's head, by `gh`, after the turn. Wakes Claude once a commit when it is red.",
              },
            },
          },
        },
      },
      baseline: {
        type: "enum",
        values: ["failure", "start", "off"],
        default: "failure",
        project: "guard",
        description:
          "When checks also run on the tree as the session found it: failures from before do not hold a stop.",
      },
    },
  },
} as const satisfies Record<string, Spec>;
