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
          description: "Quality checks: the stages below, else what another tool's quality-gate.json says.",
          properties: {
            enabled: {
              type: "boolean",
              default: true,
              description: "The quality gate runs the stages and holds stops while they fail.",
            },
          },
        },
        plan: {
          type: "object",
          description: "Plans: open items of the active plan.",
          properties: {
            enabled: {
              type: "boolean",
              default: true,
              description: "The plan gate looks at the active plan after changes.",
            },
          },
        },
        checklist: {
          type: "object",
          description: "Checklists: open boxes in Claude's last message.",
          properties: {
            enabled: {
              type: "boolean",
              default: true,
              description: "The checklist gate looks at open boxes in the last message.",
            },
          },
        },
        hygiene: {
          type: "object",
          description: "Hygiene: what does not belong into finished work, in added lines.",
          properties: {
            enabled: {
              type: "boolean",
              default: true,
              description: "The hygiene gate looks at lines added in the session.",
            },
          },
        },
        subagents: {
          type: "object",
          description: "Subagents: the rules below, by type of agent.",
          properties: {
            enabled: {
              type: "boolean",
              default: true,
              description: "The subagents gate holds a subagent whose work its rules refuse.",
            },
          },
        },
        pipeline: {
          type: "object",
          description: "Pipelines: Claude is sent on until every stage of a started pipeline is finished.",
          properties: {
            enabled: {
              type: "boolean",
              default: true,
              description: "The pipeline gate holds stops while a started pipeline has unfinished stages.",
            },
          },
        },
        proof: {
          type: "object",
          description: "Proofs of tasks: the `verify:` line in a task's description.",
          properties: {
            enabled: {
              type: "boolean",
              default: true,
              description: "The proof gate runs a task's own command, when you vouched for it.",
            },
          },
        },
        custom: {
          type: "array",
          description: "Gates of your own: commands that get the event on stdin and answer as a hook does.",
          items: {
            type: "object",
            description: "One gate.",
            properties: {
              id: { type: "string", description: "Its name." },
              run: {
                type: "string",
                description: 'A shell command; {"decision": "block", "reason": "…"} or exit code 2 refuses.',
              },
              events: {
                type: "array",
                description: "When it is asked. Empty: at a Stop.",
                items: {
                  type: "enum",
                  values: ["Stop", "SubagentStop", "TaskCompleted", "TeammateIdle"],
                  description: "An event of the client.",
                },
              },
              timeout: {
                type: "integer",
                min: 1,
                max: 120,
                default: 30,
                description: "Seconds it may take; later it has nothing to say.",
              },
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
        verify: {
          type: "array",
          items: { type: "string", description: "A command, word for word." },
          description: "Commands that a task's `verify:` line may run, beside those of the quality stages.",
        },
      },
    },
    quality: {
      type: "object",
      description: "The project's own checks, run when Claude has changed files. See `holdfast init`.",
      properties: {
        stages: {
          type: "record",
          description: "Stages by name, in order: a stage runs when the ones before it passed.",
          values: {
            type: "array",
            description: "The commands of a stage; they run side by side.",
            items: {
              type: "object",
              description: "One command.",
              properties: {
                run: { type: "string", description: "A shell command that exits 0 when all is well." },
                timeout: {
                  type: "integer",
                  min: 0,
                  max: 3600,
                  default: 0,
                  description: "Seconds it may take; 0: two minutes, in the background ten.",
                },
                paths: {
                  type: "array",
                  description: "Runs only when a file that matches changed; `!` excludes. Empty: any file.",
                  items: { type: "string", description: "A glob, from the project's folder." },
                },
                cwd: {
                  type: "string",
                  default: "",
                  description: "Where it runs, from the project's folder.",
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
                  description: "What it means when the time is over.",
                },
                background: {
                  type: "boolean",
                  default: false,
                  description: "Runs after the turn and wakes Claude when it fails.",
                },
              },
            },
          },
        },
        baseline: {
          type: "enum",
          values: ["failure", "start", "off"],
          default: "failure",
          description: "When checks run on the tree of the session's start: what failed there does not hold.",
        },
      },
    },
    plan: {
      type: "object",
      description:
        "The active plan: its folder is the branch feature/<x>, or its MEMORY.md says in-progress.",
      properties: {
        files: {
          type: "array",
          items: { type: "string", description: "A pattern such as docs/plans/*/PLAN.md, without `**`." },
          description: "Where plans lie, as patterns from the project; none: docs/plans/*/PLAN.md.",
        },
        block: {
          type: "enum",
          values: ["never", "phase", "all"],
          default: "never",
          description: "Open items hold a stop: those of the current phase, or all; never past a checkpoint.",
        },
        context: {
          type: "integer",
          min: 0,
          max: 8000,
          default: 2000,
          description: "Characters of the active plan's MEMORY.md that a session starts with.",
        },
        writeBack: {
          type: "boolean",
          default: true,
          description: "Each session leaves a small block of its own in the active plan's MEMORY.md.",
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
          description: "They hold the stop; otherwise they only advise.",
        },
      },
    },
    hygiene: {
      type: "object",
      description: "What is looked for in added lines, and what it weighs.",
      properties: {
        stop: {
          type: "enum",
          values: ["advise", "block"],
          default: "advise",
          description: 'At a stop of the main agent: "block" lets the rules weigh as they do for subagents.',
        },
        ignore: {
          type: "array",
          items: { type: "string", description: "A pattern such as src/legacy/**." },
          description: "Patterns of files that are not looked at.",
        },
        rules: {
          type: "record",
          values: {
            type: "enum",
            values: ["block", "once", "advise", "off"],
            description: "What the rule weighs here.",
          },
          description:
            "Weights by rule: debugger, focused-test, merge-marker, secret, print, todo and others.",
        },
      },
    },
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
    subagents: {
      type: "array",
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
            description:
              "A command that must pass after it changed something; HOLDFAST_CHUNK names its chunk.",
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
