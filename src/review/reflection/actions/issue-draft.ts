// A finding as a GitHub issue. What comes from a session stands in code blocks only: there it calls nobody, links
// nothing and cannot pass for our own marker.
import { printable } from "../../../text/printable.ts";
import { redact } from "../../../text/redaction/redact.ts";
import type { Pattern } from "../pattern.ts";

export const LABELS = ["improvement", "automation", "reflection"] as const;

export interface IssueDraft {
  fingerprint: string;
  title: string;
  body: string;
}

export interface FoundIn {
  sessions: number;
  /** Left out of paths: whose machine it was is nobody's business. */
  home: string;
  projectDir: string;
}

const MAX_TITLE = 120;
const MAX_LINE = 400;
const MAX_EVIDENCE = 12;

export function draftIssue(pattern: Pattern, found: FoundIn): IssueDraft {
  const clean = (text: string) => cleanLine(text, found);
  const { id, count, title, evidence, suggestion, fingerprint } = pattern;
  const times = `${count} ${count === 1 ? "time" : "times"}`;
  const sessions = found.sessions > 1 ? `, in ${found.sessions} sessions` : "";
  const body = [
    `holdfast found a pattern (\`${id}\`) in a Claude Code session, ${times}${sessions}:`,
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
  const short = clean(title);
  return {
    fingerprint,
    title:
      `Improvement: ${short.length > MAX_TITLE ? `${short.slice(0, MAX_TITLE)}…` : short}`.toWellFormed(),
    body: `${body.join("\n\n")}\n`,
  };
}

/** By this an issue is found again, whoever filed it and wherever. */
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

/** On one line, without secrets, the person's folders, hidden characters and comment signs. */
function cleanLine(text: string, { home, projectDir }: FoundIn): string {
  const line = redact(text).text.replace(/\s+/g, " ").trim();
  const near = [[projectDir, "."] as const, [home, "~"] as const]
    .filter(([dir]) => dir.length > 1)
    .reduce((rest, [dir, sign]) => rest.replaceAll(dir, sign), line);
  const cut = near.length > MAX_LINE ? `${near.slice(0, MAX_LINE)}…` : near;
  return printable(cut.toWellFormed()).replaceAll("<!--", "<! --").replaceAll("-->", "-- >");
}

/** A fence longer than any run of backticks inside. */
function block(lines: string[]): string {
  const runs = lines.join("\n").match(/`+/g) ?? [];
  const fence = "`".repeat(Math.max(3, ...runs.map((run) => run.length + 1)));
  return [`${fence}text`, ...lines, fence].join("\n");
}
