// Fuzzes the scanner that finds the payload on stdin, however it is cut, and the event parser.
import { ReceivedBytes } from "../src/platform/read-payload.ts";
import { parseEvent } from "../test/helpers/parse-event.ts";
import { makePayload, type Recorded } from "./payloads.ts";
import { createRandom, type Random } from "./random.ts";
import { isPlainId, isRecord, parseJson, promise, type Target } from "./target.ts";

export function eventTarget(recorded: readonly Recorded[]): Target {
  return { name: "event", weight: 60, make: (random) => makePayload(random, recorded), check: checkEvent };
}

function checkEvent(bytes: Uint8Array): string {
  const whole = scan([bytes]);
  const random = createRandom(bytes.length, bytes[bytes.length >> 1] ?? 0);
  const text = new TextDecoder().decode(bytes);
  for (const chunks of [cut(random, bytes, 1 + random.below(64)), cut(random, bytes, 4096)]) {
    const again = scan(chunks);
    if (whole.complete) promise(again.complete && again.text === whole.text, "the chunks change the payload");
  }
  const json = parseJson(text);
  // An incomplete payload, or one with something after it, may be found or not; what is found must be JSON.
  if (isRecord(json)) promise(whole.complete, "a complete object is not found");
  if (whole.complete) promise(parseJson(whole.text) !== undefined, "the found object is not valid JSON");
  return checkParsed(text);
}

function checkParsed(text: string): string {
  const raw = parseJson(text);
  const parsed = parseEvent(text);
  const hasName = isRecord(raw) && typeof raw.hook_event_name === "string" && raw.hook_event_name !== "";
  promise(parsed.ok === hasName, "an event is what has a name, and nothing else is");
  if (!parsed.ok) {
    promise(/^the event [a-zA-Z_ ]+$/.test(parsed.problem), "a problem quotes the payload");
    return "refused";
  }
  const { event } = parsed;
  const id = isRecord(raw) ? raw.session_id : undefined;
  promise(
    event.sessionId === (typeof id === "string" && isPlainId(id) ? id : null),
    "a session id is valid or null",
  );
  // These two are passed on unchanged, and typed as unknown.
  const {
    toolInput: _input,
    toolResponse: _response,
    ...typed
  } = event as unknown as Record<string, unknown>;
  promise(isPlain(typed), "a field is not plain text, a number, a switch, a list or a record");
  return event.name === "other" ? "other" : event.name;
}

/** Our events contain no numbers, because the payload's may be anything. */
function isPlain(value: unknown): boolean {
  if (value === null || typeof value === "string" || typeof value === "boolean") return true;
  if (typeof value === "number") return Number.isFinite(value);
  if (Array.isArray(value)) return value.every(isPlain);
  return isRecord(value) && Object.values(value).every(isPlain);
}

function scan(chunks: readonly Uint8Array[]): { complete: boolean; text: string } {
  const received = new ReceivedBytes();
  for (const chunk of chunks) {
    received.free(chunk.length).set(chunk);
    const payload = received.add(chunk.length);
    if (payload?.ok) return { complete: true, text: payload.text };
  }
  return { complete: false, text: "" };
}

function cut(random: Random, bytes: Uint8Array, most: number): Uint8Array[] {
  const chunks: Uint8Array[] = [];
  for (let at = 0; at < bytes.length; ) {
    const length = random.below(most) + (random.chance(0.1) ? 0 : 1);
    chunks.push(bytes.subarray(at, at + length));
    at += length;
  }
  return chunks;
}
