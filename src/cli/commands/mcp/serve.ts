// The MCP server. Calls run one at a time, each as a command in its own process. Between calls it holds no resources.
import { McpServer, ResourceTemplate, type StandardSchemaWithJSON } from "@modelcontextprotocol/server";
import { serveStdio } from "@modelcontextprotocol/server/stdio";
import type * as z from "zod";
import { VERSION } from "../../../config/version.ts";
import { UserError } from "../../../text/user-error.ts";
import { clean, describeError } from "./answer-text.ts";
import { TOOLS } from "./command.ts";
import { listMemoryResources, MEMORY_URI, memorySave, readMemoryResource } from "./memories.ts";
import type { Caller, Tool } from "./tool.ts";
import { LineTransport } from "./transport.ts";

const INSTRUCTIONS =
  "holdfast keeps what earlier sessions of this project decided and did. Use memory_search before you decide or ask something again, and memory_save for what a later session must know. Also available: session_search, session_show, explain_stop, status and ask_person.";
const MAX_WAITING = 20;
/** The client's own name for a call, in the request's `_meta`. */
const CALL_ID_KEY = "claudecode/toolUseId";

/** Until the client closes its end. */
export async function serve(cwd: string): Promise<void> {
  const queue = new CallQueue();
  const closed = Promise.withResolvers<void>();
  const writer = Bun.stdout.writer();
  const transport = new LineTransport(Bun.stdin.stream(), async (line) => {
    writer.write(line);
    await writer.flush();
  });
  const handle = serveStdio(() => createServer(cwd, queue), { transport });
  const { onclose } = transport;
  transport.onclose = () => {
    onclose?.call(transport);
    closed.resolve();
  };
  await closed.promise;
  await handle.close();
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
    // Input errors get our own wording.
    inputSchema: {
      "~standard": { ...input["~standard"], validate: (value: unknown) => ({ value }) },
    } satisfies StandardSchemaWithJSON<unknown, unknown>,
    annotations: { readOnlyHint: !changes, destructiveHint: false, openWorldHint: false },
    _meta: {
      "anthropic/alwaysLoad": loaded === true,
      ...(searchHint === undefined ? {} : { "anthropic/searchHint": searchHint }),
    },
  };
}

async function callTool(tool: Tool, input: unknown, caller: Caller) {
  const answer = (text: string, isError: boolean) => ({
    content: [{ type: "text" as const, text }],
    isError,
  });
  try {
    const lines = await tool.run(parseInput(tool, input), caller);
    return answer(await clean(lines.join("\n")), false);
  } catch (error) {
    return answer(await describeError(error, tool.nextSteps, usageOf(tool)), true);
  }
}

function usageOf({ name, input }: Tool): string {
  return `${name} takes: ${Object.keys(input.shape).join(", ") || "nothing"}. Call it again.`;
}

function parseInput(tool: Tool, given: unknown): never {
  const { name, input } = tool;
  const parsed = input.safeParse(given ?? {});
  if (parsed.success) return parsed.data as never;
  const issue: z.core.$ZodIssue | undefined = parsed.error.issues[0];
  const where = issue?.path.join(".") ?? "";
  const isMissing = issue?.path.length === 1 && !(where in Object(given ?? {}));
  const what = isMissing ? `${where} is missing` : [where, issue?.message].filter(Boolean).join(": ");
  throw new UserError("usage", `${name}: ${what || "the input is not valid"}`, usageOf(tool));
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
}
