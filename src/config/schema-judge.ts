// Config keys of the judges: who answers, and the questions.
import { duration, type Spec, section, text, whole } from "./schema-language.ts";

const optional = (description: string) => ({ ...text(description), default: "" }) as const;

export const JUDGE_KEYS = {
  judge: section(
    "Who answers the questions of `judges`, after a turn. Off by default; see `holdfast help judges`.",
    {
      by: {
        type: "either",
        project: "user",
        values: ["off", "claude"],
        default: "off",
        description:
          'Who answers: "claude" is your own Claude Code, an object a command or an OpenAI-compatible server.',
        object: section("Somebody else.", {
          command: optional(
            "A shell command: gets the question and the data on stdin, prints the answer as JSON.",
          ),
          url: optional("Such as http://127.0.0.1:11434/v1; https, except on this machine."),
          model: optional("The model of that server."),
          key: optional("The environment variable that has the server's key."),
        }),
      },
      model: {
        type: "string",
        project: "user",
        default: "haiku",
        description: 'The model for `"by": "claude"`.',
      },
      timeout: duration("user", "45s", ["1s", "10m"], "Time for one answer; then the judge is ended."),
      perDay: whole("user", 100, [0, 10_000], "Maximum calls per day, over all sessions."),
    },
  ),
  judges: {
    type: "record",
    project: "trust",
    description: "Questions about the session's work, asked after a turn that nothing holds.",
    values: section("One judge.", {
      ask: text("The question; yes means that all is well."),
      kind: {
        type: "enum",
        values: ["prompt", "agent"],
        default: "prompt",
        description: 'An agent may also read a copy of the work tree; only with `judge.by` "claude".',
      },
      sees: {
        type: "array",
        description: "The parts of the session that it is shown.",
        items: { type: "enum", values: ["request", "diff", "plan", "checks"], description: "A part." },
        default: ["request", "diff", "checks"],
      },
      when: {
        type: "enum",
        values: ["changed", "always"],
        default: "changed",
        description: "After each turn, or only when something changed.",
      },
      block: { type: "boolean", default: false, description: "A no wakes Claude; otherwise you are told." },
    }),
  },
} as const satisfies Record<string, Spec>;
