// What we say to the client, and how it is put on the wire.
import { type EventName, refusalForm } from "./events.ts";

export type Answer =
  | { kind: "silent" }
  /** The client goes on; a person sees the message. */
  | { kind: "tell"; message: string }
  /** Text for the model (and, where given, a line for the person). */
  | { kind: "context"; context: string; message?: string }
  | { kind: "refuse"; reason: string; message?: string };

export interface Wire {
  stdout: string;
  stderr: string;
  exitCode: 0 | 2;
}

const NOTHING: Wire = { stdout: "", stderr: "", exitCode: 0 };

export function encodeAnswer(event: EventName, answer: Answer): Wire {
  switch (answer.kind) {
    case "silent":
      return NOTHING;
    case "tell":
      // Extra output on an allowed SubagentStop makes the subagent answer again, and its report is lost.
      return event === "SubagentStop" ? NOTHING : json({ systemMessage: answer.message });
    case "context":
      return json({
        ...(answer.message ? { systemMessage: answer.message } : {}),
        hookSpecificOutput: { hookEventName: event, additionalContext: answer.context },
      });
    case "refuse":
      if (refusalForm(event) === "exit2") return { stdout: "", stderr: answer.reason, exitCode: 2 };
      return json({
        decision: "block",
        reason: answer.reason,
        ...(answer.message ? { systemMessage: answer.message } : {}),
      });
  }
}

function json(value: object): Wire {
  return { stdout: `${JSON.stringify(value)}\n`, stderr: "", exitCode: 0 };
}
