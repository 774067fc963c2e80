// The server: one call after the other, each with a store of its own, so that nothing is held while nobody asks.
import { McpServer, ResourceTemplate, type StandardSchemaWithJSON } from "@modelcontextprotocol/server";
import { serveStdio } from "@modelcontextprotocol/server/stdio";
import type * as z from "zod";
import { VERSION } from "../config/version.ts";
import { recordFault } from "../store/fault-log.ts";
import { UserError } from "../text/user-error.ts";
import { answer, errorAnswer, type ToolAnswer } from "./answer.ts";
import type { Caller } from "./call-command.ts";
import { CALL_ID_KEY, findCallingSession } from "./find-session.ts";
import { listMemoryResources, MEMORY_URI, readMemoryResource } from "./memories.ts";
import type { Tool } from "./tool.ts";
import { TOOLS } from "./tools.ts";
import { LineTransport } from "./transport.ts";

const INSTRUCTIONS =
  "holdfast keeps what earlier sessions of this project decided and did. memory_search before you decide or ask again; memory_save what a later session must know. session_search, session_show, explain_stop, status and ask_person are there as well.";
const MAX_WAITING = 50;

/** Until the client closes its end. */
export async function serve(caller: Caller): Promise<void> {
  const queue = new CallQueue();
  const closed = Promise.withResolvers<void>();
  const writer = Bun.stdout.writer();
  const transport = new LineTransport(Bun.stdin.stream(), async (line) => {
    writer.write(line);
    await writer.flush();
  });
  const handle = serveStdio(() => createServer(caller, queue), { transport });
  const { onclose } = transport;
  transport.onclose = () => {
    onclose?.call(transport);
    closed.resolve();
  };
  await closed.promise;
  await handle.close();
  await queue.finish();
}

function createServer(caller: Caller, queue: CallQueue): McpServer {
  const server = new McpServer(
    { name: "holdfast", version: VERSION },
    { capabilities: { tools: {}, resources: {} }, instructions: INSTRUCTIONS },
  );
  for (const tool of TOOLS) {
    const { name, title, description, changes, loaded, searchHint } = tool;
    server.registerTool(
      name,
      {
        title,
        description,
        inputSchema: advertised(tool.input),
        annotations: { readOnlyHint: !changes, destructiveHint: false, openWorldHint: false },
        _meta: {
          "anthropic/alwaysLoad": loaded === true,
          ...(searchHint === undefined ? {} : { "anthropic/searchHint": searchHint }),
        },
      },
      (input, { mcpReq }) => queue.run(() => callTool(tool, input, caller, mcpReq._meta?.[CALL_ID_KEY])),
    );
  }
  server.registerResource(
    "memory",
    new ResourceTemplate(`${MEMORY_URI}{id}`, {
      list: () => queue.run(async () => ({ resources: await listMemoryResources(caller) })),
    }),
    { title: "Memory", description: "What was saved for this project", mimeType: "text/plain" },
    (uri, { id }) =>
      queue.run(async () => {
        const lines = await readMemoryResource(caller, decodeURIComponent(String(id)));
        return {
          contents: [{ uri: uri.href, mimeType: "text/plain", text: answer(lines).content[0]?.text ?? "" }],
        };
      }),
  );
  return server;
}

/** Only told to the client: what is wrong with an input is said in our own words. */
function advertised(input: z.ZodObject): StandardSchemaWithJSON<unknown, unknown> {
  return { "~standard": { ...input["~standard"], validate: (value: unknown) => ({ value }) } };
}

async function callTool(tool: Tool, input: unknown, caller: Caller, callId: unknown): Promise<ToolAnswer> {
  try {
    const given = parseInput(tool, input);
    const sessionId = await findCallingSession(caller, callId);
    return answer(await tool.run(given, { ...caller, env: { ...caller.env, sessionId } }));
  } catch (error) {
    if (!(error instanceof UserError))
      await recordFault(caller.env, { part: `mcp ${tool.name}`, message: String(error), event: null });
    return errorAnswer(error);
  }
}

function parseInput({ name, input }: Tool, given: unknown): never {
  const parsed = input.safeParse(given ?? {});
  if (parsed.success) return parsed.data as never;
  const [issue] = parsed.error.issues;
  const where = issue?.path.length ? `${issue.path.join(".")}: ` : "";
  throw new UserError(
    "usage",
    `${name}: ${where}${issue?.message ?? "the input is not valid"}`,
    `It takes: ${Object.keys(input.shape).join(", ") || "nothing"}. Call it again.`,
  );
}

/** SQLite answers one at a time in any case; and of many calls at once none takes memory while it waits. */
class CallQueue {
  #last: Promise<unknown> = Promise.resolve();
  #waiting = 0;

  run<T>(work: () => Promise<T>): Promise<T> {
    if (this.#waiting >= MAX_WAITING)
      return Promise.reject(new Error(`${MAX_WAITING} calls are waiting already. Call again later.`));
    this.#waiting++;
    const done = this.#last.then(work).finally(() => {
      this.#waiting--;
    });
    this.#last = done.catch(() => {}); // Told to whoever called.
    return done;
  }

  async finish(): Promise<void> {
    await this.#last;
  }
}
