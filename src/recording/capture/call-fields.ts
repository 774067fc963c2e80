// Looks into JSON of unknown shape.

export function fieldOf(value: unknown, key: string): unknown {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return undefined;
  return (value as Record<string, unknown>)[key];
}

/** null when it is no text, or an empty one. */
export function textOf(value: unknown, key: string): string | null {
  const field = fieldOf(value, key);
  return typeof field === "string" && field !== "" ? field : null;
}
