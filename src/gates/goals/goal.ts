// The contract of a kind of goal: how it is shown, how its conditions are judged, and the state file that shows it. Its life,
// rounds, reminders, evidence and state file are the same for every kind (goal-gate.ts).
import type { Environment } from "../../config/environment.ts";
import type { Config } from "../../config/schema.ts";
import type { HookEvent } from "../../protocol/hook-event.ts";
import type { Condition, Evidence, Goal, NewEvidence } from "../../store/goals.ts";
import type { OpenContext } from "../../store/hook-context.ts";
import type { Store } from "../../store/open.ts";
import type { StateFields } from "../../store/state-files.ts";
import type { Finding, Limits, Reminder } from "../engine/gate.ts";
import type { StopContext, StopView } from "../engine/stop-context.ts";

/** A condition as it is now. */
export interface ConditionState extends Partial<Condition> {
  id: string;
  /** "waived": it is not met, but nobody waits for it any more. */
  state: "met" | "open" | "waived" | "not-needed";
  /** The evidence if met, what is missing if open. */
  because: string;
  /** Claude's next step; empty when met. */
  next: string;
  needsUser?: true;
  /** What the user has to do, for the user. */
  askUser?: string;
  /** It was met before; a change or a withdrawal opened it again. */
  lapsed?: true;
  /** Met by a run for another purpose: the command did not run again. */
  believed?: true;
  /** No command has run yet. */
  untried?: true;
  /** Stable while a command fails in the same way. */
  fingerprint?: string;
  /** It is for a judge, who was not asked about this tree yet. The stop need not wait for the answer. */
  awaitsJudge?: true;
}

/** A goal and its conditions at one event. `Extra`: what only its kind needs. */
export interface GoalFacts<Extra = unknown> extends Judged<Extra> {
  goal: Goal;
  /** "row": a command of ours set it. "file": a file counts, such as another tool's state file. "rule": the config or a task's text demands it. */
  source: "row" | "file" | "rule";
  /** The state file claims more than the evidence shows. */
  claimsMore: boolean;
  /** The goal was suspended and holds again, because a condition is met since: says so to the person. */
  back?: string;
  /** The event came with other variables than those of the person's prompt. */
  isElsewhere?: boolean;
}

export interface Judged<Extra = unknown> {
  conditions: ConditionState[];
  /** Not recorded yet. */
  evidence: NewEvidence[];
  /** Changes when Claude gets further. */
  progress: string;
  /** To be kept with the goal. */
  details?: Goal["details"];
  extra: Extra;
}

/** Another tool's goal, as its state file describes it. */
export interface FileGoal {
  text: string;
  createdAt: string;
  /** Identifies it: the tool may reuse the file for the next one. */
  key: string;
  isDone: boolean;
  /** It can hold no longer, although it is not done. */
  isUsedUp: boolean;
  conditions: ConditionState[];
  goal: Partial<Pick<Goal, "rounds" | "maxRounds" | "maxMinutes" | "details">>;
}

export interface StateFile {
  name: string;
  parse(fields: StateFields): FileGoal;
  /** Keeps fields that other tools wrote. `conditions`: empty when they were not judged. */
  render(
    goal: Goal,
    evidence: readonly Evidence[],
    conditions: readonly ConditionState[],
    before: StateFields,
  ): StateFields | Promise<StateFields>;
}

/** What commands and views show of a kind: its entry in kinds.ts. */
export interface KindEntry {
  /** Also the id of its gate, and its key in the config. */
  id: string;
  /** In a sentence, if not its id. */
  name?: string;
  file?: StateFile;
  /** For each prompt, if a row does not limit its rounds. By default those of the config. */
  limits?: Limits;
  /** A letter of the label of the button that ends it. */
  hotkey: string;
  /** The command that ends it, if that is not `cancel` with its id. */
  end?: string;
  /** How a new one starts, in a sentence, if not with `holdfast <id> start`. */
  restart?: string;
  /** How it stands. By default by the last results of its conditions. */
  describe?(goal: RecordedGoal, place: LabelSources): GoalLabel;
  /** Its conditions as they are now, but those for a judge. By default as they were recorded last. */
  readConditions?(goal: Goal, place: ConditionSources): Promise<ShownCondition[]>;
}

export interface LabelSources {
  /** Set for another tool's goal. */
  file: FileGoal | null;
  /** The person's last prompt opened it. */
  budget: { opened_at: number } | null;
}

export interface RecordedGoal extends Goal {
  /** Empty once it has ended. */
  evidence: readonly Evidence[];
}

export interface GoalLabel {
  /** What is missing. */
  why: string;
  /** In a word or two: where it stands, instead of its round. */
  phase?: string;
  /** In a word or two: what fails. */
  red?: string;
}

export interface ConditionSources {
  env: Environment;
  config: Config;
  store: Store;
  transcriptPath: string | null;
}

export interface ShownCondition {
  text: string;
  state: ConditionState["state"];
  /** The evidence, or what is missing. */
  note: string;
}

export interface GoalKind<Extra = unknown> extends Pick<KindEntry, "id" | "name" | "file"> {
  /**
   * At a Stop, for a goal with a row: every condition, except that those for a judge may be left out. Runs no command
   * for a suspended goal. null: it cannot be judged now.
   */
  judge?(stop: StopContext, goal: Goal): Promise<Judged<Extra> | null>;
  /** What a file adds to the facts of another tool's goal. */
  judgeFile?(stop: StopContext): Promise<Pick<Judged<Extra>, "progress" | "extra">>;
  /** At other stops, or without `judge`: what a lock, the config or a task's text demands. Rows only follow it. */
  demand?(stop: StopContext): Promise<GoalFacts<Extra> | null>;
  /** Pure. The goal is not met. */
  findings(stop: StopView, facts: GoalFacts<Extra>): Finding[];
  /** It ends as soon as every condition is met, and this is the line for the person. Absent if a command of ours ends it. */
  describeEnd?(facts: GoalFacts<Extra>): string;
  /** Such as "round 3 of 25". */
  describeProgress(goal: Goal): string;
  /** How it ends, in a sentence for Claude. */
  describeWayOut?(goal: Goal): string;
  /** In the transaction that counts the block. */
  note?(stop: StopContext, facts: GoalFacts<Extra>, isHeld: boolean): void;
  onEvent?(context: OpenContext<HookEvent>, facts: GoalFacts<Extra> | null): Promise<Reminder | null>;
}
