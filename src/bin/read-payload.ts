// Reads one JSON object from stdin: done when it is complete, whether or not the other side closes the pipe.
import { createJsonScanner } from "../protocol/json-scanner.ts";

const MAX_BYTES = 64 * 1024 * 1024;

type Payload = { ok: true; text: string } | { ok: false; problem: string };

export async function readPayload(limitMs: number): Promise<Payload> {
  const scanner = createJsonScanner();
  let timer: Timer | undefined;
  const late = new Promise<"late">((resolve) => {
    timer = setTimeout(() => resolve("late"), limitMs);
  });
  try {
    const ended = await Promise.race([scan(scanner), late]);
    if (ended === "complete") return { ok: true, text: scanner.text() };
    if (ended === "late")
      return { ok: false, problem: `stdin did not deliver an event within ${limitMs} ms` };
    if (ended === "too-large") return { ok: false, problem: `the event is larger than ${MAX_BYTES} bytes` };
    return { ok: false, problem: scanner.bytes === 0 ? "stdin was empty" : "the event was cut short" };
  } catch (error) {
    return { ok: false, problem: `stdin could not be read: ${(error as Error).message}` };
  } finally {
    clearTimeout(timer);
  }
}

async function scan(
  scanner: ReturnType<typeof createJsonScanner>,
): Promise<"complete" | "ended" | "too-large"> {
  for await (const chunk of Bun.stdin.stream()) {
    if (scanner.push(chunk)) return "complete";
    if (scanner.bytes > MAX_BYTES) return "too-large";
  }
  return "ended";
}
