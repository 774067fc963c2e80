import { expect, test } from "bun:test";
import { LineTransport } from "../../../../../src/cli/commands/mcp/transport.ts";

const ASKED = `${JSON.stringify({ jsonrpc: "2.0", id: 7, method: "tools/call" })}\n`;

/** A client that asks something and leaves. */
function connect(maxWaitMs?: number) {
  const input = new Blob([ASKED]).stream();
  const written: string[] = [];
  const transport = new LineTransport(input, async (line) => written.push(line), maxWaitMs);
  const asked = Promise.withResolvers<void>();
  const closed = Promise.withResolvers<void>();
  transport.onmessage = () => asked.resolve();
  transport.onclose = () => closed.resolve();
  return { transport, written, asked: asked.promise, closed: closed.promise };
}

test("what was asked before the input ended is answered, then the transport closes", async () => {
  const { transport, written, asked, closed } = connect();
  await transport.start();
  await asked;
  await transport.send({ jsonrpc: "2.0", id: 7, result: {} });
  await closed;
  expect(written.map((line) => JSON.parse(line))).toEqual([{ jsonrpc: "2.0", id: 7, result: {} }]);
});

test("a call that is never answered does not keep it open", async () => {
  const { transport, written, asked, closed } = connect(20);
  await transport.start();
  await asked;
  await closed;
  expect(written).toEqual([]);
});
