// What holds a session's stops, and what is suspended: the one list that status line, band, status, MCP tools and dashboard show.
import { RELEASE_REASONS } from "../../gates/engine/budget.ts";
import { isForeign } from "../../gates/lock/rows.ts";
import type { Lock } from "../../gates/lock/state-file.ts";
import { describeWait } from "../../gates/pipeline/rows.ts";
import { isEnabled } from "../../gates/registry.ts";
import { type BlockingFinding, blockingFindings } from "../../store/decisions.ts";
import { type Goal as StoredGoal, waivedOf } from "../../store/goals.ts";
import { clipLine } from "../../text/clip.ts";
import { printable } from "../../text/printable.ts";
import { iso, line } from "../shared.ts";
import type { SessionFacts } from "./session-facts.ts";

/** Declared work, or the findings of a gate. */
export interface Goal {
  /** lock, loop, flow, pipeline, plan, or the gate. */
  kind: string;
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
}

/** With its words for a status line, such as `loop red 2/25`, and for the band, such as `loop 2/25 · npm test red`. */
export interface LabelledGoal extends Goal {
  short: string;
  text: string;
  isRed: boolean;
}

const MAX_LABEL = 24;
/** Declared work is listed by itself. */
const DECLARED = new Set(["lock", "loop", "flow", "pipeline"]);

export function describeGoals(facts: SessionFacts): LabelledGoal[] {
  const { foreignLoop, foreignFlow, loaded, recorded } = facts;
  const { budget, loop, flow, pipeline, lockRounds } = recorded;
  const { blocks, minutes } = loaded.config.budget;
  const since = budget?.first_block_at ?? null;
  const after = (limit: number) => (since === null ? null : iso(since + limit * 60_000));
  const goals: LabelledGoal[] = [];
  const add = (kind: string, what: string, why: string, rest: Partial<LabelledGoal>) => {
    const none = { rounds: null, maxRounds: null, endsAt: null, isRed: false };
    const isOff = rest.state !== "open" && DECLARED.has(kind) && !isEnabled(loaded.config, kind);
    const waived = (rest.waived ?? []).map(nameCondition);
    const shown: typeof rest = isOff ? { state: "open" } : rest;
    const { short = kind } = shown;
    const text = [shown.text ?? short, ...(waived.length > 0 ? [`${waived.length} waived`] : [])].join(" · ");
    const reason = line(isOff ? `switched off: gates.${kind}.enabled is false` : why);
    goals.push({
      kind,
      state: "holds",
      what: line(what),
      why: reason,
      ...none,
      ...shown,
      waived,
      short,
      text,
    });
  };
  const ofOther = (more: string) => ["of another tool", more].filter(Boolean).join(", ");
  const count = (kind: string, n: number, max: number | null, word = "") => `${kind} ${word}${n}/${max}`;
  const lock = facts.foundLock?.lock ?? null;
  if (lock) {
    const { goal, definitionOfDone: done, maxBlocks: maxRounds, expiresAt } = lock;
    const released = whyReleased(facts, lock, Date.now());
    const what = goal || "a lock without a goal";
    if (released) add("lock", what, released, { state: "open" });
    else
      add("lock", what, done && `done when: ${done}`, {
        ...{ rounds: lockRounds, maxRounds, endsAt: iso(expiresAt) },
        short: count("lock", lockRounds, maxRounds),
      });
  }
  const isOurs = (name: string) =>
    recorded.goals.some(({ kind, fileKey }) => kind === name && fileKey === null);
  if (loop?.status === "active" && isOurs("loop")) {
    const { iteration: rounds, max_iterations: maxRounds, verify, last_error: error } = loop;
    const isRed = loop.validation_result === "failed";
    add("loop", loop.task, error ?? verify ?? loop.promise ?? "", {
      ...{ rounds, maxRounds, endsAt: after(loop.max_minutes), isRed },
      short: count("loop", rounds, maxRounds, isRed ? "red " : ""),
      text: `${count("loop", rounds, maxRounds)}${isRed ? ` · ${label(verify ?? "not done")} red` : ""}`,
    });
  } else if (foreignLoop) {
    const { rounds = 0, maxRounds = null } = foreignLoop.goal;
    const error = foreignLoop.conditions[0]?.because;
    add("loop", foreignLoop.text, ofOther(error ? `last error: ${error}` : ""), {
      rounds,
      maxRounds,
      short: count("loop", rounds, maxRounds),
    });
  }
  const rounds = budget?.blocks ?? 0;
  const shortFlow = (phase: string) => ({ short: `flow ${label(phase)}`.trimEnd() });
  if (flow?.status === "active" && isOurs("flow"))
    add("flow", flow.task, `phase ${flow.phase}`, {
      ...{ rounds: flow.rounds, waived: flow.waived },
      ...shortFlow(flow.phase),
    });
  else if (foreignFlow) {
    const phase = String(foreignFlow.goal.details?.phase ?? "");
    add("flow", foreignFlow.text, ofOther(phase && `phase ${phase}`), { rounds, ...shortFlow(phase) });
  }
  if (pipeline?.status === "active")
    add("pipeline", PIPELINE, describeWait(pipeline, budget) ?? "", { rounds });
  for (const goal of recorded.goals) {
    const { kind, state, why, text } = goal;
    if (state !== "suspended") continue;
    const reason = why === null ? "" : (RELEASE_REASONS[why] ?? why);
    const rest = { state, waived: waivedOf(goal), short: `${kind} suspended` };
    add(kind, kind === "pipeline" ? PIPELINE : text, reason, rest);
  }
  for (const goal of recorded.endedUnmet) {
    const rest = { state: "open", waived: waivedOf(goal), short: `${goal.kind} ended` } as const;
    add(goal.kind, goal.kind === "pipeline" ? PIPELINE : goal.text, describeEnd(goal), rest);
  }
  for (const { gate, summary, reason, label: name } of openFindings(facts))
    add(gate, summary ?? reason, "", {
      ...{ rounds, maxRounds: blocks, endsAt: after(minutes), isRed: true },
      short: printable(name ?? gate),
    });
  return goals;
}

/** Of a goal that ended although it was not met. What was waived is said beside it. */
export function describeEnd(goal: Pick<StoredGoal, "state" | "why" | "details">): string {
  const { state, why } = goal;
  const reason = why === null ? "" : ` (${why})`;
  if (state === "cancelled") return `cancelled, not by the user${reason}`;
  return `ended without proof${waivedOf(goal).length > 0 ? "" : reason}`;
}

/** As a person reads it. */
export function nameCondition(id: string): string {
  return line(id.replaceAll("_", " "));
}

export function describeWaived({ waived }: Pick<Goal, "waived">): string {
  return waived.length === 0 ? "" : `waived, not by the user: ${waived.join(", ")}`;
}

export function withoutLabels({ short: _, text: __, isRed: ___, ...goal }: LabelledGoal): Goal {
  return goal;
}

const PIPELINE = "a pipeline of subagents";

function label(text: string): string {
  return printable(clipLine(text, MAX_LABEL));
}

export function isDeclared({ kind }: Pick<Goal, "kind">): boolean {
  return DECLARED.has(kind);
}

/** Why a lock does not hold this session; null if it does, or if it holds the first one that tries to stop. */
function whyReleased({ foundLock, recorded }: SessionFacts, lock: Lock, now: number): string | null {
  if (foundLock && isForeign(foundLock.origin))
    return "it came with the repository, so it holds nothing: `holdfast lock --keep` keeps it, `holdfast unlock` removes it";
  if (lock.expiresAt <= now) return "expired";
  if (lock.all || lock.owner === null || lock.owner === recorded.sessionId) return null;
  return `holds session ${lock.owner}, not this one`;
}

/** Findings that held the last stop, without declared work; none after a new prompt. */
function openFindings({ recorded }: Pick<SessionFacts, "recorded">): BlockingFinding[] {
  const { budget, decisions } = recorded;
  const last = decisions.find(({ agent }) => agent === "main");
  if (last?.verdict !== "blocked" || last.budget_id !== budget?.id) return [];
  return blockingFindings(last).filter(({ gate }) => !DECLARED.has(gate));
}
