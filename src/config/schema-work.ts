// Config keys of flow, tasks, plan, checklist, claims, hygiene and quality.
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
        description:
          'When open tasks hold a stop, not only advise; "active" means while a loop or a flow runs.',
      },
      verify: {
        type: "array",
        layers: { how: "add" },
        project: "commands",
        items: { type: "string", description: "A command, word for word." },
        description:
          "Commands that a task's `verify:` line may run, in addition to those of the quality stages.",
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
        description: "Open boxes in the last message hold the stop; otherwise they only advise.",
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
                description: "Runs only when a matching file changed; `!` excludes. Empty: any file.",
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
                  "Instead of a command: the CI result of the branch's head, read by `gh` after the turn. Wakes Claude once per commit if it is red.",
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
          "When checks also run on the tree before the session: failures from before do not hold a stop.",
      },
    },
  },
} as const satisfies Record<string, Spec>;
