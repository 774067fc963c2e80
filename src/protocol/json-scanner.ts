// Finds the end of the first complete JSON object in a stream of bytes, without waiting for end of file.

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const OPEN_BRACE = 0x7b;
const CLOSE_BRACE = 0x7d;
const OPEN_BRACKET = 0x5b;
const CLOSE_BRACKET = 0x5d;

export interface JsonScanner {
  /** Takes the next bytes; true once the object is complete. */
  push(chunk: Uint8Array): boolean;
  /** The text of the object, or of everything seen when it never became complete. */
  text(): string;
  readonly bytes: number;
}

export function createJsonScanner(): JsonScanner {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  let depth = 0;
  let inString = false;
  let escaped = false;
  let started = false;

  function scan(chunk: Uint8Array): number {
    for (let i = 0; i < chunk.length; i++) {
      if (inString) {
        i = skipString(chunk, i);
        continue;
      }
      const byte = chunk[i];
      if (byte === QUOTE) inString = true;
      else if (byte === OPEN_BRACE || byte === OPEN_BRACKET) {
        depth++;
        started = true;
      } else if (byte === CLOSE_BRACE || byte === CLOSE_BRACKET) {
        depth--;
        if (started && depth <= 0) return i + 1;
      }
    }
    return -1;
  }

  /** The place of the quote that ends the string, or of the chunk's last byte. Jumps, for strings can be megabytes. */
  function skipString(chunk: Uint8Array, from: number): number {
    let at = from;
    if (escaped) {
      escaped = false;
      at++;
    }
    for (;;) {
      const quote = chunk.indexOf(QUOTE, at);
      const end = quote === -1 ? chunk.length : quote;
      const isEscaped = countBackslashes(chunk, at, end) % 2 === 1;
      if (quote === -1) {
        escaped = isEscaped;
        return chunk.length - 1;
      }
      if (!isEscaped) {
        inString = false;
        return quote;
      }
      at = quote + 1;
    }
  }

  return {
    push(chunk) {
      const end = scan(chunk);
      const taken = end === -1 ? chunk : chunk.subarray(0, end);
      chunks.push(taken);
      bytes += taken.length;
      return end !== -1;
    },
    text() {
      const only = chunks[0];
      return new TextDecoder().decode(chunks.length === 1 && only ? only : join(chunks));
    },
    get bytes() {
      return bytes;
    },
  };
}

function join(chunks: readonly Uint8Array[]): Uint8Array {
  return Buffer.concat(chunks);
}

/** Backslashes in a row right before `end`, not looking further back than `from`. */
function countBackslashes(chunk: Uint8Array, from: number, end: number): number {
  let at = end;
  while (at > from && chunk[at - 1] === BACKSLASH) at--;
  return end - at;
}
