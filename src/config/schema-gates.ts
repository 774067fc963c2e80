// Config keys that switch gates on and off, one entry per gate.
import type { Spec } from "./schema-language.ts";

export const GATES_KEYS = {
  gates: {
    type: "object",
    description: "What may hold a stop, one entry per gate.",
    properties: {
      lock: {
        type: "object",
        description: "Continuous work: while a lock is set, Claude keeps working.",
        properties: {
          enabled: onByDefault("The lock gate holds stops while a lock is set."),
          max: {
            type: "integer",
            min: 1,
            max: 1000,
            default: 50,
            project: "guard",
            description: "Rounds before a lock is released and removed.",
          },
          ttl: {
            type: "duration",
            min: "1s",
            max: "30d",
            default: "8h",
            project: "guard",
            description: "Age at which a lock is released and removed.",
          },
        },
      },
      loop: {
        type: "object",
        description: "Loops: Claude keeps working until the verify command passes.",
        properties: {
          enabled: onByDefault("The loop gate holds stops while a loop is active."),
          timeout: {
            type: "duration",
            min: "1s",
            max: "2m",
            default: "2m",
            project: "free",
            description: "A verify command that takes longer at a stop counts as failed.",
          },
        },
      },
      flow: gate(
        "Flows: Claude keeps working until every condition of VERIFIED_DONE has its evidence.",
        "The flow gate holds stops while a flow is active.",
      ),
      tasks: gate(
        "Open tasks: pending or in progress in Claude's own list.",
        "The tasks gate checks for open tasks at each stop.",
      ),
      quality: gate(
        "Quality checks: the stages below, otherwise the result in another tool's quality-gate.json.",
        "The quality gate runs the stages and holds stops while they fail.",
      ),
      plan: gate(
        "Plans: open items of the active plan.",
        "The plan gate checks the active plan after changes.",
      ),
      checklist: gate(
        "Checklists: open boxes in Claude's last message.",
        "The checklist gate checks for open boxes in the last message.",
      ),
      claims: gate(
        "Claims: tests, commits and pushes that Claude's last message reports.",
        "The claims gate compares the last message with what the session really ran.",
      ),
      hygiene: gate(
        "Hygiene: leftovers in added lines that do not belong in finished work.",
        "The hygiene gate checks the lines added in the session.",
      ),
      subagents: gate(
        "Subagents: the rules below, by type of agent.",
        "The subagents gate holds a subagent whose work fails its rules.",
      ),
      pipeline: gate(
        "Pipelines: Claude keeps working until every stage of a started pipeline is finished.",
        "The pipeline gate holds stops while a started pipeline has unfinished stages.",
      ),
      proof: gate(
        "Proofs of tasks: the `verify:` line in a task's description.",
        "The proof gate runs a task's own command if you trusted it.",
      ),
      triage: gate(
        'Triage: with `triage.mode` "ask", Claude is held once to save what is worth remembering.',
        'The triage gate asks Claude to save before it stops, with `triage.mode` "ask".',
      ),
      custom: {
        type: "array",
        layers: { how: "add", by: "id" },
        project: "commands",
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
              description: "Events it is asked about. Empty: Stop.",
              items: {
                type: "enum",
                values: ["Stop", "SubagentStop", "TaskCompleted", "TeammateIdle"],
                description: "A hook event of Claude Code.",
              },
            },
            timeout: {
              type: "integer",
              min: 1,
              max: 120,
              default: 30,
              description: "Timeout in seconds; after it the gate is ignored.",
            },
          },
        },
      },
    },
  },
} as const satisfies Record<string, Spec>;

/** A gate without other keys. */
function gate(description: string, enabled: string) {
  return { type: "object", description, properties: { enabled: onByDefault(enabled) } } as const;
}

function onByDefault(description: string) {
  return { type: "boolean", default: true, project: "guard", description } as const;
}
