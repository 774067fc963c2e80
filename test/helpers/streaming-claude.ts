// One session of the real client that takes several prompts until it is closed.
import { type ClaudeRun, launchHeadless, type RunningClaude, type SessionOptions } from "./claude.ts";
import { type ClientMessage, isResult, type ResultMessage } from "./client-messages.ts";

export type StreamingClaude = RunningClaude & {
  /** Sends a person's prompt and waits until the turn it started is over. */
  send(prompt: string): Promise<ResultMessage>;
  /** Sends a control request to the client, as an SDK does: `{ subtype: "set_model", model: "…" }`. */
  control(request: { subtype: string } & Record<string, unknown>): Promise<ClientMessage>;
  /** Ends the session and its background tasks cleanly. To see a task finish, wait for it first. */
  close(): Promise<ClaudeRun>;
};

export function startStreamingClaude(options: SessionOptions): StreamingClaude {
  const { running, stdin } = launchHeadless(options, "pipe", ["--input-format", "stream-json"]);
  let controls = 0;

  function writeLine(line: object): void {
    stdin.write(`${JSON.stringify(line)}\n`);
    stdin.flush();
  }

  async function send(prompt: string): Promise<ResultMessage> {
    const from = running.messages.length;
    writeLine({ type: "user", message: { role: "user", content: prompt } });
    return (await running.waitFor(isResultOfPrompt, from)) as ResultMessage;
  }

  function control(request: { subtype: string }): Promise<ClientMessage> {
    controls += 1;
    const id = `control-${controls}`;
    writeLine({ type: "control_request", request_id: id, request });
    return running.waitFor((message) => message.type === "control_response" && answers(message, id));
  }

  async function close(): Promise<ClaudeRun> {
    await control({ subtype: "end_session" });
    stdin.end();
    return running.done;
  }

  return { ...running, send, control, close };
}

function isResultOfPrompt(message: ClientMessage): boolean {
  const origin = message.origin as { kind?: string } | undefined;
  return isResult(message) && origin?.kind !== "task-notification";
}

function answers(message: ClientMessage, requestId: string): boolean {
  return (message.response as { request_id?: string } | undefined)?.request_id === requestId;
}
