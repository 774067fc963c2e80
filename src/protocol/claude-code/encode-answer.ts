// Our answer in the form the client reads: JSON on stdout, or stderr and an exit code.
import type { Answer } from "../hook-event.ts";
import { EVENT_SPECS, type EventName } from "./events.ts";

export interface HookOutput {
  stdout: string;
  stderr: string;
  exitCode: 0 | 2;
}

const NOTHING: HookOutput = { stdout: "", stderr: "", exitCode: 0 };

export function encodeAnswer(event: EventName, answer: Answer): HookOutput {
  switch (answer.kind) {
    case "silent":
      return NOTHING;
    case "tell":
      // Extra output on an allowed SubagentStop makes the subagent answer again, and its report is lost.
      if (event === "SubagentStop") return NOTHING;
      return json({
        ...(answer.message ? { systemMessage: answer.message } : {}),
        ...(answer.terminalSequence ? { terminalSequence: answer.terminalSequence } : {}),
      });
    case "context":
      return json({
        ...(answer.message ? { systemMessage: answer.message } : {}),
        hookSpecificOutput: { hookEventName: event, additionalContext: answer.context },
      });
    case "refuse":
      if (EVENT_SPECS[event].refuse === "exit2") return { stdout: "", stderr: answer.reason, exitCode: 2 };
      if (answer.asContext && EVENT_SPECS[event].continuesAfterContext)
        return encodeAnswer(event, { ...answer, kind: "context", context: answer.reason });
      return json({
        decision: "block",
        reason: answer.reason,
        ...(answer.message ? { systemMessage: answer.message } : {}),
      });
  }
}

function json(value: object): HookOutput {
  return { stdout: `${JSON.stringify(value)}\n`, stderr: "", exitCode: 0 };
}
