// The text of a finding's GitHub issue.
import { clip } from "../../../text/clip.ts";
import { countNoun } from "../../../text/count-noun.ts";
import { publicLine } from "../../../text/public-line.ts";
import type { Pattern } from "../reflection.ts";
import { fence } from "../render-markdown.ts";

export const LABELS = ["improvement", "automation", "reflection"] as const;

export interface IssueDraft {
  fingerprint: string;
  title: string;
  body: string;
}

interface IssueContext {
  sessions: number;
  /** Removed from paths, to keep the person's name private. */
  home: string;
  projectDir: string;
}

const MAX_TITLE = 120;
const MAX_LINE = 400;
const MAX_EVIDENCE = 12;

/** Text from a session goes into code blocks only, where it mentions nobody, links nothing and cannot imitate our marker. */
export function draftIssue(pattern: Pattern, context: IssueContext): IssueDraft {
  const clean = (text: string) => publicLine(text, context, MAX_LINE);
  const { id, count, title, suggestion, fingerprint } = pattern;
  const seen = pattern.evidence.slice(0, MAX_EVIDENCE);
  const sessions = context.sessions > 1 ? `, in ${context.sessions} sessions` : "";
  const body = [
    `holdfast found a pattern (\`${id}\`) in a Claude Code session, ${countNoun(count, "time")}${sessions}:`,
    fence("text", clean(title)),
    "### Suggestion",
    fence("text", clean(suggestion.text)),
    ...(seen.length > 0
      ? ["### Evidence", fence("text", seen.map(({ where, text }) => clean(`${where}: ${text}`)).join("\n"))]
      : []),
    "Reviewed by a person before it was filed. Secrets were removed.",
    markerOf(fingerprint),
  ];
  return {
    fingerprint,
    title: `Improvement: ${clip(clean(title), MAX_TITLE)}`,
    body: `${body.join("\n\n")}\n`,
  };
}

/** Identifies an issue, whoever filed it. */
export function markerOf(fingerprint: string): string {
  return `<!-- holdfast:${fingerprint} -->`;
}
