// Reads one JSON object from stdin: done when it is complete, whether or not the other side closes the pipe.

import { type StdinRead, stdinReader } from "../platform/stdin.ts";
import { createJsonScanner, type JsonScanner } from "../protocol/json-scanner.ts";

const MAX_BYTES = 64 * 1024 * 1024;
/** Most events fit into the first; pages that a larger one would take are paid for. */
const FIRST_BYTES = 4 * 1024;
const MORE_BYTES = 1024 * 1024;
/** Waiting lets nobody else run: a signal that came just before it is heard after this long. */
const LONGEST_WAIT_MS = 50;

type Payload = { ok: true; text: string } | { ok: false; problem: string };
type Ended = "complete" | "ended" | "late" | "too-large";

export async function readPayload(limitMs: number): Promise<Payload> {
  const scanner = createJsonScanner();
  try {
    const reader = stdinReader();
    const ended = await (reader ? pull(scanner, limitMs, reader) : follow(scanner, limitMs));
    if (ended === "complete") return { ok: true, text: scanner.text() };
    if (ended === "late")
      return { ok: false, problem: `stdin did not deliver an event within ${limitMs} ms` };
    if (ended === "too-large") return { ok: false, problem: `the event is larger than ${MAX_BYTES} bytes` };
    return { ok: false, problem: scanner.bytes === 0 ? "stdin was empty" : "the event was cut short" };
  } catch (error) {
    return { ok: false, problem: `stdin could not be read: ${(error as Error).message}` };
  }
}

async function pull(
  scanner: JsonScanner,
  limitMs: number,
  read: (buffer: Uint8Array, waitMs: number) => StdinRead,
): Promise<Ended> {
  const until = Bun.nanoseconds() + limitMs * 1e6;
  let buffer = new Uint8Array(FIRST_BYTES);
  for (let filled = 0; ; ) {
    if (filled === buffer.length) {
      buffer = new Uint8Array(buffer.length < MORE_BYTES ? buffer.length * 16 : MORE_BYTES);
      filled = 0;
    }
    const left = (until - Bun.nanoseconds()) / 1e6;
    const free = filled === 0 ? buffer : buffer.subarray(filled);
    const got = read(free, left < 0 ? 0 : left < LONGEST_WAIT_MS ? left : LONGEST_WAIT_MS);
    // Whoever waits for the signal gets a turn; a stdin that cannot be read says so again until time is up.
    if (got === "late" || got === "again") await Bun.sleep(1);
    else if (got === 0) return "ended";
    else {
      filled += got;
      if (scanner.push(free.subarray(0, got))) return "complete";
    }
    if (scanner.bytes > MAX_BYTES) return "too-large";
    if (Bun.nanoseconds() >= until) return "late";
  }
}

async function follow(scanner: JsonScanner, limitMs: number): Promise<Ended> {
  let timer: Timer | undefined;
  const late = new Promise<"late">((resolve) => {
    timer = setTimeout(() => resolve("late"), limitMs);
  });
  const ended = await Promise.race([scan(scanner), late]);
  clearTimeout(timer);
  return ended;
}

async function scan(scanner: JsonScanner): Promise<Ended> {
  for await (const chunk of Bun.stdin.stream()) {
    if (scanner.push(chunk)) return "complete";
    if (scanner.bytes > MAX_BYTES) return "too-large";
  }
  return "ended";
}
