// What a command said that was to prove a piece of work, as a finding of the gate that asked for it.
import type { WorkCheck } from "../engine/facts.ts";
import type { Finding } from "../engine/finding.ts";

const MAX_COMMAND = 120;
const MAX_ERROR = 700;

interface About {
  gate: string;
  /** Whose work it is, such as `Stage "build"`. */
  what: string;
  /** Names the work among that of others. */
  mark: string;
  progress: string;
}

/** Only a command that ran and said no holds. */
export function judgeCheck(check: WorkCheck, about: About): Finding[] {
  const command = clip(check.command.replaceAll(/\s+/g, " "), MAX_COMMAND);
  const common = {
    gate: about.gate,
    fingerprint: `${about.gate}-${check.state}:${hash(about.mark, check.command, check.fingerprint)}`,
    progress: about.progress,
  };
  switch (check.state) {
    case "passed":
      return [];
    case "failed":
      return [
        {
          ...common,
          code: "failed",
          severity: "block",
          reason: [
            `${about.what}: \`${command}\` fails:`,
            clip(check.error || "(no output)", MAX_ERROR),
            ...(check.logPath ? [`Full output: ${check.logPath}`] : []),
            "Fix that: the command then runs again by itself.",
          ].join("\n"),
          releasedBy: `\`${command}\` passing`,
        },
      ];
    case "refused":
      return [
        {
          ...common,
          code: "not-run",
          severity: "advise",
          reason: `${about.what}: \`${command}\` was not run, nobody vouched for it. ${check.error}`.trim(),
          releasedBy: "`holdfast trust`",
        },
      ];
    case "fault":
      return [
        {
          ...common,
          code: "fault",
          severity: "advise",
          reason:
            `${about.what}: \`${command}\` said nothing about the work. ${clip(check.error, 200)}`.trim(),
          releasedBy: `\`${command}\` passing`,
        },
      ];
  }
}

function hash(...parts: string[]): string {
  return Bun.hash(parts.join("\n")).toString(36);
}

function clip(text: string, most: number): string {
  return text.length <= most ? text : `${text.slice(0, most - 1)}…`.toWellFormed();
}
