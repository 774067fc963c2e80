import { bulletList, clip, clipList, firstLine } from "../../text/clip.ts";
import { formatAge } from "../../text/format-time.ts";
import { quoteForShell } from "../../text/printable.ts";
import type { RefusalReason } from "../commands/permitted.ts";
import type { Finding } from "../engine/gate.ts";
import type { StopView } from "../engine/stop-context.ts";
import type { FailureAge } from "./failure-age.ts";
import type { OthersFile } from "./locate-failure.ts";
import type { NewTestsFacts } from "./new-tests/gather-new-tests.ts";
import type { RedCi } from "./read-ci.ts";
import { describeFailedStages, type QualityFile } from "./state-file.ts";

export interface QualityFacts {
  /** Another tool's quality-gate.json, if no stages are configured. */
  file: QualityFile | null;
  /** Stages of the project that did not run, and why. */
  refused: RefusalReason;
  failures: FailedCheck[];
  /** Passes of slow checks from before the last command or prompt, which were not run again. */
  reused: ReusedPass[];
  treeFingerprint: string;
  /** After the turn only. */
  ci?: RedCi;
  /** 0 when not needed. */
  toolCalls: number;
  /** After the turn only. */
  newTests?: NewTestsFacts;
  /** No check ran, because git is still capturing the work tree as it was at the session's start. */
  awaitsBaseline?: boolean;
}

export const NO_FACTS: QualityFacts = {
  file: null,
  refused: null,
  failures: [],
  reused: [],
  treeFingerprint: "",
  toolCalls: 0,
};

/** A check that did not pass. */
export interface FailedCheck {
  stage: string;
  /** Without secrets. */
  command: string;
  outcome: "failed" | "timeout" | "missing" | "killed";
  exitCode: number | null;
  /** The excerpt of the output that shows what failed. */
  excerpt: string;
  /** The line of it that names the error. */
  error: string;
  logPath: string | null;
  /** Stable while it fails in the same way. */
  fingerprint: string;
  holdsOnTimeout: boolean;
  age: FailureAge;
  /** Set if all error lines are in these files, which only others changed; null when not, or when unsure. */
  others: OthersFile[] | null;
  /** The cache key of its result on the session's first tree. */
  startKey: string;
}

export interface ReusedPass {
  stage: string;
  /** Without secrets. */
  command: string;
  at: number;
  durationMs: number;
}

const MAX_EXCERPT_LENGTH = 700;
/** For all failures but the first, to keep the reason short. */
const MAX_LATER_EXCERPT_LENGTH = 200;
const MAX_COMMAND_LENGTH = 80;
const MAX_LABEL_LENGTH = 24;
const MAX_FILES = 3;

export function judgeQuality({ now }: StopView, facts: QualityFacts): Finding[] {
  const { file, refused, failures, reused, ci, newTests } = facts;
  const firstBlocking = failures.find(isBlocking);
  return [
    ...(file?.lastResult === "failed" ? [explainForeignFailure(file, facts)] : []),
    ...failures.map((failure) => judgeFailure(failure, failure === firstBlocking, facts)),
    ...(ci ? [explainRedCi(ci)] : []),
    ...(newTests ? [explainNewTests(newTests, facts)] : []),
    ...(refused ? [notTrusted(refused)] : []),
    ...(facts.awaitsBaseline ? [notCheckedYet()] : []),
    ...reused.map((pass) => explainReused(pass, now)),
  ];
}

function judgeFailure(failure: FailedCheck, isFirst: boolean, { treeFingerprint }: QualityFacts): Finding {
  const blocks = isBlocking(failure);
  return {
    gate: "quality",
    code: failure.outcome,
    severity: blocks ? "block" : "advise",
    reason: blocks ? explainBlock(failure, isFirst) : explainAdvice(failure),
    again: `Stage ${failure.stage}: ${name(failure)} still fails in the same way.`,
    summary: `Stage ${failure.stage}: ${name(failure)} fails: ${failure.error}`,
    label: `${clip(failure.command, MAX_LABEL_LENGTH)} red`,
    // Advice about a failure that blocked before needs another fingerprint to be shown.
    fingerprint: blocks
      ? failure.fingerprint
      : `${failure.fingerprint}:${failure.others ? "others" : failure.age}`,
    progress: `tree:${treeFingerprint}`,
    releasedBy: `\`${failure.command}\` passing`,
  };
}

/** A check that says nothing about the work does not block. */
function isBlocking({ outcome, age, others, holdsOnTimeout }: FailedCheck): boolean {
  if (outcome !== "failed" && !(outcome === "timeout" && holdsOnTimeout)) return false;
  return others === null && (age === "new" || age === "unknown" || age === "unclear");
}

function explainBlock(failure: FailedCheck, isFirst: boolean): string {
  const { stage, excerpt, logPath } = failure;
  const next = isFirst || failure.age !== "new" ? ` ${nextStep(failure)}` : "";
  return [
    `Stage ${stage}: ${name(failure)} fails.${next}`,
    clip(excerpt, isFirst ? MAX_EXCERPT_LENGTH : MAX_LATER_EXCERPT_LENGTH),
    ...(logPath ? [`Full output: ${logPath}`] : []),
  ].join("\n");
}

/** Claude is never told to fix what may have failed before. */
function nextStep({ age }: FailedCheck): string {
  if (age === "new") return "Fix it, then stop; the check reruns automatically.";
  const known =
    age === "unclear"
      ? "It failed in another way before this session."
      : "There is no result yet from before this session.";
  return `${known} If this failed before your change, say so and stop. Otherwise fix it; the check reruns automatically.`;
}

function explainAdvice(failure: FailedCheck): string {
  const { stage, outcome, age, others, logPath } = failure;
  const log = logPath ? ` Full output: ${logPath}` : "";
  if (outcome !== "failed")
    return `stage ${stage}: ${name(failure)} did not check anything. ${firstLine(failure.excerpt)}${log}`;
  if (others !== null)
    return `stage ${stage} fails only in ${describeFiles(others)}: ${name(failure)}.${log}`;
  const why =
    age === "old"
      ? ", as it did before this session changed anything"
      : " (holdfast cannot tell whether this is new)";
  return `stage ${stage}: ${name(failure)} fails${why}.${log}`;
}

function describeFiles(files: readonly OthersFile[]): string {
  const described = files.map(({ path, sessionId }) => {
    const who = sessionId === null ? "you, or another program" : `session ${sessionId.slice(0, 8)}`;
    return `${path} (changed by ${who})`;
  });
  return clipList(described, MAX_FILES);
}

function explainRedCi({ stage, head, failed }: RedCi): Finding {
  const runs = failed.map(({ name, url }) => `${name}${url === "" ? "" : `: ${url}`}`);
  const run = failed.find(({ id }) => id !== null);
  const log = run ? ` \`gh run view ${run.id} --log-failed\` shows why.` : "";
  const commit = head.slice(0, 8);
  return {
    gate: "quality",
    code: "ci",
    severity: "block",
    reason: [
      `Stage ${stage}: CI failed on ${commit}, the head of this branch.${log} Fix it, or say why it is not yours to fix.`,
      ...bulletList(runs, MAX_FILES),
    ].join("\n"),
    summary: `Stage ${stage}: CI failed on ${commit}`,
    label: "CI red",
    fingerprint: `quality:ci:${head}`,
    progress: `head:${head}`,
    releasedBy: "a commit on which CI passes",
  };
}

/** The code of a finding about tests that cannot fail. */
export const NEW_TESTS = "new-tests";

/** Stored when Claude was woken for them after this prompt. */
export function heldNoticeId(budget: { id: number } | null): string {
  return `held:new-tests:${budget?.id ?? 0}`;
}

function explainNewTests(
  { lines, fingerprint, blocks }: NewTestsFacts,
  { treeFingerprint }: QualityFacts,
): Finding {
  return {
    gate: "quality",
    code: NEW_TESTS,
    severity: blocks ? "block" : "advise",
    reason: blocks
      ? [
          "None of your new or changed tests fails without your change, so they do not test it. Make them fail on the old code, or say that it is a refactoring.",
          ...bulletList(lines, MAX_FILES),
        ].join("\n")
      : lines.join("; "),
    summary: lines[0] ?? "",
    label: "tests that cannot fail",
    fingerprint,
    progress: `tree:${treeFingerprint}`,
    releasedBy: "a new test that fails on the old source",
    ...(blocks ? { avoidedBy: { key: "quality.newTests", value: "advise" } } : {}),
  };
}

/** Only for `holdfast explain`. */
function explainReused({ stage, command, at, durationMs }: ReusedPass, now: number): Finding {
  const seconds = Math.round(durationMs / 1000);
  return {
    gate: "quality",
    code: "from-before",
    severity: "advise",
    isSilent: true,
    reason: `stage ${stage}: \`${clip(command, MAX_COMMAND_LENGTH)}\` passed ${formatAge(at, now)} and takes ${seconds} s, so it did not run again. To run it: \`holdfast gate run ${quoteForShell(stage)}\`.`,
    fingerprint: `quality:from-before:${stage}:${Bun.hash(command).toString(36)}`,
    progress: "",
    releasedBy: `\`holdfast gate run ${quoteForShell(stage)}\``,
  };
}

function name({ command, exitCode }: FailedCheck): string {
  return `\`${clip(command, MAX_COMMAND_LENGTH)}\`${exitCode === null ? "" : ` (exit code ${exitCode})`}`;
}

function notTrusted(state: NonNullable<RefusalReason>): Finding {
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

function notCheckedYet(): Finding {
  return {
    gate: "quality",
    code: "no-baseline",
    severity: "advise",
    reason:
      "no check ran at this stop: git has not yet recorded the work tree as it was when the session started. The checks run once it has; `holdfast gate run` runs them now.",
    fingerprint: "quality:no-baseline",
    progress: "",
    releasedBy: "a stop after git has recorded it",
  };
}

function explainForeignFailure(file: QualityFile, { toolCalls }: QualityFacts): Finding {
  const failed = describeFailedStages(file);
  return {
    gate: "quality",
    code: "failed",
    severity: "block",
    reason: [
      "The last run of the quality checks failed (quality-gate.json).",
      ...failed,
      "Fix it and run the checks again.",
    ].join("\n"),
    fingerprint: `quality:${Bun.hash(failed.join("\n")).toString(36)}`,
    progress: `tools:${toolCalls}`,
    releasedBy: 'a run that passes: last_result "passed" in quality-gate.json',
  };
}
