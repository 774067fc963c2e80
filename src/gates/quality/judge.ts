import { clip } from "../../text/clip.ts";
import type { Finding } from "../engine/gate.ts";
import type { StopView } from "../engine/stop-context.ts";
import type { Baseline } from "./baseline.ts";
import { describeFailedStages, type QualityFile } from "./state-file.ts";

export interface QualityFacts {
  /** Another tool's quality-gate.json, where no stages of ours are configured. */
  file: QualityFile | null;
  /** Stages of the project that did not run, and why. */
  refused: "untrusted" | "changed" | null;
  failures: FailedCheck[];
  /** The tree that was checked. */
  treeMark: string;
  /** 0 where nobody measures by it. */
  toolCalls: number;
}

/** A check that did not pass. */
export interface FailedCheck {
  stage: string;
  /** Without secrets. */
  command: string;
  outcome: "failed" | "timeout" | "missing" | "killed";
  exitCode: number | null;
  /** The part of the output that says what failed. */
  excerpt: string;
  logPath: string | null;
  /** Stable while it fails in the same way. */
  fingerprint: string;
  holdsOnTimeout: boolean;
  baseline: Baseline;
  /** Names its result on the tree of the session's start. */
  startKey: string;
}

const MAX_EXCERPT = 700;
/** Of all but the first: a reason has to stay short. */
const MAX_BESIDE = 200;
const MAX_COMMAND = 80;

export function judgeQuality(_stop: StopView, facts: QualityFacts): Finding[] {
  const { file, refused, failures } = facts;
  const firstHeld = failures.find(isHeld);
  return [
    ...(file?.lastResult === "failed" ? [trustFile(file, facts)] : []),
    ...failures.map((failure) => judgeFailure(failure, failure === firstHeld, facts)),
    ...(refused ? [notTrusted(refused)] : []),
  ];
}

function judgeFailure(failure: FailedCheck, isFirst: boolean, { treeMark }: QualityFacts): Finding {
  const holds = isHeld(failure);
  return {
    gate: "quality",
    code: failure.outcome,
    severity: holds ? "block" : "advise",
    reason: holds ? explainBlock(failure, isFirst) : explainAdvice(failure),
    again: `Stage ${failure.stage}: ${name(failure)} still fails in the same way.`,
    summary: `Stage ${failure.stage}: ${name(failure)} fails: ${firstLine(failure)}`,
    // What was held before and advises now is another thing to say.
    fingerprint: holds ? failure.fingerprint : `${failure.fingerprint}:${failure.baseline}`,
    progress: `tree:${treeMark}`,
    releasedBy: `\`${failure.command}\` passing`,
  };
}

/** What says nothing about the work does not hold it. */
function isHeld({ outcome, baseline, holdsOnTimeout }: FailedCheck): boolean {
  if (outcome !== "failed" && !(outcome === "timeout" && holdsOnTimeout)) return false;
  return baseline === "passed" || baseline === "unknown";
}

function explainBlock(failure: FailedCheck, isFirst: boolean): string {
  const { stage, excerpt, logPath } = failure;
  const next = isFirst ? " Fix that and stop again: the check then runs by itself." : "";
  return [
    `Stage ${stage}: ${name(failure)} fails.${next}`,
    clip(excerpt, isFirst ? MAX_EXCERPT : MAX_BESIDE),
    ...(logPath ? [`Full output: ${logPath}`] : []),
  ].join("\n");
}

function explainAdvice(failure: FailedCheck): string {
  const { stage, outcome, baseline, logPath } = failure;
  const log = logPath ? ` Full output: ${logPath}` : "";
  if (outcome !== "failed")
    return `stage ${stage}: ${name(failure)} did not check anything. ${firstLine(failure)}${log}`;
  const why =
    baseline === "failed"
      ? "fails, as it did before this session changed anything"
      : "fails; whether it did so before this session is not known";
  return `stage ${stage}: ${name(failure)} ${why}.${log}`;
}

function name({ command, exitCode }: FailedCheck): string {
  return `\`${clip(command, MAX_COMMAND)}\`${exitCode === null ? "" : ` (exit code ${exitCode})`}`;
}

function firstLine({ excerpt }: FailedCheck): string {
  return excerpt.split("\n", 1)[0] ?? "";
}

function notTrusted(state: "untrusted" | "changed"): Finding {
  const why = state === "changed" ? "changed since you trusted it" : "is not trusted";
  return {
    gate: "quality",
    code: state,
    severity: "advise",
    reason: `the checks of this project did not run: its .claude/holdfast.json ${why}. Look with \`holdfast trust --show\`, then run \`holdfast trust\` in your own terminal.`,
    fingerprint: `quality:${state}`,
    progress: "",
    releasedBy: "`holdfast trust`, by a person",
  };
}

function trustFile(file: QualityFile, { toolCalls }: QualityFacts): Finding {
  const failed = describeFailedStages(file);
  return {
    gate: "quality",
    code: "failed",
    severity: "block",
    reason: [
      "The last run of the quality checks failed (quality-gate.json).",
      ...failed,
      "Fix that and run the checks again.",
    ].join("\n"),
    fingerprint: `quality:${Bun.hash(failed.join("\n")).toString(36)}`,
    progress: `tools:${toolCalls}`,
    releasedBy: 'a run that passes: last_result "passed" in quality-gate.json',
  };
}
