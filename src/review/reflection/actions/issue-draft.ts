// A finding as a GitHub issue. Text from a session stands in code blocks only: there it mentions nobody, links nothing
// and cannot pass for our own marker.
import { clip } from "../../../text/clip.ts";
import { countNoun } from "../../../text/count-noun.ts";
import { publicLine } from "../../../text/public-line.ts";
import type { Pattern } from "../reflection.ts";

export const LABELS = ["improvement", "automation", "reflection"] as const;

export interface IssueDraft {
  fingerprint: string;
  title: string;
  body: string;
}

export interface IssueContext {
  sessions: number;
  /** Left out of paths: whose machine it was stays private. */
  home: string;
  projectDir: string;
}

const MAX_TITLE = 120;
const MAX_LINE = 400;
const MAX_EVIDENCE = 12;

export function draftIssue(pattern: Pattern, context: IssueContext): IssueDraft {
  const clean = (text: string) => publicLine(text, context, MAX_LINE);
  const { id, count, title, evidence, suggestion, fingerprint } = pattern;
  const sessions = context.sessions > 1 ? `, in ${context.sessions} sessions` : "";
  const body = [
    `holdfast found a pattern (\`${id}\`) in a Claude Code session, ${countNoun(count, "time")}${sessions}:`,
    block([clean(title)]),
    "### Suggestion",
    block([clean(suggestion.text), ...draftLines(pattern).map(clean)]),
    ...(evidence.length > 0
      ? [
          "### Evidence",
          block(evidence.slice(0, MAX_EVIDENCE).map(({ where, text }) => clean(`${where}: ${text}`))),
        ]
      : []),
    "Reviewed by a person before it was filed. Secrets were taken out.",
    markerOf(fingerprint),
  ];
  return {
    fingerprint,
    title: `Improvement: ${clip(clean(title), MAX_TITLE)}`,
    body: `${body.join("\n\n")}\n`,
  };
}

/** By this an issue is found again, whoever filed it. */
export function markerOf(fingerprint: string): string {
  return `<!-- holdfast:${fingerprint} -->`;
}

function draftLines({ suggestion }: Pattern): string[] {
  if (suggestion.kind === "script") return ["", suggestion.payload.command];
  if (suggestion.kind === "permission") return ["", suggestion.payload.rule];
  if (suggestion.kind === "gate")
    return ["", `${suggestion.payload.key} = ${JSON.stringify(suggestion.payload.value)}`];
  return [];
}

/** A fence longer than any run of backticks inside. */
function block(lines: string[]): string {
  const runs = lines.join("\n").match(/`+/g) ?? [];
  const fence = "`".repeat(Math.max(3, ...runs.map((run) => run.length + 1)));
  return [`${fence}text`, ...lines, fence].join("\n");
}
