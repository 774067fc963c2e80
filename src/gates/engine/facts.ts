// What gates may look at. `hook/` gathers only the facts that the gates of an event declare.
import type { Config } from "../../config/config.ts";
import type { MutatingCall } from "../../transcript/selectors/tool-calls.ts";
import type { ChangedFile } from "../../worktree/changed-files.ts";
import type { TreeState } from "../../worktree/tree-state.ts";
import type { Leftover } from "../hygiene/leftover.ts";
import type { StageState } from "../pipeline/weigh-stages.ts";
import type { PlanState } from "../plan/weigh-plan.ts";
import type { Baseline } from "../quality/baseline.ts";
import type { QualityFile } from "../quality/state-file.ts";
import type { HeldFlow, Lock, Loop } from "./declared-facts.ts";

/** A task that is pending or in progress. */
export interface OpenTask {
  id: string;
  subject: string;
  status: string;
}

/**
 * What the session (on SubagentStop: that subagent) did to the work tree since the session started. Only there when a
 * call of this budget may have changed something; the user's own edits, and what a pull or a checkout brought, are not in
 * it. `hook/gather-changes.ts` has the added lines of these files.
 */
export interface Changes {
  /** The top of the work tree; paths are relative to it. */
  root: string;
  start: TreeState;
  /** The tree now. */
  tree: TreeState;
  /** Differs from the start, committed or not, and was touched by a call of the session. */
  files: ChangedFile[];
  /** The calls of this budget that may have changed something, oldest first. */
  calls: MutatingCall[];
}

/** The plan that is being worked on. */
export interface ActivePlan {
  /** From the project. */
  path: string;
  state: PlanState;
  /** Ticked items whose proof was not run, because nobody vouched for the command. */
  unproven: number;
  /** Items ticked in this session. */
  finished: string[];
}

/** A leftover, and whether it was refused in this session before. */
export interface FoundLeftover extends Leftover {
  refused: boolean;
}

/** A check that did not pass. */
export interface FailedCheck {
  stage: string;
  /** Without secrets. */
  command: string;
  outcome: "failed" | "timeout" | "missing" | "killed";
  exitCode: number | null;
  telling: string;
  logPath: string | null;
  /** Stable while it fails in the same way. */
  fingerprint: string;
  holdsOnTimeout: boolean;
  baseline: Baseline;
  /** Names its result on the tree of the session's start. */
  startKey: string;
  /** Names this failure among those that were sent in full in this budget. */
  sentKey: string;
  wasSent: boolean;
}

export interface Quality {
  /** Another tool's quality-gate.json, where no stages of ours are configured. */
  file: QualityFile | null;
  /** Stages of the project that did not run, and why. */
  refused: "untrusted" | "changed" | null;
  failures: FailedCheck[];
  /** The tree that was checked. */
  treeMark: string;
}

/** A command that is to prove a piece of work, and what it said. */
export interface WorkCheck {
  command: string;
  /** "refused": nobody vouched for it. "fault": it said nothing about the work. */
  state: "passed" | "failed" | "refused" | "fault";
  /** The telling part of the output, or why there is none. */
  error: string;
  /** Stable while it fails in the same way. */
  fingerprint: string;
  logPath: string | null;
}

/** What the rules for a subagent's type found in its work. */
export interface SubagentWork {
  agentType: string;
  checks: WorkCheck[];
  /** What the plan it wrote still lacks. */
  planProblems: string[];
  /** Tasks it set itself and left open. */
  openTasks: OpenTask[];
  /** Its calls that may have changed something, as a mark that moves with each one. */
  calls: number;
}

/** A subagent's work for a stage of a pipeline. */
export interface StageWork {
  runId: number;
  stage: string;
  /** Empty without one. */
  verify: string;
  /** null when it did not run. */
  check: WorkCheck | null;
  chunk: string | null;
  chunks: number | null;
  /** It started before what the stage requires was finished. */
  isEarly: boolean;
  startedAt: number;
  /** What it changed, from the project. */
  files: string[];
  /** Its calls that may have changed something, as a mark that moves with each one. */
  calls: number;
}

/** A pipeline that was started. */
export interface HeldPipeline {
  runId: number;
  stages: StageState[];
  /** What subagents that worked side by side brought, when nobody was told yet. */
  summary: string | null;
}

/** What a gate of the user's own said. */
export interface CustomVerdict {
  id: string;
  kind: "block" | "advise";
  text: string;
  /** Stable while it says the same. */
  fingerprint: string;
}

/** Found in the session, not saved, and not asked about before. */
export interface WorthSaving {
  /** In the inbox. */
  id: number;
  category: string;
  title: string;
  score: number;
  fingerprint: string;
}

export interface CustomGates {
  verdicts: CustomVerdict[];
  /** Gates of the project that did not run, and why. */
  refused: "untrusted" | "changed" | null;
}

export interface Facts {
  now: number;
  config: Config;
  /** The number the next block would have in this budget. */
  round: number;
  lock: Lock | null;
  loop: Loop | null;
  flow: HeldFlow | null;
  tasks: OpenTask[];
  /** null without one, and when the session changed nothing in this budget. */
  plan: ActivePlan | null;
  /** Open boxes in the last message that Claude made itself. */
  checklist: string[];
  /** In lines that the session (on SubagentStop: that subagent) added. */
  leftovers: FoundLeftover[];
  /** null when there is nothing to check. */
  quality: Quality | null;
  /** null where no rule is for this subagent. */
  subagent: SubagentWork | null;
  /** null when the subagent belongs to no stage. */
  stageWork: StageWork | null;
  pipeline: HeldPipeline | null;
  /** The `verify:` line in a task's description; null without one. */
  proof: WorkCheck | null;
  /** null when none is for this event. */
  custom: CustomGates | null;
  /** Empty when Claude is not to be asked now. */
  triage: WorthSaving[];
  /** Tool calls so far in this session, as a mark that moves with each one. */
  toolCalls: number;
  /** Moves when the work tree does; empty where that cannot be seen. */
  treeMark: string;
}

export type FactName =
  | "lock"
  | "loop"
  | "flow"
  | "tasks"
  | "quality"
  | "toolCalls"
  | "treeMark"
  | "plan"
  | "checklist"
  | "leftovers"
  | "subagent"
  | "stageWork"
  | "pipeline"
  | "proof"
  | "custom"
  | "triage";
