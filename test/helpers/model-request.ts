// One request of the client to the Messages API, as far as tests need it.

export type ContentBlock = { type: string; text?: string; content?: string | ContentBlock[] } & Record<
  string,
  unknown
>;
type RequestMessage = { role: "user" | "assistant" | "system"; content: string | ContentBlock[] };
export type RequestBody = {
  model: string;
  messages: RequestMessage[];
  system?: string | ContentBlock[];
  tools?: { name: string }[];
  stream?: boolean;
} & Record<string, unknown>;

/** The main agent, a subagent, one of our judges, or the client itself (titles and the like: a call without tools). */
type Asker = "main" | "agent" | "judge" | "side";

export type ModelRequest = {
  asker: Asker;
  agentId: string | undefined;
  headers: Record<string, string>;
  body: RequestBody;
};

const JUDGES = ["You judge the work of a coding agent.", "You write the record of a finished session"];

export function describeRequest(headers: Headers, body: RequestBody): ModelRequest {
  const agentId = headers.get("x-claude-code-agent-id") ?? undefined;
  const isJudge = textsOf(body.system).some((text) => JUDGES.some((start) => text.startsWith(start)));
  const asker = isJudge ? "judge" : !body.tools?.length ? "side" : agentId === undefined ? "main" : "agent";
  return { asker, agentId, headers: Object.fromEntries(headers), body };
}

/** All text of a message, the text inside tool results included. */
export function textOf(message: { content?: string | ContentBlock[] }): string {
  return textsOf(message.content).join("\n");
}

export function textsOf(content: string | ContentBlock[] | undefined): string[] {
  if (content === undefined) return [];
  if (typeof content === "string") return [content];
  return content.flatMap((block) => (block.text === undefined ? textsOf(block.content) : [block.text]));
}
