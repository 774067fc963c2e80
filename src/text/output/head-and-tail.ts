// Keeps the start and the end of a stream of any length in bounded memory: the first errors are at the start, the summary at the
// end.

const NEWLINE = 10;
/** How far a cut may move to be between two lines. */
const MAX_LINE_SHIFT = 4096;

/** The line in place of what was left out. */
export const TRUNCATION_MARKER = /^\[… \d+ bytes left out …\]$/m;

export class HeadAndTail {
  readonly #headLimit: number;
  readonly #tailLimit: number;
  #head: Uint8Array | null = null;
  #headLength = 0;
  /** A ring buffer. */
  #tail: Uint8Array | null = null;
  /** Bytes after the head. */
  #tailSeen = 0;

  constructor(limit: number) {
    this.#headLimit = Math.floor(Math.max(2, limit) / 2);
    this.#tailLimit = Math.max(2, limit) - this.#headLimit;
  }

  get isTruncated(): boolean {
    return this.#tailSeen > this.#tailLimit;
  }

  add(chunk: Uint8Array): void {
    const toHead = chunk.subarray(0, this.#headLimit - this.#headLength);
    this.#head ??= new Uint8Array(this.#headLimit);
    this.#head.set(toHead, this.#headLength);
    this.#headLength += toHead.length;
    if (toHead.length < chunk.length) this.#addToTail(chunk.subarray(toHead.length));
  }

  text(): string {
    if (this.#head === null) return "";
    const head = this.#head.subarray(0, this.#headLength);
    const tail = this.#readTail();
    if (!this.isTruncated) return decode(Buffer.concat([head, tail]));
    const before = head.subarray(0, lastLineEnd(head));
    const after = tail.subarray(firstLineStart(tail));
    const leftOut = this.#headLength + this.#tailSeen - before.length - after.length;
    return `${decode(before)}\n[… ${leftOut} bytes left out …]\n${decode(after)}`;
  }

  #addToTail(chunk: Uint8Array): void {
    this.#tail ??= new Uint8Array(this.#tailLimit);
    const kept = chunk.subarray(Math.max(0, chunk.length - this.#tailLimit));
    const at = (this.#tailSeen + chunk.length - kept.length) % this.#tailLimit;
    const first = kept.subarray(0, this.#tailLimit - at);
    this.#tail.set(first, at);
    this.#tail.set(kept.subarray(first.length), 0);
    this.#tailSeen += chunk.length;
  }

  #readTail(): Uint8Array {
    if (this.#tail === null) return new Uint8Array(0);
    if (!this.isTruncated) return this.#tail.subarray(0, this.#tailSeen);
    const at = this.#tailSeen % this.#tailLimit;
    return Buffer.concat([this.#tail.subarray(at), this.#tail.subarray(0, at)]);
  }
}

/** Invalid UTF-8, such as half a character at a cut, becomes a replacement character. */
function decode(bytes: Uint8Array): string {
  return new TextDecoder().decode(bytes);
}

function lastLineEnd(bytes: Uint8Array): number {
  const newline = bytes.lastIndexOf(NEWLINE);
  return newline >= bytes.length - MAX_LINE_SHIFT && newline >= 0 ? newline + 1 : bytes.length;
}

function firstLineStart(bytes: Uint8Array): number {
  const newline = bytes.indexOf(NEWLINE);
  return newline >= 0 && newline < MAX_LINE_SHIFT ? newline + 1 : 0;
}
