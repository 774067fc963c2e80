// Keeps the start and the end of a stream of any length in bounded memory: the first errors stand at the start,
// the summary at the end.
import { cutMark } from "./cut-mark.ts";

export interface Ends {
  add(chunk: Uint8Array): void;
  text(): string;
  /** The last bytes, as many as are kept of the end. */
  tail(): Uint8Array;
  truncated(): boolean;
}

const NEWLINE = 10;
/** How far a cut may move to fall between two lines. */
const LINE_REACH = 4096;
const START_SIZE = 4096;

export function keepEnds(limit: number): Ends {
  const headLimit = Math.floor(Math.max(2, limit) / 2);
  const tailLimit = Math.max(2, limit) - headLimit;
  let head = new Uint8Array(Math.min(START_SIZE, headLimit));
  let headLength = 0;
  let ring: Uint8Array | null = null;
  let tailSeen = 0;

  const addToTail = (chunk: Uint8Array) => {
    ring ??= new Uint8Array(tailLimit);
    const kept = chunk.subarray(Math.max(0, chunk.length - tailLimit));
    const at = (tailSeen + chunk.length - kept.length) % tailLimit;
    const first = kept.subarray(0, tailLimit - at);
    ring.set(first, at);
    ring.set(kept.subarray(first.length), 0);
    tailSeen += chunk.length;
  };
  const tail = () => {
    if (ring === null) return new Uint8Array(0);
    if (tailSeen <= tailLimit) return ring.subarray(0, tailSeen);
    const at = tailSeen % tailLimit;
    return Buffer.concat([ring.subarray(at), ring.subarray(0, at)]);
  };

  return {
    add(chunk) {
      const toHead = chunk.subarray(0, headLimit - headLength);
      head = roomFor(head, headLength + toHead.length, headLimit);
      head.set(toHead, headLength);
      headLength += toHead.length;
      if (toHead.length < chunk.length) addToTail(chunk.subarray(toHead.length));
    },
    text() {
      if (headLength === 0) return "";
      const start = head.subarray(0, headLength);
      if (tailSeen <= tailLimit) return decode(Buffer.concat([start, tail()]));
      const before = start.subarray(0, endOfLine(start));
      const after = tail();
      const rest = after.subarray(startOfLine(after));
      const total = headLength + tailSeen;
      return decode(before) + cutMark(total - before.length - rest.length) + decode(rest);
    },
    tail,
    truncated: () => tailSeen > tailLimit,
  };
}

function roomFor(bytes: Uint8Array<ArrayBuffer>, length: number, limit: number): Uint8Array<ArrayBuffer> {
  if (length <= bytes.length) return bytes;
  const larger = new Uint8Array(Math.min(limit, Math.max(length, bytes.length * 2)));
  larger.set(bytes);
  return larger;
}

/** What is no UTF-8, such as half a character at a cut, becomes a replacement character. */
function decode(bytes: Uint8Array): string {
  return new TextDecoder().decode(bytes);
}

function endOfLine(bytes: Uint8Array): number {
  const newline = bytes.lastIndexOf(NEWLINE);
  return newline >= bytes.length - LINE_REACH && newline >= 0 ? newline + 1 : bytes.length;
}

function startOfLine(bytes: Uint8Array): number {
  const newline = bytes.indexOf(NEWLINE);
  return newline >= 0 && newline < LINE_REACH ? newline + 1 : 0;
}
