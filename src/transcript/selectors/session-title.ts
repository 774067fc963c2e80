import type { Title, TranscriptItem } from "../item.ts";

/** The person's own title, else the client's. A summary counts only if it is of a record among the items. */
export function sessionTitle(items: readonly TranscriptItem[]): string | null {
  const uuids = new Set(items.map(({ uuid }) => uuid));
  const titles = items.filter(
    (item): item is Title =>
      item.kind === "title" &&
      (item.source !== "summary" || (item.leafUuid !== null && uuids.has(item.leafUuid))),
  );
  for (const source of ["custom", "ai", "summary"]) {
    const title = titles.findLast((candidate) => candidate.source === source);
    if (title) return title.text;
  }
  return null;
}
