// A command that is to prove a piece of work, for gates whose finding is what it said.
import { noteFault } from "../../store/hook-context.ts";
import { clip, clipLine, firstLine } from "../../text/clip.ts";
import type { Finding } from "../engine/gate.ts";
import type { StopContext } from "../engine/stop-context.ts";
import type { Check } from "./check.ts";

export interface WorkCheck {
  command: string;
  /** "refused": nobody vouched for it. "fault": it said nothing about the work. */
  state: "passed" | "failed" | "refused" | "fault";
  /** What the output says of the failure, or why there is none. */
  error: string;
  /** Stable while it fails in the same way. */
  fingerprint: string;
  logPath: string | null;
}

interface Work {
  /** For the fault record. */
  gate: string;
  command: string;
  /** Why it may not run; null when it may. */
  refused: string | null;
  env?: Record<string, string>;
  /** Where it runs: the folder of the config file it stands in. */
  folder: string;
}

const MAX_COMMAND = 120;
const MAX_ERROR = 700;
const FOREGROUND_MS = 120_000;

/** Runs it when somebody vouched for it. Never rejects. */
export async function runWorkCheck(stop: StopContext, work: Work): Promise<WorkCheck> {
  const { gate, command, refused, folder, env = {} } = work;
  const { redact } = await import("../../text/redaction/redact.ts");
  const shown = redact(command).text;
  const none = { command: shown, fingerprint: "", logPath: null };
  if (refused !== null) return { ...none, state: "refused", error: refused };
  if (stop.commands === null) return { ...none, state: "fault", error: "It cannot be run now." };
  const timeoutMs = FOREGROUND_MS - (Date.now() - stop.now);
  if (timeoutMs < 1000) return { ...none, state: "fault", error: "There was no time left to run it." };
  const check: Check = {
    stage: gate,
    index: 0,
    run: command,
    timeoutMs,
    folder,
    paths: [],
    cwd: "",
    env,
    onTimeout: "advise",
    background: false,
  };
  const key = new Bun.CryptoHasher("sha256")
    .update(JSON.stringify([gate, command, env, folder]))
    .digest("hex");
  const place = { env: stop.env, projectDir: stop.projectDir ?? "", key };
  const row = await stop.commands.check(check, place, { timeoutMs });
  const isAnswer = row.outcome === "passed" || row.outcome === "failed";
  if (!isAnswer) await noteFault(stop, `gate:${gate}`, new Error(`${shown}: ${row.telling}`));
  return {
    command: shown,
    state: isAnswer ? (row.outcome === "passed" ? "passed" : "failed") : "fault",
    error: row.telling,
    fingerprint: row.fingerprint,
    logPath: row.log_path,
  };
}

interface About {
  gate: string;
  /** Whose work it is, such as `Stage "build"`. */
  what: string;
  /** Names the work among that of others. */
  mark: string;
  progress: string;
}

/** Only a command that ran and said no holds. */
export function judgeWorkCheck(check: WorkCheck, about: About): Finding[] {
  const command = clipLine(check.command, MAX_COMMAND);
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
            `${about.what}: \`${command}\` fails. Fix that: the command then runs again by itself.`,
            clip(check.error || "(no output)", MAX_ERROR),
            ...(check.logPath ? [`Full output: ${check.logPath}`] : []),
          ].join("\n"),
          again: `${about.what}: \`${command}\` still fails in the same way.`,
          summary: `${about.what}: \`${command}\` fails: ${clipLine(firstLine(check.error) || "no output", MAX_COMMAND)}`,
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
