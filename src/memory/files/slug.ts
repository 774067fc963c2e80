const MAX_SLUG = 60;

/** The plain ASCII file name for a title. */
export function slugOf(title: string): string {
  const plain = title
    .normalize("NFKD")
    .replace(/\p{M}+/gu, "")
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-+|-+$/g, "");
  // Nothing readable is left of a title in another script, so a hash is used.
  if (plain.replaceAll("-", "").length < 3) return `memory-${Bun.hash(title).toString(16).slice(0, 8)}`;
  if (plain.length <= MAX_SLUG) return plain;
  return plain
    .slice(0, MAX_SLUG + 1)
    .replace(/-[^-]*$/, "")
    .slice(0, MAX_SLUG);
}
