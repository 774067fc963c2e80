// Paths are bytes to the system and to git, and text to us. A path that is not UTF-8 keeps each byte from 0x80 on as a
// lone surrogate (U+DC80 to U+DCFF): it survives JSON and leads back to the same file.

const strict = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

/** The records of git's `-z` output. */
export function splitRecords(output: Uint8Array): string[] {
  const records =
    decode(output)?.split("\0") ?? splitBytes(output).map((bytes) => decode(bytes) ?? keepBytes(bytes));
  if (records.at(-1) === "") records.pop();
  return records;
}

/** The path as system calls take it. */
export function toSystemPath(root: string, path: string): string | Buffer {
  return path.isWellFormed() ? `${root}/${path}` : Buffer.concat([Buffer.from(`${root}/`), toBytes(path)]);
}

/** As git stores it. */
export function toBytes(path: string): Buffer {
  // The low byte of each escaped unit is the byte it stands for.
  return path.isWellFormed() ? Buffer.from(path) : Buffer.from(path, "latin1");
}

function decode(bytes: Uint8Array): string | null {
  try {
    return strict.decode(bytes);
  } catch {
    return null; // Not UTF-8, which is allowed in a file name.
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
