// Looking back at ended sessions: when, and from how many times on something counts.
import type { Spec } from "./schema-language.ts";

export const REFLECTION_KEYS = {
  reflection: {
    type: "object",
    description: "Reflection on ended sessions. See `holdfast reflect`.",
    properties: {
      enabled: {
        type: "boolean",
        default: false,
        project: "recording",
        description: "Ended sessions are analysed in the background, and you are told the findings.",
      },
      triggers: {
        type: "array",
        items: { type: "enum", values: ["session_end"], description: "The end of a session." },
        default: ["session_end"],
        project: "free",
        description: "When a session is analysed.",
      },
      min_turns: times(5, "Prompts a session must have had."),
      min_messages: times(50, "Messages a session must have gained since it was looked at last."),
      thresholds: {
        type: "object",
        description: "How often something must occur to be reported; 0 switches it off.",
        properties: {
          repeated_command: times(5, "The same long command, apart from folders, numbers and output."),
          repeated_error: times(3, "The same error, apart from numbers and times."),
          red_check: {
            ...times(3, "Failed runs in a row up to the last, over half of the session."),
            formerly: "failing_test",
          },
          same_correction: { ...times(2, "Times you said the same thing."), formerly: "frustration" },
          discarded_edits: times(3, "Edits of a plan or a request that were then taken back."),
          review_rounds: times(3, "Rounds of review and rework of the same work."),
          edit_churn: times(2, "Edits of one place in a file, back and forth."),
          permission_denials: times(2, "The same kind of call denied."),
          slow_tools: times(3, "The same command slow, by its own time."),
          long_session: times(0, "Messages of one session."),
          repeated_reads: times(0, "The same file read in one session."),
          compactions: times(0, "Compactions of one session."),
          slow_hooks: times(1, "The same hook slow."),
          slow_seconds: times(30, "Seconds from which on a tool, a hook or a request is slow."),
          gate_blocks: times(3, "Stops held for the same reason."),
          gate_releases: times(1, "Stops allowed although something was open."),
          wrong_blocks: times(1, "Blocks you marked wrong."),
          api_errors: times(3, "Failed requests to the model."),
          rate_limits: times(1, "Requests the model's server turned away for their number."),
          slow_requests: times(3, "Slow requests to the model."),
        },
      },
    },
  },
} as const satisfies Record<string, Spec>;

function times<const N extends number>(usual: N, description: string) {
  return { type: "integer", min: 0, max: 100_000, default: usual, project: "free", description } as const;
}
