import type { Sentence } from "./sentences.ts";

export interface Reach {
  /** In sentences. */
  before: number;
  after: number;
  /** The lines around count too. */
  lines: boolean;
  quoted: boolean;
}

/** A window of four lines. */
const LINES_BEFORE = 2;
const LINES_AFTER = 1;

/** In the lines around it, and not too many sentences away. */
export function around(
  sentences: readonly Sentence[],
  at: number,
  { before, after, lines, quoted }: Reach,
): string {
  const line = sentences[at]?.line ?? 0;
  const said: string[] = [];
  for (const other of sentences.slice(at > before ? at - before : 0, at + after + 1))
    if (!lines ? other.line === line : isNear(other.line - line))
      said.push(quoted ? other.plain : other.masked);
  return said.join("\n");
}

function isNear(distance: number): boolean {
  return distance >= -LINES_BEFORE && distance <= LINES_AFTER;
}
