// What holds a session's stops, and what is suspended: the one list that status line, band, status, MCP tools and dashboard show.
import { RELEASE_REASONS } from "../../gates/engine/budget.ts";
import type { FileGoal, GoalLabel, RecordedGoal, ShownCondition } from "../../gates/goals/goal.ts";
import { endCommand, findKind, KINDS } from "../../gates/goals/kinds.ts";
import { followsFile, goalOfFile } from "../../gates/goals/state-file.ts";
import { isForeign } from "../../gates/lock/rows.ts";
import type { Lock } from "../../gates/lock/state-file.ts";
import { isEnabled } from "../../gates/registry.ts";
import { type BlockingFinding, blockingFindings } from "../../store/decisions.ts";
import { agentOf, type Condition, isForJudge, type Goal as StoredGoal, waivedOf } from "../../store/goals.ts";
import { clipLine } from "../../text/clip.ts";
import { printable } from "../../text/printable.ts";
import { iso, line } from "../shared.ts";
import type { SessionFacts } from "./session-facts.ts";

/** A goal, or the findings of a gate. */
export interface Goal {
  /** A kind of goal, or the gate. */
  kind: string;
  /** Whose stops it holds, such as "task:3"; null: the session's own. */
  agent: string | null;
  /** "holds": it holds the next stop. "suspended": the person can continue it. "open": only shown. */
  state: "holds" | "suspended" | "open";
  /** The goal, the task or the finding. */
  what: string;
  /** What is missing; "" if unknown. */
  why: string;
  /** Round n of max; null if it does not hold. */
  rounds: number | null;
  maxRounds: number | null;
  /** When it expires; null if that is not fixed yet. */
  endsAt: string | null;
  /** Conditions that somebody other than the person gave up. */
  waived: string[];
  /** The words after `holdfast` that end a goal; null for what a gate found. */
  endedBy: string | null;
}

/** With its words for a status line, such as `loop red 2/25`, and for the band, such as `loop 2/25 · npm test red`. */
export interface LabelledGoal extends Goal {
  short: string;
  text: string;
  isRed: boolean;
}

const MAX_LABEL = 24;
const LOCK = "lock";

export function describeGoals(facts: SessionFacts): LabelledGoal[] {
  const { goals, endedUnmet } = facts.recorded;
  const declared: Entry[] = [
    ...describeLock(facts),
    ...listHolding(facts),
    ...goals.filter(({ state }) => state === "suspended").map(describeSuspended),
    ...endedUnmet.map(describeEnded),
  ];
  const kinds = new Set(declared.map(({ kind }) => kind));
  const found = openFindings(facts).filter(({ gate }) => findKind(gate) === null && !kinds.has(gate));
  return [...declared, ...found.map((finding) => describeFinding(facts, finding))].map((entry) =>
    complete(facts, entry),
  );
}

type Entry = Pick<LabelledGoal, "kind" | "what" | "why"> & Partial<LabelledGoal>;

function complete({ loaded }: SessionFacts, { endedBy, ...entry }: Entry): LabelledGoal {
  const { kind, state, waived = [] } = entry;
  const isOff = state !== "open" && endedBy !== null && !isEnabled(loaded.config, kind);
  const {
    short = kind,
    text = short,
    ...shown
  } = isOff
    ? { ...entry, ...OFF, short: kind, text: kind, why: `switched off: gates.${kind}.enabled is false` }
    : entry;
  return {
    ...{ state: "holds", agent: null, rounds: null, maxRounds: null, endsAt: null, isRed: false },
    ...shown,
    what: line(shown.what),
    why: line(shown.why),
    waived: waived.map(nameCondition),
    endedBy: endedBy === undefined ? endCommand(kind) : endedBy,
    short,
    text: [text, ...(waived.length > 0 ? [`${waived.length} waived`] : [])].join(" · "),
  };
}

const OFF = { state: "open", rounds: null, maxRounds: null, endsAt: null, isRed: false } as const;

/** From its file, which holds without a session, too. Its row says when its judge could not answer. */
function describeLock(facts: SessionFacts): Entry[] {
  const lock = facts.foundLock?.lock ?? null;
  if (lock === null || facts.recorded.goals.some(isSuspendedLock)) return [];
  const { goal, definitionOfDone: done, maxBlocks: maxRounds, expiresAt } = lock;
  const released = whyReleased(facts, lock, Date.now());
  const what = goal || "a lock without a goal";
  if (released) return [{ kind: LOCK, what, why: released, state: "open" }];
  const rounds = facts.recorded.lockRounds;
  return [
    {
      ...{ kind: LOCK, what, why: done && `done when: ${done}`, rounds, maxRounds },
      ...{ endsAt: iso(expiresAt), short: `${LOCK} ${rounds}/${maxRounds}` },
    },
  ];
}

function isSuspendedLock({ kind, state }: RecordedGoal): boolean {
  return kind === LOCK && state === "suspended";
}

/** Our active goals, and those of other tools. */
function listHolding(facts: SessionFacts): Entry[] {
  const { foreign, recorded } = facts;
  const active = recorded.goals.filter((goal) => goal.state === "active" && !followsFile(goal));
  const kinds = new Set([...KINDS.map(({ id }) => id), ...active.map(({ kind }) => kind)]);
  return [...kinds].flatMap((kind) => {
    const own = active.filter((one) => one.kind === kind);
    if (own.length > 0) return own.map((goal) => describeHolding(facts, goal, null));
    const file = foreign[kind];
    // Another tool's file may count no rounds.
    const counted = { rounds: recorded.budget?.blocks ?? 0, ...file?.goal };
    const place = { sessionId: "", projectDir: "", now: 0 };
    return file
      ? describeHolding(facts, { ...goalOfFile(kind, file, place), ...counted, evidence: [] }, file)
      : [];
  });
}

function describeHolding(facts: SessionFacts, goal: RecordedGoal, file: FileGoal | null): Entry {
  const { kind, text: what, maxMinutes } = goal;
  const { budget } = facts.recorded;
  const { rounds, maxRounds } = countRounds(facts, goal);
  const label = findKind(kind)?.describe?.(goal, { file, budget }) ?? labelByResults(goal);
  const theirs = ["of another tool", label.why].filter(Boolean).join(", ");
  const why = label.why || openQuestion(goal) || lastFinding(facts, kind);
  return {
    ...{ kind, agent: agentOf(goal), what, why: file ? theirs : why, rounds, maxRounds },
    ...{ endsAt: file ? null : endOfBudget(facts, maxMinutes), waived: waivedOf(goal) },
    ...wordLabel(kind, label, `${rounds}/${maxRounds}`),
  };
}

/** As a held stop counts them: since the person's last prompt, unless the goal has a limit of its own or holds another agent. */
export function countRounds(
  { recorded: { budget }, loaded }: SessionFacts,
  goal: Pick<RecordedGoal, "kind" | "rounds" | "maxRounds" | "fileKey">,
): { rounds: number; maxRounds: number } {
  const { kind, rounds } = goal;
  if (goal.maxRounds !== null) return { rounds, maxRounds: goal.maxRounds };
  const maxRounds = (findKind(kind)?.limits ?? loaded.config.budget).blocks;
  return { rounds: agentOf(goal) === null ? (budget?.blocks ?? 0) : Math.min(rounds, maxRounds), maxRounds };
}

/** The time of a budget starts with its first block. */
function endOfBudget({ recorded }: SessionFacts, minutes: number): string | null {
  const since = recorded.budget?.first_block_at ?? null;
  return since === null || minutes === 0 ? null : iso(since + minutes * 60_000);
}

function describeSuspended(goal: RecordedGoal): Entry {
  const { kind, text: what, why } = goal;
  const reason = why === null ? "" : (RELEASE_REASONS[why] ?? why);
  return {
    kind,
    agent: agentOf(goal),
    what,
    why: reason,
    state: "suspended",
    waived: waivedOf(goal),
    short: `${kind} suspended`,
  };
}

function describeEnded(goal: StoredGoal): Entry {
  const { kind, text: what } = goal;
  return {
    kind,
    what,
    why: describeEnd(goal),
    state: "open",
    waived: waivedOf(goal),
    short: `${kind} ended`,
  };
}

function describeFinding(facts: SessionFacts, finding: BlockingFinding): Entry {
  const { gate: kind, summary, reason, label } = finding;
  const { blocks, minutes } = facts.loaded.config.budget;
  return {
    ...{
      kind,
      what: summary ?? reason,
      why: "",
      rounds: facts.recorded.budget?.blocks ?? 0,
      maxRounds: blocks,
    },
    ...{ endsAt: endOfBudget(facts, minutes), isRed: true, endedBy: null, short: printable(label ?? kind) },
  };
}

/** Of a goal that ended although it was not met. What was waived is said beside it. */
export function describeEnd(goal: Pick<StoredGoal, "state" | "why" | "details">): string {
  const { state, why } = goal;
  const reason = why === null ? "" : ` (${why})`;
  if (state === "cancelled") return `cancelled without a sign from the user${reason}`;
  return `ended without proof${waivedOf(goal).length > 0 ? "" : reason}`;
}

/** As a person reads it. */
export function nameCondition(id: string): string {
  return line(id.replaceAll("_", " "));
}

export function describeWaived({ waived }: Pick<Goal, "waived">): string {
  return waived.length === 0 ? "" : `waived without a sign from the user: ${waived.join(", ")}`;
}

export function withoutLabels({ short: _, text: __, isRed: ___, ...goal }: LabelledGoal): Goal {
  return goal;
}

function labelByResults({ evidence }: RecordedGoal): GoalLabel {
  const [failed] = evidence.filter(({ kind }) => kind === "failed");
  return failed ? { why: failed.text, red: failed.condition } : { why: "" };
}

/** What the last stop was held for. */
function lastFinding(facts: SessionFacts, kind: string): string {
  const held = openFindings(facts).find(({ gate }) => gate === kind);
  return held?.summary ?? held?.reason.split("\n", 1)[0] ?? "";
}

/** Only a judge is missing, or nothing else says what is. */
function openQuestion(goal: RecordedGoal): string {
  const open = goal.conditions.filter(isForJudge).map((one) => describeRecorded(goal, one));
  return open.find(({ state }) => state === "open")?.text ?? "";
}

/** By its last result. */
export function describeRecorded(goal: RecordedGoal, condition: Condition): ShownCondition {
  const { id, run, line: words, ask } = condition;
  const last = goal.evidence.findLast(
    (one) => one.condition === id && (one.kind === "passed" || one.kind === "failed"),
  );
  const isMet = last ? last.kind === "passed" : goal.met.includes(id);
  const state = waivedOf(goal).includes(id) ? "waived" : isMet ? "met" : "open";
  // Until the tree changes: then a judge is asked again.
  if (ask !== undefined) return { text: `A judge: ${ask}`, state, note: last?.text ?? "not asked yet" };
  const note = isMet ? "" : (last?.text ?? (run ? "not run yet" : ""));
  if (run) return { text: `${run} passes`, state, note };
  return { text: words === undefined ? nameCondition(id) : `The agent says: ${words}`, state, note };
}

function wordLabel(kind: string, { phase, red }: GoalLabel, count: string) {
  const word = printable(clipLine(phase ?? count, MAX_LABEL));
  const join = (...words: string[]) => words.filter(Boolean).join(" ");
  if (red === undefined) return { short: join(kind, word) };
  const fails = ` · ${printable(clipLine(red, MAX_LABEL))} red`;
  return { isRed: true, short: join(kind, "red", word), text: `${join(kind, word)}${fails}` };
}

/** Why a lock does not hold this session; null if it does, or if it holds the first one that tries to stop. */
function whyReleased({ foundLock, recorded }: SessionFacts, lock: Lock, now: number): string | null {
  if (foundLock && isForeign(foundLock.origin))
    return "it came with the repository, so it holds nothing: `holdfast lock --keep` keeps it, `holdfast unlock` removes it";
  if (lock.expiresAt <= now) return "expired";
  if (lock.all || lock.owner === null || lock.owner === recorded.sessionId) return null;
  return `holds session ${lock.owner}, not this one`;
}

/** Findings that held the last stop; none after a new prompt. */
function openFindings({ recorded }: Pick<SessionFacts, "recorded">): BlockingFinding[] {
  const { budget, decisions } = recorded;
  const last = decisions.find(({ agent }) => agent === "main");
  if (last?.verdict !== "blocked" || last.budget_id !== budget?.id) return [];
  return blockingFindings(last);
}
