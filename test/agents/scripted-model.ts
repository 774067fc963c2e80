// A scripted model on loopback that speaks the APIs of other agents' clients: OpenAI's Responses and Chat, and Gemini's.
import type { Answer, Block } from "../helpers/turns.ts";

export interface ModelCall {
  /** Names of the tools that the client offers. */
  tools: string[];
  /** The whole request: what the model was told. */
  text: string;
  body: Record<string, unknown>;
}

export type ScriptedAnswer = Answer | ((call: ModelCall) => Answer | Promise<Answer>);

export interface ScriptedModel {
  url: string;
  /** Requests that offer tools. Others ask for a title and the like. */
  calls: ModelCall[];
  stop(): Promise<void>;
}

/** The last answer is repeated. */
export function startScriptedModel(script: readonly ScriptedAnswer[]): ScriptedModel {
  const calls: ModelCall[] = [];
  let number = 0;
  const next = async (call: ModelCall): Promise<Block[]> => {
    if (call.tools.length === 0) return [{ type: "text", text: "A title" }];
    const answer = script[Math.min(calls.length, script.length - 1)];
    calls.push(call);
    if (!answer) throw new Error("the script is empty");
    return (typeof answer === "function" ? await answer(call) : answer).blocks;
  };
  const server = Bun.serve({
    hostname: "127.0.0.1",
    port: 0,
    idleTimeout: 0,
    async fetch(http) {
      const { pathname } = new URL(http.url);
      if (pathname.endsWith("/models")) return Response.json({ object: "list", data: [], models: [] });
      if (pathname.endsWith(":countTokens")) return Response.json({ totalTokens: 10 });
      const api = Object.entries(APIS).find(([part]) => pathname.includes(part))?.[1];
      if (http.method !== "POST" || !api) return Response.json({ error: {} }, { status: 404 });
      const text = await http.text();
      const body = JSON.parse(text) as ModelCall["body"];
      const blocks = await next({ tools: toolNames(body), text, body });
      number += 1;
      const streams = body.stream === true || pathname.includes(":stream");
      return api(blocks, number, streams);
    },
  });
  return { url: `http://127.0.0.1:${server.port}`, calls, stop: () => server.stop(true) };
}

type Encode = (blocks: Block[], number: number, streams: boolean) => Response;

const APIS: Record<string, Encode> = {
  "/responses": encodeResponse,
  "/chat/completions": encodeChat,
  enerateContent: encodeGemini,
};

interface OfferedTool {
  name?: string;
  type?: string;
  function?: { name: string };
  functionDeclarations?: { name: string }[];
}

function toolNames({ tools }: ModelCall["body"]): string[] {
  return ((tools ?? []) as OfferedTool[]).flatMap(
    (tool) =>
      tool.functionDeclarations?.map(({ name }) => name) ??
      tool.function?.name ??
      tool.name ??
      tool.type ??
      [],
  );
}

function encodeResponse(blocks: Block[], number: number): Response {
  const output = blocks.map((block, index) => {
    const id = `${number}_${index}`;
    if (block.type === "text") {
      const content = [{ type: "output_text", text: block.text, annotations: [] }];
      return { type: "message", id: `msg_${id}`, role: "assistant", status: "completed", content };
    }
    // Codex keeps some tools in a namespace, such as "multi_agent_v1/spawn_agent".
    const [name, namespace] = block.name.split("/").toReversed();
    const call = { call_id: `call_${id}`, name, ...(namespace ? { namespace } : {}), status: "completed" };
    // A tool with free text has no JSON arguments.
    return typeof block.input.freeform === "string"
      ? { type: "custom_tool_call", id: `ctc_${id}`, ...call, input: block.input.freeform }
      : { type: "function_call", id: `fc_${id}`, ...call, arguments: JSON.stringify(block.input) };
  });
  const response = { id: `resp_${number}`, object: "response", status: "completed", output, usage: USAGE };
  return streamed([
    { type: "response.created", response: { ...response, status: "in_progress", output: [] } },
    ...output.flatMap((item, output_index) => [
      { type: "response.output_item.added", output_index, item },
      { type: "response.output_item.done", output_index, item },
    ]),
    { type: "response.completed", response },
  ]);
}

const USAGE = {
  input_tokens: 10,
  input_tokens_details: { cached_tokens: 0 },
  output_tokens: 5,
  output_tokens_details: { reasoning_tokens: 0 },
  total_tokens: 15,
};

function encodeChat(blocks: Block[], number: number, streams: boolean): Response {
  const content = textOf(blocks);
  const calls = blocks.flatMap((block, index) =>
    block.type === "tool_use"
      ? [
          {
            index,
            id: `call_${number}_${index}`,
            type: "function",
            function: { name: block.name, arguments: JSON.stringify(block.input) },
          },
        ]
      : [],
  );
  const message = { role: "assistant", content, ...(calls.length > 0 ? { tool_calls: calls } : {}) };
  const finish_reason = calls.length > 0 ? "tool_calls" : "stop";
  const base = { id: `chat_${number}`, created: 1, model: "scripted" };
  const usage = { prompt_tokens: 10, completion_tokens: 5, total_tokens: 15 };
  if (!streams) {
    const choices = [{ index: 0, message, finish_reason }];
    return Response.json({ ...base, object: "chat.completion", choices, usage });
  }
  const chunk = { ...base, object: "chat.completion.chunk" };
  return streamed([
    { ...chunk, choices: [{ index: 0, delta: message, finish_reason: null }] },
    { ...chunk, choices: [{ index: 0, delta: {}, finish_reason }], usage },
    "[DONE]",
  ]);
}

function encodeGemini(blocks: Block[], _number: number, streams: boolean): Response {
  const parts = blocks.map((block) =>
    block.type === "text" ? { text: block.text } : { functionCall: { name: block.name, args: block.input } },
  );
  const answer = {
    candidates: [{ content: { role: "model", parts }, finishReason: "STOP", index: 0 }],
    usageMetadata: { promptTokenCount: 10, candidatesTokenCount: 5, totalTokenCount: 15 },
    modelVersion: "scripted",
  };
  return streams ? streamed([answer]) : Response.json(answer);
}

function textOf(blocks: Block[]): string {
  return blocks.map((block) => (block.type === "text" ? block.text : "")).join("");
}

function streamed(events: (object | "[DONE]")[]): Response {
  const lines = events.map((event) => {
    if (event === "[DONE]") return "data: [DONE]\n\n";
    const name = "type" in event ? `event: ${event.type}\n` : "";
    return `${name}data: ${JSON.stringify(event)}\n\n`;
  });
  return new Response(lines.join(""), { headers: { "content-type": "text/event-stream" } });
}
