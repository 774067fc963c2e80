// A decision that was written down as one: a file in a folder of decision records.
import type { TranscriptItem } from "../../../transcript/item.ts";
import { makeLineFinding, type TriageFinding } from "../candidate.ts";
import { plainLine } from "../title.ts";

const recordPattern = () =>
  /(?:^|[\\/])(?:adrs?|decisions?|decision-records?|architecture-decisions?)[\\/][^\\/]+\.(?:md|mdx|adoc|rst|txt)$|(?:^|[\\/])adr-?\d+[^\\/]*\.md$/i;
const openPattern = () =>
  /^\W*(?:status\W+)?(?:proposed|draft|rejected|superseded|deprecated|pending)\W*$|^\W*status\W+(?:proposed|draft|rejected|superseded|deprecated|pending)\b|\b(?:N\. Title|<title>|\[title\])/im;
const templatePattern = () => /template|readme|index|toc\b/i;

export function readDecisionRecords(item: TranscriptItem): TriageFinding[] {
  if (item.kind !== "tool-result" || item.isError || item.call?.tool !== "Write") return [];
  const { file_path: path, content } = item.call.input;
  if (typeof path !== "string" || typeof content !== "string" || !recordPattern().test(path)) return [];
  if (templatePattern().test(path) || openPattern().test(content)) return [];
  const line = headingOf(content);
  if (line === "") return [];
  const kind = { category: "DECISION", pattern: "decision.record", strength: 0.6 } as const;
  return [makeLineFinding({ ...kind, line, who: "claude", why: "written down as a decision" })];
}

function headingOf(content: string): string {
  const heading = content.split("\n").find((line) => /^(?:#|=)\s*\S|^title:/i.test(line)) ?? "";
  return plainLine(heading.replace(/^(?:#+|=+|title:)\s*/i, "").replace(/^(?:adr[- ]?)?\d+[.:)\s-]+/i, ""));
}
