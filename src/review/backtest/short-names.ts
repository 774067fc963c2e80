// Names that fit a column and are still told apart: of a path its end, of an id its beginning.

const MIN_ID = 8;

/** As many as were given, each another. */
export function shortNames(names: readonly string[], longest: number): string[] {
  const parts = names.map((name) => name.split("/"));
  for (let depth = 1; depth <= Math.max(1, ...parts.map(({ length }) => length)); depth++) {
    const ends = parts.map((part) => part.slice(-depth).join("/"));
    const cut = ends.map((end) => cutStart(end, longest));
    if (new Set(cut).size === names.length) return cut;
  }
  return names.map((name, n) => `${n + 1} ${cutStart(name.replace(/^.*\//, ""), longest - 2)}`);
}

/** The beginning that no other has, or all of it. */
export function shortId(id: string, all: readonly string[]): string {
  const others = all.filter((other) => other !== id);
  for (let length = MIN_ID; length < id.length; length++) {
    const start = id.slice(0, length);
    if (!others.some((other) => other.startsWith(start))) return start;
  }
  return id;
}

function cutStart(text: string, longest: number): string {
  return text.length > longest ? `…${text.slice(1 - longest)}`.toWellFormed() : text;
}
