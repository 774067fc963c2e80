// A minimal MCP server on stdio with one tool that asks the user a question.

export type Message = {
  id?: number | string;
  method?: string;
  params?: { protocolVersion?: string };
  result?: unknown;
};

const questionId = "question";
let pendingCall: Message["id"];

for await (const line of console) {
  const message = JSON.parse(line) as Message;
  if (message.id === questionId)
    reply(pendingCall, { content: [{ type: "text", text: JSON.stringify(message.result) }] });
  else if (message.method === "tools/call") askUser(message.id);
  else if (message.id !== undefined) reply(message.id, answer(message));
}

function answer({ method, params }: Message): object {
  if (method === "initialize") {
    const serverInfo = { name: "asker", version: "1.0.0" };
    return { protocolVersion: params?.protocolVersion, capabilities: { tools: {} }, serverInfo };
  }
  if (method === "tools/list") {
    return { tools: [{ name: "ask", description: "Asks", inputSchema: { type: "object", properties: {} } }] };
  }
  return {};
}

function askUser(callId: Message["id"]): void {
  pendingCall = callId;
  const requestedSchema = { type: "object", properties: { colour: { type: "string" } } };
  send({
    id: questionId,
    method: "elicitation/create",
    params: { message: "Which colour?", requestedSchema },
  });
}

function reply(id: Message["id"], result: object): void {
  send({ id, result });
}

function send(message: object): void {
  process.stdout.write(`${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`);
}
