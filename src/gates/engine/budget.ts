// The continuation budget: may this block stand? A pure function over one row.
import type { BudgetState } from "./budget-rows.ts";
import type { Finding, Limits } from "./gate.ts";

export type Verdict =
  | "complete"
  | "blocked"
  | "waiting"
  | "asking"
  | "stalled"
  | "capped"
  | "paused"
  | "fault";

/** Allowed although something is open. */
export function isRelease(verdict: Verdict): boolean {
  return verdict === "stalled" || verdict === "capped";
}

export interface RulingInput {
  now: number;
  findings: readonly Finding[];
  /** Claude asked the person something that only they can answer. */
  asksPerson?: boolean;
  /** Claude's last message asks the person something; only patient findings wait for the answer. */
  asksInMessage?: boolean;
  /** Work of this budget is still running in the background. */
  backgroundWork: boolean;
  /** Anything runs in the background that may come back, whoever started it and when. */
  anythingRuns?: boolean;
  /** Room for findings that bring none of their own. */
  defaults: Limits;
}

export interface Ruling {
  verdict: Verdict;
  /** Which rule decided, for `explain`. */
  rule: string;
  /** Of the budget after this stop: what is counted. */
  state: BudgetState;
  situation: string | null;
  /** How often this situation has been met, this time included. */
  met: number;
  /** Findings that hold, or held until they were released just now. */
  open: Finding[];
  /** Findings that only advise. */
  advice: Finding[];
}

/** Why a stop is allowed although something is open, by rule, for people. */
export const RELEASE_REASONS: Readonly<Record<string, string>> = {
  "same-situation": "nothing changed in three rounds",
  total: "the rounds are used up",
  clock: "the time is used up",
};

export const MAX_WAITS = 3;
export const MAX_ASKS = 1;
const MAX_SAME_SITUATION = 3;
const MIN_BLOCKS_BEFORE_CLOCK = 3;
const MAX_REMEMBERED = 256;

export function ruleOnStop(state: BudgetState, attempt: RulingInput): Ruling {
  const holding = attempt.findings.filter((finding) => isStillBlocking(finding, state));
  const isHeldBack = (attempt.asksInMessage || attempt.anythingRuns) ?? false;
  const pressing = isHeldBack ? holding.filter(({ isPatient }) => !isPatient) : holding;
  const open = withRoomLeft(pressing.length > 0 ? pressing : holding, state);
  const told = attempt.findings.filter(({ isSilent }) => !isSilent);
  const advice = told.filter((finding) => !open.includes(finding));
  const allow = (verdict: Verdict, rule: string, next: BudgetState = state): Ruling => ({
    verdict,
    rule,
    state: next,
    situation: null,
    met: 0,
    open,
    advice,
  });

  if (open.length === 0) return allow("complete", "nothing-open");
  if (pressing.length === 0)
    return attempt.asksInMessage ? allow("asking", "asks-in-message") : allow("waiting", "anything-runs");
  if (open[0]?.needsUser) return allow("asking", "needs-user");
  if (attempt.asksPerson && state.asks < MAX_ASKS)
    return allow("asking", "question", { ...state, asks: state.asks + 1 });
  if (attempt.backgroundWork && state.waits < MAX_WAITS) {
    return allow("waiting", "background-work", { ...state, waits: state.waits + 1 });
  }

  const situation = nameSituation(open);
  const met = (state.situations[situation] ?? 0) + 1;
  const seen: BudgetState = { ...state, situations: remember(state.situations, situation, met) };
  const limits = roomFor(open, attempt.defaults);
  const release = releaseRule(state, met, limits, attempt.now);
  if (release) {
    return {
      verdict: release === "same-situation" ? "stalled" : "capped",
      rule: release,
      state: { ...seen, released: releaseAll(state.released, holding) },
      situation,
      met,
      // Also what had no room of its own left: all of it is released now.
      open: holding,
      advice: told.filter((finding) => !holding.includes(finding)),
    };
  }
  return {
    verdict: "blocked",
    rule: "open-findings",
    state: { ...seen, blocks: state.blocks + 1, firstBlockAt: state.firstBlockAt ?? attempt.now },
    situation,
    met,
    open,
    advice,
  };
}

/** A finding that was released is only advice until its progress mark moves. */
export function isStillBlocking(finding: Finding, state: BudgetState): boolean {
  return finding.severity === "block" && state.released[finding.fingerprint] !== finding.progress;
}

/** A finding that used up the room it brought does not hold while others still do. */
function withRoomLeft(holding: Finding[], state: BudgetState): Finding[] {
  const roomy = holding.filter(({ limits }) => limits === undefined || state.blocks < limits.blocks);
  return roomy.length > 0 ? roomy : holding;
}

function releaseRule(
  state: BudgetState,
  met: number,
  limits: Limits,
  now: number,
): "same-situation" | "total" | "clock" | null {
  if (met >= MAX_SAME_SITUATION) return "same-situation";
  if (state.blocks >= limits.blocks) return "total";
  const elapsed = state.firstBlockAt === null ? 0 : now - state.firstBlockAt;
  if (elapsed > limits.minutes * 60_000 && state.blocks >= MIN_BLOCKS_BEFORE_CLOCK) return "clock";
  return null;
}

/** The widest room any open finding has. */
function roomFor(open: readonly Finding[], defaults: Limits): Limits {
  const limits = open.map((finding) => finding.limits ?? defaults);
  return {
    blocks: Math.max(...limits.map(({ blocks }) => blocks)),
    minutes: Math.max(...limits.map(({ minutes }) => minutes)),
  };
}

function nameSituation(open: readonly Finding[]): string {
  const marks = open.map(({ fingerprint, progress }) => `${fingerprint}@${progress}`);
  return Bun.hash(marks.sort().join("\n")).toString(36);
}

function releaseAll(released: Record<string, string>, open: readonly Finding[]): Record<string, string> {
  return open
    .filter(({ endsOnRelease }) => !endsOnRelease)
    .reduce((all, finding) => remember(all, finding.fingerprint, finding.progress), released);
}

/** Adds an entry; the oldest goes when there are too many. */
function remember<T>(entries: Record<string, T>, key: string, value: T): Record<string, T> {
  const next = { ...entries, [key]: value };
  const keys = Object.keys(next);
  for (let n = 0; n < keys.length - MAX_REMEMBERED; n++) delete next[keys[n] ?? ""];
  return next;
}
