// Encodes a scripted answer as the Messages API does: one JSON message, or the same as server-sent events.
import type { Answer, ApiFailure, Block } from "./turns.ts";

type NumberedBlock = Block & { id?: string };
type Message = ReturnType<typeof buildMessage>;

export function encodeAnswer(
  answer: Answer,
  turnNumber: number,
  model: string,
  streaming: boolean,
): Response {
  const message = buildMessage(answer, turnNumber, model);
  if (!streaming) return Response.json(message);
  return new Response(encodeEvents(message), { headers: { "content-type": "text/event-stream" } });
}

export function encodeFailure(failure: ApiFailure): Response {
  const error = {
    type: failure.status >= 500 ? "api_error" : "invalid_request_error",
    message: failure.message,
  };
  return Response.json({ type: "error", error }, { status: failure.status });
}

function buildMessage(answer: Answer, turnNumber: number, model: string) {
  const content = answer.blocks.map((block, index): NumberedBlock => {
    return block.type === "text" ? block : { ...block, id: `toolu_${turnNumber}_${index}` };
  });
  return {
    id: `msg_${turnNumber}`,
    type: "message",
    role: "assistant",
    model,
    content,
    stop_reason: content.some((block) => block.type === "tool_use") ? "tool_use" : "end_turn",
    stop_sequence: null,
    usage: { input_tokens: 10, output_tokens: 5 },
  };
}

function encodeEvents(message: Message): string {
  const events = [
    { type: "message_start", message: { ...message, content: [], stop_reason: null } },
    ...message.content.flatMap(describeBlock),
    {
      type: "message_delta",
      delta: { stop_reason: message.stop_reason, stop_sequence: null },
      usage: { output_tokens: message.usage.output_tokens },
    },
    { type: "message_stop" },
  ];
  return events.map((event) => `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`).join("");
}

function describeBlock(block: NumberedBlock, index: number) {
  const [start, delta] =
    block.type === "text"
      ? [
          { ...block, text: "" },
          { type: "text_delta", text: block.text },
        ]
      : [
          { ...block, input: {} },
          { type: "input_json_delta", partial_json: JSON.stringify(block.input) },
        ];
  return [
    { type: "content_block_start", index, content_block: start },
    { type: "content_block_delta", index, delta },
    { type: "content_block_stop", index },
  ];
}
