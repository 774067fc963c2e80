// Finds what the model was told in its requests, the only proof that feedback or context arrived.
import { type ContentBlock, type ModelRequest, textsOf } from "./model-request.ts";

export type ToolResult = { toolUseId: string; text: string; isError: boolean };

/** Every text in the requests that the model did not write itself. */
export function textsToldToModel(requests: ModelRequest[]): string[] {
  return requests.flatMap((request) => [
    ...textsOf(request.body.system),
    ...request.body.messages
      .filter((message) => message.role !== "assistant")
      .flatMap((message) => textsOf(message.content)),
  ]);
}

/** The first such text that matches. */
export function findTold(requests: ModelRequest[], pattern: RegExp): string | undefined {
  return textsToldToModel(requests).find((text) => pattern.test(text));
}

/** How often a request contains a text. A request repeats the whole conversation, so use the last one. */
export function timesTold(request: ModelRequest | undefined, part: string): number {
  if (!request) return 0;
  return textsToldToModel([request]).reduce((times, text) => times + text.split(part).length - 1, 0);
}

/** The last request of the main agent, which contains the whole conversation. */
export function lastRequest(requests: ModelRequest[]): ModelRequest | undefined {
  return requests.findLast((request) => request.asker === "main");
}

/** The requests of subagents whose first message contains the marker. */
export function requestsOfAgent(requests: ModelRequest[], marker: string): ModelRequest[] {
  return requests.filter((request) => {
    return (
      request.asker === "agent" &&
      textsOf(request.body.messages[0]?.content).some((text) => text.includes(marker))
    );
  });
}

/** Each tool's result once, in order, whoever used the tool. */
export function toolResults(requests: ModelRequest[]): ToolResult[] {
  const results = new Map<string, ToolResult>();
  for (const block of requests.flatMap(toolResultBlocks)) {
    const toolUseId = String(block.tool_use_id);
    results.set(toolUseId, {
      toolUseId,
      text: textsOf(block.content).join("\n"),
      isError: block.is_error === true,
    });
  }
  return [...results.values()];
}

function toolResultBlocks(request: ModelRequest): ContentBlock[] {
  return request.body.messages.flatMap((message) => {
    if (message.role !== "user" || typeof message.content === "string") return [];
    return message.content.filter((block) => block.type === "tool_result");
  });
}
