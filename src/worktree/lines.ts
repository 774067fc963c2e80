// Content as lines, and lines as numbers that can be compared, and kept, without their text.

/** As git tells: a zero byte near the start. */
const LOOKED_AT = 8000;
const MASK = (1n << 53n) - 1n;

/** null for content that is not text. */
export function textLines(bytes: Uint8Array): string[] | null {
  if (bytes.subarray(0, LOOKED_AT).includes(0)) return null;
  const lines = new TextDecoder().decode(bytes).split(/\r?\n/);
  if (lines.at(-1) === "") lines.pop();
  return lines;
}

/** Equal for lines that differ in indentation only: moving a block in or out does not make it new. */
export function lineIds(lines: readonly string[]): number[] {
  return lines.map((line) => Number(Bun.hash(line.trim()) & MASK));
}
