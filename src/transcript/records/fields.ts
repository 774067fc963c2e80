// Looking into JSON of others: a field of the wrong type counts as absent.

export type Raw = Record<string, unknown>;

export function isRaw(value: unknown): value is Raw {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

export function rawOf(value: unknown): Raw {
  return isRaw(value) ? value : {};
}

export function textOf(value: unknown): string | null {
  return typeof value === "string" && value !== "" ? value : null;
}

export function numberOf(value: unknown): number | null {
  return typeof value === "number" && Number.isFinite(value) ? value : null;
}

export function listOf(value: unknown): unknown[] {
  return Array.isArray(value) ? value : [];
}

/** Content is a string, or blocks; now and then a string stands where a block should. */
export function blocksOf(content: unknown): Raw[] {
  if (typeof content === "string") return [{ type: "text", text: content }];
  const blocks: Raw[] = [];
  for (const block of listOf(content))
    if (typeof block === "string") blocks.push({ type: "text", text: block });
    else if (isRaw(block)) blocks.push(block);
  return blocks;
}

export function textOfBlocks(content: unknown): string {
  return blocksOf(content)
    .flatMap((block) => (typeof block.text === "string" ? [block.text] : []))
    .join("\n");
}
