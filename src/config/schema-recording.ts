// Config keys of recording, retention, triage and reflection.
import { boolean, type KeySpec, list, oneOf, section, text, whole } from "./schema-language.ts";

export const CAPTURE_KEYS = {
  capture: section("What is recorded of a session: prompts and tool calls, without secrets.", {
    enabled: boolean(
      "less",
      true,
      "Prompts and tool calls are recorded, so that they can be searched later.",
    ),
    rowKilobytes: whole(
      "less",
      16,
      [4, 1024],
      "Maximum kept of one tool call, half from its start and half from its end.",
    ),
    exports: boolean(
      "less",
      true,
      "Before a compaction the transcript is exported to .claude/runtime/logs/, without secrets.",
    ),
    exclude: section("What is not recorded.", {
      tools: excluded("Tools whose calls are not recorded.", "A tool's name; `*` matches any characters."),
      paths: excluded(
        "Calls that touch a matching file are recorded by its name only.",
        "A glob such as **/fixtures/**, relative to the project.",
      ),
      projects: excluded(
        "Projects that are not recorded at all.",
        "A folder, or a glob of folders; `~` is the home.",
      ),
    }),
  }),
  retention: section("How long records are kept. See `holdfast prune`.", {
    rawDays: whole(
      "user",
      30,
      [1, 3650],
      "Days for which tool calls are kept in full; observations made from them stay.",
    ),
    megabytes: whole("user", 500, [10, 100_000], "Database size above which the oldest records are deleted."),
  }),
} as const satisfies Record<string, KeySpec>;

function excluded(description: string, item: string) {
  return list("less", description, text(item), { how: "add" });
}

const threshold = <const D extends number>(fallback: D) =>
  ({
    type: "number",
    min: 0.05,
    max: 1,
    default: fallback,
    project: "free",
    description: "Minimum score, from 0.05 to 1, at which Claude is asked.",
  }) as const;

const category = boolean("less", true, "Whether triage looks for this category.");

export const TRIAGE_KEYS = {
  triage: section("Finds what is worth remembering in a session..", {
    enabled: boolean("less", true, "Sessions are searched for what is worth remembering."),
    mode: oneOf(
      "trust",
      "capture",
      ["off", "capture", "ask"],
      'With "capture" triage fills the inbox, with "ask" Claude saves before it stops, "off" does neither.',
    ),
    askHeadless: boolean(
      "trust",
      false,
      'With "ask", Claude is also held when nobody is there (`claude -p`).',
    ),
    max_messages: whole("free", 50, [1, 1000], 'With "ask", how many of the last messages count.'),
    thresholds: section("Minimum score for each category.", {
      DECISION: threshold(0.4),
      RUNBOOK: threshold(0.4),
      CONSTRAINT: threshold(0.5),
      TECH_DEBT: threshold(0.4),
      PREFERENCE: threshold(0.4),
      SESSION_SUMMARY: threshold(0.6),
    }),
    categories: section("Which categories triage looks for.", {
      DECISION: category,
      RUNBOOK: category,
      CONSTRAINT: category,
      TECH_DEBT: category,
      PREFERENCE: category,
      SESSION_SUMMARY: category,
    }),
  }),
} as const satisfies Record<string, KeySpec>;

export const REFLECTION_KEYS = {
  reflection: section("Reflection on ended sessions. See `holdfast reflect`.", {
    enabled: boolean(
      "trust",
      false,
      "Ended sessions are analysed in the background, and you are told the findings.",
    ),
    triggers: {
      type: "array",
      items: { type: "enum", values: ["session_end"], description: "The end of a session." },
      default: ["session_end"],
      project: "free",
      layers: { how: "own" },
      description: "When a session is analysed.",
    },
    min_turns: times(5, "Prompts a session must have had."),
    min_messages: times(50, "New messages a session must have since it was last analysed."),
    thresholds: section("How often something must occur to be reported; 0 switches it off.", {
      repeated_command: times(5, "The same long command, apart from folders, numbers and output."),
      repeated_error: times(3, "The same error, apart from numbers and times, or the same call refused."),
      frustration: times(3, "Prompts that say that it does not work."),
      same_correction: times(2, "Times you said the same thing."),
      long_session: times(0, "Messages of one session."),
      repeated_reads: times(0, "The same file read in one session."),
      slow_hooks: times(1, "The same hook slow."),
      slow_seconds: times(30, "Seconds after which a hook or a request is slow."),
      api_errors: times(3, "Failed requests to the model, from a trace."),
      rate_limits: times(1, "Requests rejected by a rate limit, from a trace."),
      slow_requests: times(3, "Slow requests to the model, from a trace."),
    }),
  }),
} as const satisfies Record<string, KeySpec>;

function times(usual: number, description: string) {
  return whole("free", usual, [0, 100_000], description);
}
