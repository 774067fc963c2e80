// Runs a command that proves a piece of work, and turns its result into a finding.
import { noteFault } from "../../store/hook-context.ts";
import { clip, clipLine, firstLine } from "../../text/clip.ts";
import type { Finding } from "../engine/gate.ts";
import { timeForCommands } from "../engine/open-stop.ts";
import type { StopContext } from "../engine/stop-context.ts";
import type { ConditionState } from "../goals/goal.ts";

export interface WorkCheck {
  command: string;
  /**
   * - no-chunk: it asks for the chunk, and the work names none
   * - refused: the user does not trust it
   * - fault: it says nothing about the work
   */
  state: "passed" | "failed" | "no-chunk" | "refused" | "fault";
  /** An excerpt of the output about the failure, or the reason why it was not run. */
  error: string;
  /** Stable while it fails in the same way. */
  fingerprint: string;
  logPath: string | null;
}

interface WorkCheckRequest {
  /** For the fault record. */
  gate: string;
  command: string;
  /** Why it may not run; null when it may. */
  refused: string | null;
  /** `HOLDFAST_CHUNK`: empty if the work names none. */
  env?: Record<string, string>;
  /** Where it runs: the folder of its config file. */
  folder: string;
}

const MAX_COMMAND_LENGTH = 120;
const MAX_ERROR_LENGTH = 700;
const NO_CHUNK =
  "HOLDFAST_CHUNK is not known. Put a line such as `chunk: 1/2` into your report, then try again.";

/** Runs the command unless it is refused or lacks the chunk. Never rejects. */
export async function runWorkCheck(stop: StopContext, work: WorkCheckRequest): Promise<WorkCheck> {
  const { gate, command, refused, folder, env = {} } = work;
  const { redact } = await import("../../text/redaction/redact.ts");
  const shown = redact(command).text;
  const notRun = { command: shown, fingerprint: "", logPath: null };
  if (refused !== null) return { ...notRun, state: "refused", error: refused };
  if (env.HOLDFAST_CHUNK === "" && command.includes("HOLDFAST_CHUNK"))
    return { ...notRun, state: "no-chunk", error: NO_CHUNK };
  if (stop.commands === null) return { ...notRun, state: "fault", error: "It cannot be run now." };
  const timeoutMs = timeForCommands(stop);
  if (timeoutMs < 1000) return { ...notRun, state: "fault", error: "There was no time left to run it." };
  const check = { stage: gate, run: command, folder, cwd: "", env };
  const key = Bun.SHA256.hash(JSON.stringify([gate, command, env, folder]), "hex");
  const target = { env: stop.env, projectDir: stop.projectDir ?? "", key };
  const row = await stop.commands.check(check, target, { timeoutMs });
  const isAnswer = row.outcome === "passed" || row.outcome === "failed";
  if (!isAnswer) await noteFault(stop, `gate:${gate}`, `${shown}: ${row.telling}`);
  return {
    command: shown,
    state: isAnswer ? (row.outcome === "passed" ? "passed" : "failed") : "fault",
    error: row.telling,
    fingerprint: row.fingerprint,
    logPath: row.log_path,
  };
}

interface CheckedWork {
  gate: string;
  /** Whose work it is, such as `Stage "build"`. */
  what: string;
  /** Identifies the work. */
  mark: string;
  progress: string;
}

/** A command that gave no result holds nobody, but proves nothing either. */
export function toCondition({ command, state, error }: WorkCheck): ConditionState {
  const isMet = state === "passed";
  return {
    id: command,
    by: "command",
    run: command,
    state: isMet ? "met" : "open",
    because: error,
    next: "",
  };
}

/** Only a command that failed, or that cannot run without the chunk, blocks. */
export function judgeWorkCheck(check: WorkCheck, about: CheckedWork): Finding[] {
  const command = clipLine(check.command, MAX_COMMAND_LENGTH);
  const common = {
    gate: about.gate,
    fingerprint: `${about.gate}-${check.state}:${hash(about.mark, check.command, check.fingerprint)}`,
    progress: about.progress,
  };
  const subject = `${about.what}: \`${command}\``;
  const releasedBy = `\`${command}\` passing`;
  const advise = (code: string, reason: string, released: string): Finding[] => [
    { ...common, code, severity: "advise", reason: reason.trim(), releasedBy: released },
  ];
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
            `${subject} fails. Fix it, then try again; the command reruns automatically.`,
            clip(check.error || "(no output)", MAX_ERROR_LENGTH),
            ...(check.logPath ? [`Full output: ${check.logPath}`] : []),
          ].join("\n"),
          again: `${subject} still fails in the same way.`,
          summary: `${subject} fails: ${clipLine(firstLine(check.error) || "no output", MAX_COMMAND_LENGTH)}`,
          releasedBy,
        },
      ];
    case "no-chunk":
      return [
        {
          ...common,
          code: "no-chunk",
          severity: "block",
          reason: `${subject} was not run: ${NO_CHUNK}`,
          releasedBy: "a line such as `chunk: 1/2` in the report",
        },
      ];
    case "refused":
      return advise(
        "not-run",
        `${subject} was not run, because it is not trusted. ${check.error}`,
        "`holdfast trust`",
      );
    case "fault":
      return advise("fault", `${subject} did not check the work. ${clip(check.error, 200)}`, releasedBy);
  }
}

function hash(...parts: string[]): string {
  return Bun.hash(parts.join("\n")).toString(36);
}
