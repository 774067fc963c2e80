// A headless session whose user answers the client's own dialogs: questions, plans, permissions.
import { type ClaudeRun, launchHeadless, type RunOptions } from "./claude.ts";
import { type ClientMessage, isResult } from "./client-messages.ts";

/** What the user says to a tool that asks them; the tool then runs with this input. */
export type UserDecision = (tool: string, input: Record<string, unknown>) => Record<string, unknown>;

export async function runAnsweringClaude(options: RunOptions & { decide: UserDecision }): Promise<ClaudeRun> {
  const asking = [...(options.extraArgs ?? []), "--permission-prompt-tool", "stdio"];
  const { running, stdin } = launchHeadless({ ...options, extraArgs: asking }, "pipe", [
    "--input-format",
    "stream-json",
  ]);
  const writeLine = (line: object) => {
    stdin.write(`${JSON.stringify(line)}\n`);
    stdin.flush();
  };
  writeLine({ type: "user", message: { role: "user", content: options.prompt } });
  for (let from = 0; ; ) {
    const message = await running.waitFor((one) => isQuestion(one) || isResult(one), from);
    from = running.messages.indexOf(message) + 1;
    if (isResult(message)) break;
    const request = message.request as { tool_name: string; input: Record<string, unknown> };
    const updatedInput = options.decide(request.tool_name, request.input);
    const response = { behavior: "allow", updatedInput };
    writeLine({
      type: "control_response",
      response: { subtype: "success", request_id: message.request_id, response },
    });
  }
  writeLine({ type: "control_request", request_id: "end", request: { subtype: "end_session" } });
  stdin.end();
  return running.done;
}

function isQuestion(message: ClientMessage): boolean {
  const request = message.request as { subtype?: string } | undefined;
  return message.type === "control_request" && request?.subtype === "can_use_tool";
}
