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
        description: "How often something must occur to be reported.",
        properties: {
          repeated_command: times(3, "The same command, apart from folders, numbers and output."),
          repeated_error: times(3, "The same error, apart from numbers and times."),
          long_session: times(100, "Messages of one session."),
          frustration: times(2, 'Prompts with words such as "still failing" or "doesn\'t work".'),
          repeated_reads: times(5, "The same file read in one session."),
          edit_churn: times(2, "Edits of one file taken back."),
          failing_test: times(3, "Runs in which the same test failed."),
          permission_denials: times(2, "The same kind of call denied."),
          compactions: times(2, "Compactions of one session."),
          slow_tools: times(1, "The same command slow."),
          slow_hooks: times(1, "The same hook slow."),
          slow_seconds: times(30, "Seconds from which on a tool, a hook or a request is slow."),
          gate_blocks: times(3, "Stops held by the same gate."),
          gate_releases: times(1, "Stops let go although something was open."),
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
  return { type: "integer", min: 1, max: 100_000, default: usual, project: "free", description } as const;
}
