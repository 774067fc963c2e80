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
      const byte = chunk[i];
      if (inString) {
        if (escaped) escaped = false;
        else if (byte === BACKSLASH) escaped = true;
        else if (byte === QUOTE) inString = false;
        continue;
      }
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
      const all = chunks.length === 1 && only ? only : Buffer.concat(chunks);
      return new TextDecoder().decode(all);
    },
    get bytes() {
      return bytes;
    },
  };
}
