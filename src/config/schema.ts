// The table of config keys, from which the type, defaults, validation, JSON Schema and `config show` derive.
import { GATES_KEYS } from "./schema-gates.ts";
import { JUDGE_KEYS } from "./schema-judge.ts";
import {
  boolean,
  duration,
  type KeySpec,
  list,
  oneOf,
  section,
  text,
  type ValueOf,
  whole,
} from "./schema-language.ts";
import { CAPTURE_KEYS, REFLECTION_KEYS, TRIAGE_KEYS } from "./schema-recording.ts";
import { SYNC_KEYS } from "./schema-sync.ts";
import { QUALITY_KEYS, WORK_KEYS } from "./schema-work.ts";

const AGENTS_KEYS = {
  subagents: list(
    "trust",
    "What subagents must fulfil before they may stop, by type.",
    section("One rule; all matching rules apply.", {
      match: text("The agent type: `*` matches anything, `|` separates alternatives."),
      gates: {
        type: "array",
        description: "Gates for its work: its added lines, its own tasks.",
        items: { type: "enum", values: ["hygiene", "tasks"], description: "A gate." },
      },
      verify: {
        ...text("A command that must pass after changes; HOLDFAST_CHUNK names the subagent's chunk."),
        default: "",
      },
      plan: {
        type: "boolean",
        default: false,
        description: "Its result is a plan: it must have tasks, ship criteria and no empty sections.",
      },
    }),
    { how: "add" },
  ),
  pipeline: list(
    "trust",
    "Stages of work for subagents. The first stage without requirements starts the pipeline.",
    section("One stage.", {
      stage: text("Its name."),
      match: text("The type of its subagents, as in `subagents`."),
      requires: {
        type: "array",
        description: "Earlier stages whose results it needs.",
        items: text("The name of a stage."),
      },
      verify: { ...text("A command that must pass when one of its subagents stops."), default: "" },
    }),
    { how: "own" },
  ),
} as const satisfies Record<string, KeySpec>;

const RECALL_KEYS = {
  recall: section("Context from earlier sessions of the project. See `holdfast recall`.", {
    enabled: boolean(
      "less",
      true,
      "A session starts with what was done and left open; a prompt recalls related records.",
    ),
    session_tokens: whole("less", 600, [100, 4000], "Maximum tokens of context at the start of a session."),
    prompt_tokens: whole("less", 300, [100, 2000], "Maximum tokens of context for a prompt."),
    otherProjects: boolean("user", false, "Claude may be shown other projects."),
    floor: {
      ...whole(
        "less",
        50,
        [1, 100],
        "Percentage of a prompt's words, weighted by rarity, that a record and its session must share.",
      ),
      less: "larger",
    },
  }),
} as const satisfies Record<string, KeySpec>;

export const CONFIG_SCHEMA = section(
  "Configuration of holdfast: the user's file, a project's within its rights, the defaults.",
  {
    continuation: oneOf(
      "trust",
      "budget",
      ["once", "budget"],
      'How often a stop may be held: "budget" counts holds, "once" holds a turn at most once.',
    ),
    budget: section("The continuation budget: how long holdfast may keep Claude working on one prompt.", {
      blocks: whole("trust", 6, [1, 500], "Holds in one budget before the stop is released."),
      minutes: whole("trust", 30, [1, 1440], "Minutes since the first hold before the stop is released."),
    }),
    holdAnswer: oneOf(
      "user",
      "block",
      ["block", "context"],
      'How a hold is shown: "block" as an error, "context" as feedback.',
    ),
    selfRelease: boolean(
      "trust",
      true,
      "Claude may unlock, pause or cancel on its own; you are told when it does.",
      true,
    ),
    ...GATES_KEYS,
    ...WORK_KEYS,
    ...QUALITY_KEYS,
    ...CAPTURE_KEYS,
    ...TRIAGE_KEYS,
    ...RECALL_KEYS,
    ...AGENTS_KEYS,
    ...REFLECTION_KEYS,
    ...JUDGE_KEYS,
    ...SYNC_KEYS,
    stateDir: {
      type: "string",
      default: "",
      project: "user",
      description: "Folder for the state of sessions instead of $HOLDFAST_HOME/state.",
    },
    notify: section(
      "Notifies you when you are away and a loop or flow ended, a stop was released, an error stopped a held session, or Claude waits for you.",
      {
        by: oneOf(
          "user",
          "off",
          ["off", "bell", "osc9", "osc777", "command"],
          "The terminal's bell, its desktop notification (OSC 9 or 777), or your own command.",
        ),
        command: list(
          "user",
          'The program and its words, such as ["notify-send", "Claude Code"].',
          text("A word; the text comes after the last."),
        ),
        away: duration(
          "user",
          "1m",
          ["1s", "1d"],
          "You count as away after this long without a key press in the client's terminal.",
        ),
      },
    ),
    metrics: boolean("less", true, "Metrics are written as JSON lines to .claude/runtime/metrics/."),
  },
) satisfies KeySpec;

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
