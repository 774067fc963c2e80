// JSON-RPC over stdin and stdout, one message per line. An invalid or oversized line is answered with an error and skipped.
// When the input ends, pending calls are still answered.
import { type JSONRPCMessage, parseJSONRPCMessage, type Transport } from "@modelcontextprotocol/server";

/** A tool takes some 20,000 characters; in JSON that is up to six times as many bytes. */
const MAX_LINE = 256 * 1024;
/** Kept of both ends of an oversized line, to find its ID. */
const ENDS = 256;
const NEWLINE = 0x0a;
/** After the input has ended: slightly more than a command may take. */
const MAX_WAIT_MS = 35_000;
const PARSE_ERROR = -32700;
const INVALID_REQUEST = -32600;

export class LineTransport implements Transport {
  onclose?: () => void;
  onerror?: (error: Error) => void;
  onmessage?: (message: JSONRPCMessage) => void;

  readonly #input: ReadableStream<Uint8Array>;
  readonly #write: (line: string) => Promise<unknown>;
  readonly #maxWaitMs: number;
  #isClosed = false;
  readonly #unanswered = new Set<unknown>();
  #onAnswered: () => void = () => {};

  constructor(
    input: ReadableStream<Uint8Array>,
    write: (line: string) => Promise<unknown>,
    maxWaitMs = MAX_WAIT_MS,
  ) {
    this.#input = input;
    this.#write = write;
    this.#maxWaitMs = maxWaitMs;
  }

  async start(): Promise<void> {
    void this.#read()
      .catch((error: Error) => this.onerror?.(error))
      .then(() => Promise.race([this.#allAnswered(), Bun.sleep(this.#maxWaitMs)]))
      .then(() => this.close());
  }

  async send(message: JSONRPCMessage): Promise<void> {
    await this.#sendText(JSON.stringify(message));
    if ("id" in message && !("method" in message)) this.#settle(message.id);
  }

  #settle(id: unknown): void {
    this.#unanswered.delete(id);
    if (this.#unanswered.size === 0) this.#onAnswered();
  }

  #allAnswered(): Promise<void> {
    return new Promise((resolve) => {
      this.#onAnswered = resolve;
      if (this.#unanswered.size === 0 || this.#isClosed) resolve();
    });
  }

  async close(): Promise<void> {
    if (this.#isClosed) return;
    this.#isClosed = true;
    this.#onAnswered();
    this.onclose?.();
  }

  /** If writing fails, nobody reads any more, so the input ends as well. */
  async #sendText(text: string): Promise<void> {
    if (this.#isClosed) return;
    try {
      await this.#write(`${text}\n`);
    } catch {
      await this.close();
    }
  }

  async #read(): Promise<void> {
    let line = new LineBuffer();
    for await (const chunk of this.#input) {
      let from = 0;
      for (let at = chunk.indexOf(NEWLINE); at !== -1; at = chunk.indexOf(NEWLINE, from)) {
        line.add(chunk.subarray(from, at));
        await this.#take(line);
        line = new LineBuffer();
        from = at + 1;
      }
      line.add(chunk.subarray(from));
      if (this.#isClosed) return;
    }
  }

  async #take(line: LineBuffer): Promise<void> {
    if (line.isTooLong)
      return this.#refuse(line.findId(), INVALID_REQUEST, `a message may have at most ${MAX_LINE} bytes`);
    const text = line.text();
    if (text.trim() === "") return;
    let value: unknown;
    try {
      value = JSON.parse(text);
    } catch {
      return this.#refuse(null, PARSE_ERROR, "the line is not JSON");
    }
    let message: JSONRPCMessage;
    try {
      message = parseJSONRPCMessage(value);
    } catch {
      return this.#refuse(idOf(value), INVALID_REQUEST, "not a JSON-RPC message");
    }
    // A subscription lasts as long as the connection.
    if ("method" in message && "id" in message && message.method !== "subscriptions/listen")
      this.#unanswered.add(message.id);
    // It will not be answered.
    if ("method" in message && message.method === "notifications/cancelled")
      this.#settle(message.params?.requestId);
    this.onmessage?.(message);
  }

  #refuse(id: string | number | null, code: number, message: string): Promise<void> {
    return this.#sendText(JSON.stringify({ jsonrpc: "2.0", id, error: { code, message } }));
  }
}

/** Buffers a line up to the limit; of a longer one only the ends. */
class LineBuffer {
  #parts: Uint8Array[] = [];
  #size = 0;
  #ends: Uint8Array | null = null;

  get isTooLong(): boolean {
    return this.#ends !== null;
  }

  add(part: Uint8Array): void {
    this.#size += part.length;
    if (this.#ends === null && this.#size <= MAX_LINE) {
      this.#parts.push(part.slice());
      return;
    }
    const all = Buffer.concat([this.#ends ?? Buffer.concat(this.#parts), part]);
    this.#parts = [];
    this.#ends = all.length <= 2 * ENDS ? all : Buffer.concat([all.subarray(0, ENDS), all.subarray(-ENDS)]);
  }

  text(): string {
    return new TextDecoder().decode(Buffer.concat(this.#parts));
  }

  /** The request's ID, so that the caller gets an answer. */
  findId(): string | number | null {
    const ends = new TextDecoder().decode(this.#ends ?? new Uint8Array());
    const found =
      /"id"\s*:\s*(\d{1,15}|"[\w-]{1,64}")\s*\}?\s*$/.exec(ends) ??
      /"id"\s*:\s*(\d{1,15}|"[\w-]{1,64}")/.exec(ends);
    return found?.[1] === undefined ? null : JSON.parse(found[1]);
  }
}

function idOf(value: unknown): string | number | null {
  const id = typeof value === "object" && value !== null && "id" in value ? value.id : null;
  return typeof id === "string" || typeof id === "number" ? id : null;
}
