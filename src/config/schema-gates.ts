// Config keys that switch gates on and off, one entry per gate.
import { boolean, duration, type KeySpec, list, section, text, whole } from "./schema-language.ts";

export const GATES_KEYS = {
  gates: section("What may hold a stop, one entry per gate.", {
    lock: section("Continuous work: while a lock is set, Claude keeps working.", {
      enabled: onByDefault("The lock gate holds stops while a lock is set."),
      max: whole("trust", 50, [1, 1000], "Rounds before a lock is released and removed."),
      ttl: duration("trust", "4h", ["1s", "30d"], "Age at which a lock is released and removed."),
    }),
    loop: section("Loops: Claude keeps working until the verify command passes.", {
      enabled: onByDefault("The loop gate holds stops while a loop is active."),
      timeout: duration(
        "free",
        "2m",
        ["1s", "2m"],
        "A verify command that takes longer at a stop counts as failed.",
      ),
    }),
    flow: gate("Flows: Claude keeps working until every condition of VERIFIED_DONE has its evidence."),
    tasks: gate("Open tasks: pending or in progress in Claude's own list, checked at each stop."),
    quality: gate(
      "Quality checks: the stages below, otherwise the result in another tool's quality-gate.json.",
    ),
    plan: gate("Plans: open items of the active plan, checked after changes."),
    checklist: gate("Checklists: open boxes in Claude's last message."),
    claims: gate(
      "Claims: tests, commits and pushes in Claude's last message, compared with what really ran.",
    ),
    hygiene: gate("Hygiene: leftovers in added lines that do not belong in finished work."),
    subagents: gate("Subagents: the rules below, by type of agent."),
    pipeline: gate("Pipelines: Claude keeps working until every stage of a started pipeline is finished."),
    proof: gate("Proofs of tasks: the `verify:` line in a task's description, if you trusted the command."),
    triage: gate('Triage: with `triage.mode` "ask", Claude is held once to save what is worth remembering.'),
    judges: gate("Judges: the questions below, answered by a model after a turn."),
    custom: list(
      "free",
      "Gates of your own: commands that get the event on stdin and answer as a hook does.",
      section("One gate.", {
        id: text("Its name."),
        run: text('A shell command; {"decision": "block", "reason": "…"} or exit code 2 holds the stop.'),
        events: {
          type: "array",
          description: "Events it is run for. Empty: Stop.",
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
      }),
      { how: "add", by: "id" },
    ),
  }),
} as const satisfies Record<string, KeySpec>;

/** A gate without other keys. */
function gate(description: string) {
  return section(description, { enabled: onByDefault(description) });
}

function onByDefault(description: string) {
  return boolean("trust", true, description);
}
