// The name of a memory's file: plain ASCII, whatever stands in the title.

const LONGEST = 60;

export function slugOf(title: string): string {
  const plain = title
    .normalize("NFKD")
    .replace(/\p{M}+/gu, "")
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-+|-+$/g, "");
  // A title in another script leaves nothing to read: then its hash tells it apart.
  if (plain.replaceAll("-", "").length < 3) return `memory-${Bun.hash(title).toString(16).slice(0, 8)}`;
  if (plain.length <= LONGEST) return plain;
  return plain
    .slice(0, LONGEST + 1)
    .replace(/-[^-]*$/, "")
    .slice(0, LONGEST);
}

/** The first free of `name`, `name-2`, …: the same each time. */
export function numberedName(name: string, isTaken: (name: string) => boolean): string {
  let free = name;
  for (let n = 2; isTaken(free); n++) free = `${name}-${n}`;
  return free;
}

/** The first free of `name`, `name-2` … `name-9`; then it is one of many, and gets a name of its own at once. */
export function freeName(name: string, isTaken: (name: string) => boolean): string {
  if (!isTaken(name)) return name;
  for (let n = 2; n < 10; n++) {
    if (!isTaken(`${name}-${n}`)) return `${name}-${n}`;
  }
  return `${name}-${crypto.randomUUID().slice(0, 8)}`;
}
