// JSON with arbitrary whitespace between its tokens.

/** `gaps` is used cyclically, one for each place where whitespace is allowed. */
export function writeLoosely(value: unknown, gaps: string[]): string {
  let used = 0;
  const gap = () => gaps[used++ % Math.max(1, gaps.length)] ?? "";
  const joined = (parts: string[]) => parts.map((part) => gap() + part + gap()).join(",");

  function write(part: unknown): string {
    if (Array.isArray(part)) return part.length === 0 ? "[]" : `[${joined(part.map(write))}]`;
    if (typeof part !== "object" || part === null) return JSON.stringify(part);
    const members = Object.entries(part).map(
      ([key, member]) => `${JSON.stringify(key)}${gap()}:${gap()}${write(member)}`,
    );
    return members.length === 0 ? "{}" : `{${joined(members)}}`;
  }

  return gap() + write(value) + gap();
}
