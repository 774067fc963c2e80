// Config keys of the judges: who answers, and the questions.
import { boolean, duration, type KeySpec, section, text, whole } from "./schema-language.ts";

const optional = (description: string) => ({ ...text(description), default: "" }) as const;

export const JUDGE_KEYS = {
  judge: section("Who answers `judges`. See `holdfast help judges`.", {
    by: {
      type: "either",
      project: "user",
      values: ["off", "claude"],
      default: "off",
      description: "Who answers: your own Claude Code, or whom the object names.",
      object: section("Somebody else.", {
        command: optional("A shell command."),
        url: optional("An OpenAI-compatible server."),
        model: optional("Its model."),
        key: optional("The variable with its key."),
      }),
    },
    model: {
      type: "string",
      project: "user",
      default: "haiku",
      description: 'The model for `"by": "claude"`.',
    },
    timeout: duration("user", "45s", ["1s", "10m"], "Time for an answer."),
    perDay: whole("user", 100, [0, 10_000], "Maximum calls a day."),
  }),
  memory: section("What `judge` writes about an ended session.", {
    model: boolean("user", false, "A summary, search facts, and memories for the inbox."),
  }),
  judges: {
    type: "record",
    project: "trust",
    description: "Questions about the work, asked after a turn.",
    values: section("One judge.", {
      ask: text("The question; yes is good."),
      kind: {
        type: "enum",
        values: ["prompt", "agent"],
        default: "prompt",
        description: 'An agent also reads files; needs "claude".',
      },
      sees: {
        type: "array",
        description: "What it is shown.",
        items: { type: "enum", values: ["request", "diff", "plan", "checks"], description: "A part." },
        default: ["request", "diff", "checks"],
      },
      subagents: {
        ...text("Asks about each subagent of these types instead, as `match` in `subagents`."),
        default: "",
      },
      when: {
        type: "enum",
        values: ["changed", "always"],
        default: "changed",
        description: "After changes, or each turn.",
      },
      block: { type: "boolean", default: false, description: "A no wakes Claude." },
    }),
  },
} as const satisfies Record<string, KeySpec>;
