// Converts paths, which are bytes to the system and to git, to text and back. In a path that is not UTF-8, each byte from 0x80 on
// becomes a lone surrogate (U+DC80 to U+DCFF), which survives JSON.

const strict = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

/** The records of git's `-z` output. */
export function splitRecords(output: Uint8Array): string[] {
  const records =
    decode(output)?.split("\0") ?? splitBytes(output).map((bytes) => decode(bytes) ?? keepBytes(bytes));
  if (records.at(-1) === "") records.pop();
  return records;
}

/** The path in the form that system calls accept. */
export function toSystemPath(root: string, path: string): string | Buffer {
  return path.isWellFormed() ? `${root}/${path}` : Buffer.concat([Buffer.from(`${root}/`), toBytes(path)]);
}

/** The path as git stores it. */
export function toBytes(path: string): Buffer {
  // The low byte of each surrogate is the original byte.
  return path.isWellFormed() ? Buffer.from(path) : Buffer.from(path, "latin1");
}

function decode(bytes: Uint8Array): string | null {
  try {
    return strict.decode(bytes);
  } catch {
    return null; // Not UTF-8; file names need not be.
  }
}

function keepBytes(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => String.fromCharCode(byte < 0x80 ? byte : 0xdc00 + byte)).join("");
}

function splitBytes(output: Uint8Array): Uint8Array[] {
  const parts: Uint8Array[] = [];
  let start = 0;
  for (let end = output.indexOf(0); end !== -1; end = output.indexOf(0, start)) {
    parts.push(output.subarray(start, end));
    start = end + 1;
  }
  return [...parts, output.subarray(start)];
}
