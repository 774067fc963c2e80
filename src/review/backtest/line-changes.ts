// Which lines an edit adds and which it takes away, as far as its words tell: without the file around them.

export interface LineChange {
  /** With their place in the new text, from 0. */
  added: { at: number; text: string }[];
  removed: string[];
}

export function changedLines(before: string, after: string): LineChange {
  const left = new Map<string, number>();
  for (const line of splitLines(before)) left.set(line, (left.get(line) ?? 0) + 1);
  const added = splitLines(after).flatMap((text, at) => {
    const known = left.get(text) ?? 0;
    if (known === 0) return [{ at, text }];
    left.set(text, known - 1);
    return [];
  });
  return { added, removed: [...left].flatMap(([text, count]) => Array<string>(count).fill(text)) };
}

export function splitLines(text: string): string[] {
  return text === "" ? [] : text.replace(/\r?\n$/, "").split(/\r?\n/);
}
