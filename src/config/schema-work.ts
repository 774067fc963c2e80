// Config keys of flow, tasks, plan, checklist, claims, hygiene and quality.
import { boolean, type KeySpec, list, oneOf, section, text, whole } from "./schema-language.ts";

export const WORK_KEYS = {
  flow: section("What a flow requires besides its conditions.", {
    commit: oneOf(
      "trust",
      "advise",
      ["advise", "block"],
      "Uncommitted changes of a flow: advice, or a reason to hold the stop.",
    ),
  }),
  tasks: section("What open tasks do at a stop.", {
    block: oneOf(
      "trust",
      "active",
      ["never", "active", "always"],
      'When open tasks hold a stop; "active" means while a loop or a flow runs.',
    ),
    verify: list(
      "free",
      "Commands that a task's `verify:` line may run, in addition to those of the quality stages.",
      text("A command, word for word."),
      { how: "add" },
    ),
  }),
  plan: section("The active plan: its folder is the branch feature/<x>, or its MEMORY.md says in-progress.", {
    files: list(
      "free",
      "Patterns of plan files, relative to the project. Empty: docs/plans/*/PLAN.md.",
      text("A pattern such as docs/plans/*/PLAN.md, without `**`."),
      { how: "own" },
    ),
    block: oneOf(
      "trust",
      "never",
      ["never", "phase", "all"],
      "Open items hold a stop: those of the current phase, or all; never past a checkpoint.",
    ),
    context: whole(
      "less",
      2000,
      [0, 8000],
      "Characters of the active plan's MEMORY.md that a session starts with.",
    ),
    writeBack: boolean("less", true, "Each session writes a short note into the active plan's MEMORY.md."),
  }),
  checklist: section("What open boxes in Claude's last message, and its todos, do at a stop.", {
    block: boolean(
      "trust",
      false,
      "Open boxes in the last message hold the stop; otherwise they only advise.",
    ),
  }),
  claims: oneOf(
    "trust",
    "advise",
    ["off", "advise", "block"],
    'Claims such as "tests pass" that the record contradicts; "block" holds once for each.',
  ),
  hygiene: section("Rules for added lines, and their severity.", {
    stop: oneOf(
      "trust",
      "advise",
      ["advise", "block"],
      'At a stop of the main agent: "block" gives rules the severity they have for subagents.',
    ),
    ignore: list(
      "free",
      "Patterns of files that are not checked.",
      text("A pattern such as src/legacy/**."),
      { how: "own" },
    ),
    rules: {
      type: "record",
      project: "trust",
      values: {
        type: "enum",
        values: ["off", "advise", "once", "block"],
        project: "trust",
        description: "The rule's severity.",
      },
      description: "Severity by rule: debugger, focused-test, merge-marker, secret, print, todo and others.",
    },
  }),
} as const satisfies Record<string, KeySpec>;

export const QUALITY_KEYS = {
  quality: section("The project's own checks, run when Claude has changed files. See `holdfast init`.", {
    stages: {
      type: "record",
      project: "free",
      description: "Stages by name, in order: a stage runs when the ones before it passed.",
      values: list(
        "free",
        "The commands of a stage, run in parallel.",
        section("One command.", {
          run: { ...text("A shell command that exits 0 when all is well."), default: "" },
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
            items: text("A glob, relative to the project's folder."),
          },
          cwd: { ...text("Its working directory, relative to the project's folder."), default: "" },
          env: { type: "record", description: "Added to its environment.", values: text("The value.") },
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
              "Instead of a command: the CI result of the head, read by `gh` after the turn. Red wakes Claude once per commit.",
          },
        }),
        { how: "add", by: "run" },
      ),
    },
    baseline: oneOf(
      "trust",
      "failure",
      ["failure", "start", "off"],
      "When checks also run on the tree before the session: failures from before do not hold a stop.",
    ),
    newTests: oneOf(
      "trust",
      "off",
      ["off", "advise", "block"],
      'New tests also run on the old source, after the turn; "block" wakes Claude once if none fails there.',
    ),
  }),
} as const satisfies Record<string, KeySpec>;
