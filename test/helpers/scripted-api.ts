// A Messages API on loopback that answers from a script and keeps every request.
import { encodeAnswer, encodeFailure } from "./message-encoding.ts";
import type { ModelRequest, RequestBody } from "./model-request.ts";
import { describeRequest, textOf } from "./model-request.ts";
import { say, type Turn } from "./turns.ts";

/** No model answers before the client has written the tool call to the transcript, which takes up to 115 ms. */
const MODEL_DELAY_MS = 150;

export type ScriptedTurn = Turn | ((request: ModelRequest) => Turn | Promise<Turn>);

/** `agents` is keyed by a text that the subagent's prompt contains. */
export type Script = {
  main?: ScriptedTurn[];
  agents?: Record<string, ScriptedTurn[]>;
  /** For our judges; the last turn repeats. */
  judge?: ScriptedTurn[];
  whenDone?: ScriptedTurn;
  /** For the client's own requests without tools, such as titles and its judge of a goal. */
  side?: ScriptedTurn;
};

export type ScriptedApi = {
  url: string;
  requests: ModelRequest[];
  /** From now on it answers from this script. */
  follow(script: ScriptedTurn[] | Script): void;
  stop(): Promise<void>;
};

/** Makes ids of messages and tool calls unique, also between parallel sessions in one place. */
let turnNumber = 0;

export function startScriptedApi(script: ScriptedTurn[] | Script): ScriptedApi {
  const requests: ModelRequest[] = [];
  let nextTurn: (request: ModelRequest) => Promise<Turn>;
  const follow: ScriptedApi["follow"] = (given) => {
    nextTurn = followScript(Array.isArray(given) ? { main: given } : given);
  };
  follow(script);
  const server = Bun.serve({
    hostname: "127.0.0.1",
    port: 0,
    idleTimeout: 0,
    async fetch(http) {
      const { pathname } = new URL(http.url);
      if (http.method !== "POST" || !pathname.startsWith("/v1/messages"))
        return new Response(null, { status: 404 });
      if (pathname !== "/v1/messages") return Response.json({ input_tokens: 10 });
      const request = describeRequest(http.headers, (await http.json()) as RequestBody);
      requests.push(request);
      turnNumber += 1;
      const number = turnNumber;
      const turn = await nextTurn(request);
      if (followsTool(request)) await Bun.sleep(MODEL_DELAY_MS);
      if ("status" in turn) return encodeFailure(turn);
      return encodeAnswer(turn, number, request.body.model, request.body.stream === true);
    },
  });
  return { url: `http://127.0.0.1:${server.port}`, requests, follow, stop: () => server.stop(true) };
}

function followScript(script: Script): (request: ModelRequest) => Promise<Turn> {
  const mainTurns = [...(script.main ?? [])];
  const judgeTurns = [...(script.judge ?? [])];
  const agentTurns = Object.entries(script.agents ?? {}).map(([marker, turns]) => ({
    marker,
    turns: [...turns],
  }));
  const assigned = new Map<string, ScriptedTurn[]>();

  function turnsOf(request: ModelRequest): ScriptedTurn[] {
    if (request.agentId === undefined) return mainTurns;
    const known = assigned.get(request.agentId);
    if (known) return known;
    const prompt = request.body.messages
      .filter((message) => message.role === "user")
      .map(textOf)
      .join("\n");
    const turns = agentTurns.find(({ marker }) => prompt.includes(marker))?.turns ?? [];
    assigned.set(request.agentId, turns);
    return turns;
  }

  function nextTurn(request: ModelRequest): ScriptedTurn {
    if (request.asker === "side") return script.side ?? say("A side answer.");
    if (request.asker === "judge")
      return (judgeTurns.length > 1 ? judgeTurns.shift() : judgeTurns[0]) ?? say("");
    return turnsOf(request).shift() ?? script.whenDone ?? say("Done.");
  }

  return async (request) => {
    const turn = nextTurn(request);
    return typeof turn === "function" ? await turn(request) : turn;
  };
}

function followsTool({ body }: ModelRequest): boolean {
  const content = body.messages.at(-1)?.content;
  return Array.isArray(content) && content.some(({ type }) => type === "tool_result");
}
