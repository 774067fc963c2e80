// The MCP server. Calls run one at a time, each as a command in its own process. Between calls it holds no resources.
import { Readable } from "node:stream";
import { McpServer, ResourceTemplate } from "@modelcontextprotocol/server";
import { StdioServerTransport, serveStdio } from "@modelcontextprotocol/server/stdio";
import { VERSION } from "../../../config/version.ts";
import { clean, describeError } from "./answer-text.ts";
import { TOOLS } from "./command.ts";
import { listMemoryResources, MEMORY_URI, memorySave, readMemoryResource } from "./memories.ts";
import type { Tool, ToolCaller } from "./tool.ts";

const INSTRUCTIONS =
  "holdfast keeps what earlier sessions of this project decided and did. Use memory_search before you decide or ask something again, and memory_save for what a later session must know. Also available: session_search, session_show, explain_stop, status and ask_person.";
const MAX_WAITING = 20;
/** The client's own name for a call, in the request's `_meta`. */
const CALL_ID_KEY = "claudecode/toolUseId";

/** More than a model writes in one call, so that a call with too long an input is answered. */
const MAX_LINE = 1024 * 1024;
const NEWLINE = 0x0a;

/** Until the client closes its end; pending calls are still answered. */
export async function serve(cwd: string): Promise<void> {
  const queue = new CallQueue();
  const closed = Promise.withResolvers<void>();
  const input = Readable.from(shortLines(Bun.stdin.stream(), () => queue.idle()));
  const transport = new StdioServerTransport(input);
  const handle = serveStdio(() => createServer(cwd, queue), { transport });
  const { onclose } = transport;
  transport.onclose = () => {
    onclose?.call(transport);
    closed.resolve();
  };
  await closed.promise;
  await handle.close();
}

/** Skips lines that are too long: the SDK would buffer them, then end the connection. */
async function* shortLines(
  input: ReadableStream<Uint8Array>,
  beforeEnd: () => Promise<unknown>,
): AsyncGenerator<Buffer, void> {
  let parts: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of input)
    for (let from = 0; from < chunk.length; ) {
      const end = chunk.indexOf(NEWLINE, from);
      const part = chunk.subarray(from, end === -1 ? chunk.length : end + 1);
      from += part.length;
      size += part.length;
      if (size <= MAX_LINE) parts.push(part);
      else parts = [];
      if (end === -1) continue;
      if (size <= MAX_LINE) yield Buffer.concat(parts);
      parts = [];
      size = 0;
    }
  await beforeEnd();
}

function createServer(cwd: string, queue: CallQueue): McpServer {
  const server = new McpServer(
    { name: "holdfast", version: VERSION },
    { capabilities: { tools: {}, resources: {} }, instructions: INSTRUCTIONS },
  );
  for (const tool of TOOLS)
    server.registerTool(tool.name, advertise(tool), (input, { mcpReq }) => {
      const callId = String(mcpReq._meta?.[CALL_ID_KEY] ?? "");
      return queue.run(async () => {
        const answered = await callTool(tool, input, { cwd, callId, signal: mcpReq.signal });
        // The client caches the list of resources.
        if (tool === memorySave && !answered.isError) server.sendResourceListChanged();
        return answered;
      });
    });
  const uris = new ResourceTemplate(`${MEMORY_URI}{id}`, {
    list: ({ mcpReq: { signal } }) =>
      queue.run(async () => ({ resources: await listMemoryResources({ cwd, callId: "", signal }) })),
  });
  server.registerResource(
    "memory",
    uris,
    { title: "Memory", description: "A memory saved for this project", mimeType: "text/plain" },
    ({ href: uri }, { id }, { mcpReq: { signal } }) =>
      queue.run(async () => {
        const caller = { cwd, callId: "", signal };
        const lines = await readMemoryResource(caller, decodeURIComponent(String(id))).catch(
          async (error: unknown) => {
            throw new Error(await describeError(error), { cause: error });
          },
        );
        return { contents: [{ uri, mimeType: "text/plain", text: await clean(lines.join("\n")) }] };
      }),
  );
  return server;
}

function advertise({ title, description, input, changes, loaded, searchHint }: Tool) {
  return {
    title,
    description,
    inputSchema: input,
    annotations: { readOnlyHint: !changes, destructiveHint: false, openWorldHint: false },
    _meta: {
      "anthropic/alwaysLoad": loaded === true,
      ...(searchHint === undefined ? {} : { "anthropic/searchHint": searchHint }),
    },
  };
}

async function callTool(tool: Tool, input: unknown, caller: ToolCaller) {
  const answer = (text: string, isError: boolean) => ({
    content: [{ type: "text" as const, text }],
    isError,
  });
  try {
    const lines = await tool.run(input as never, caller);
    return answer(await clean(lines.join("\n")), false);
  } catch (error) {
    return answer(await describeError(error, tool.nextSteps), true);
  }
}

/** One process at a time, however many calls come at once. */
class CallQueue {
  #last: Promise<unknown> = Promise.resolve();
  #waiting = 0;

  run<T>(work: () => Promise<T>): Promise<T> {
    if (this.#waiting >= MAX_WAITING)
      return Promise.reject(new Error(`${MAX_WAITING} calls are already waiting. Call again later.`));
    this.#waiting++;
    const done = this.#last.then(work).finally(() => {
      this.#waiting--;
    });
    this.#last = done.catch(() => {}); // The caller gets the error.
    return done;
  }

  /** Once the answers are sent, too. */
  async idle(): Promise<void> {
    await Bun.sleep(0);
    await this.#last;
    await Bun.sleep(0);
  }
}
