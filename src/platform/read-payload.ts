// Reads one JSON object from stdin. Returns when the object is complete, whether or not the pipe is closed.
import { libc } from "./libc.ts";

const MAX_BYTES = 64 * 1024 * 1024;
/** Most events fit into the first buffer, and the memory pages of a larger one cost time. */
const FIRST_BYTES = 4 * 1024;
/** Waiting blocks the process: a pending signal is handled after this time at the latest. */
const MAX_WAIT_MS = 50;
const POLLIN = 1;
const SPACE = 0x20;
const CLOSE_BRACE = 0x7d;

/** Bytes read into the buffer; 0 at the end, "late" when none arrived in time, "again" after a signal or a failure. */
type StdinRead = number | "late" | "again";
type ReadStdin = (buffer: Uint8Array, waitMs: number) => StdinRead;

type Payload =
  | { ok: true; text: string; json: unknown }
  | { ok: false; problem: string /** Not a single byte arrived. */; isEmpty?: true };

export async function readPayload(limitMs: number): Promise<Payload> {
  try {
    const read = stdinReader();
    return await (read ? pollStdin(limitMs, read) : streamStdin(limitMs));
  } catch (error) {
    return { ok: false, problem: `stdin could not be read: ${(error as Error).message}` };
  }
}

/** null when stdin has to be read as a stream, which costs more. */
function stdinReader(): ReadStdin | null {
  const system = libc();
  if (!system) return null;
  return (buffer, waitMs) => {
    // struct pollfd: the descriptor (stdin is 0) in four bytes, the requested events in two, the returned ones in two.
    const ready = system.poll(new Uint8Array([0, 0, 0, 0, POLLIN, 0, 0, 0]), 1, waitMs);
    if (ready === 0) return "late";
    const bytes = ready < 0 ? ready : system.read(0, buffer, buffer.length);
    return bytes < 0 ? "again" : bytes;
  };
}

async function pollStdin(limitMs: number, read: ReadStdin): Promise<Payload> {
  const until = Bun.nanoseconds() + limitMs * 1e6;
  const received = new ReceivedBytes();
  for (;;) {
    const left = (until - Bun.nanoseconds()) / 1e6;
    const got = read(received.free(), left < 0 ? 0 : Math.min(left, MAX_WAIT_MS));
    // Lets a pending signal be handled. A stdin that cannot be read keeps failing until the time is up.
    if (got === "late" || got === "again") await Bun.sleep(1);
    else if (got === 0) return received.end();
    else {
      const payload = received.add(got);
      if (payload) return payload;
    }
    if (Bun.nanoseconds() >= until) return tooLate(limitMs);
  }
}

async function streamStdin(limitMs: number): Promise<Payload> {
  let timer: Timer | undefined;
  const late = new Promise<Payload>((resolve) => {
    timer = setTimeout(() => resolve(tooLate(limitMs)), limitMs);
  });
  const payload = await Promise.race([collectStream(), late]);
  clearTimeout(timer);
  return payload;
}

async function collectStream(): Promise<Payload> {
  const received = new ReceivedBytes();
  for await (const chunk of Bun.stdin.stream()) {
    received.free(chunk.length).set(chunk);
    const payload = received.add(chunk.length);
    if (payload) return payload;
  }
  return received.end();
}

/** The bytes received from stdin, in a growing buffer. */
export class ReceivedBytes {
  length = 0;
  #buffer = new Uint8Array(FIRST_BYTES);

  /** Free space for at least this many bytes. */
  free(bytes = 1): Uint8Array {
    if (this.#buffer.length - this.length < bytes) {
      const larger = new Uint8Array(Math.max(this.#buffer.length * 16, this.length + bytes));
      larger.set(this.#buffer.subarray(0, this.length));
      this.#buffer = larger;
    }
    return this.#buffer.subarray(this.length);
  }

  /** Counts the bytes written into `free`. Returns the payload once it is complete or too large. */
  add(bytes: number): Payload | null {
    this.length += bytes;
    if (this.length > MAX_BYTES) return { ok: false, problem: `the event is larger than ${MAX_BYTES} bytes` };
    if (!this.#endsWithBrace()) return null;
    const text = decode(this.#buffer.subarray(0, this.length)).trimEnd();
    try {
      return { ok: true, text, json: JSON.parse(text) };
    } catch {
      // Incomplete, or followed by something else.
      const { values, read } = Bun.JSONL.parseChunk(text);
      const [json, next] = values;
      if (json === undefined) return null;
      const first = next === undefined ? text.slice(0, read) : JSON.stringify(json);
      return { ok: true, text: first, json };
    }
  }

  /** The payload at the end of the input. */
  end(): Payload {
    if (this.length === 0) return { ok: false, problem: "stdin was empty", isEmpty: true };
    const text = decode(this.#buffer.subarray(0, this.length));
    try {
      return { ok: true, text, json: JSON.parse(text) };
    } catch {
      return {
        ok: false,
        problem: this.#endsWithBrace() ? "the event is not valid JSON" : "the event was cut short",
      };
    }
  }

  /** Avoids parsing most incomplete reads of a large payload. */
  #endsWithBrace(): boolean {
    let last = this.length - 1;
    while (last >= 0 && (this.#buffer[last] ?? 0) <= SPACE) last--;
    return this.#buffer[last] === CLOSE_BRACE;
  }
}

function decode(bytes: Uint8Array): string {
  return new TextDecoder().decode(bytes);
}

function tooLate(limitMs: number): Payload {
  return { ok: false, problem: `stdin did not deliver an event within ${limitMs} ms` };
}
