// The continuation budget: decides whether a stop may be blocked. A pure function over one row.
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

/** The budget gave up. */
export function isRelease(verdict: Verdict): boolean {
  return verdict === "stalled" || verdict === "capped";
}

export interface RulingInput {
  now: number;
  findings: readonly Finding[];
  /** Claude asked the person something that only they can answer. */
  asksPerson?: boolean;
  /** Claude's last message asks the person something or says that it waits; only findings that may wait do. */
  asksInMessage?: boolean;
  /** Work of this budget is still running in the background. */
  backgroundWork: boolean;
  /** Anything that may finish runs in the background, whoever started it and when. */
  anythingRuns?: boolean;
  /** Limits of findings that have none of their own. */
  defaults: Limits;
  /** The agent ends a turn by itself at the next hold. */
  maxHolds?: number;
  /** False: the client gave none of the holds that led to a release. It is then withheld. */
  areHoldsShown?: boolean;
}

export interface Ruling {
  verdict: Verdict;
  /** Which rule decided, for `explain`. */
  rule: string;
  /** The budget after this stop. */
  state: BudgetState;
  situation: string | null;
  /** How often this situation has occurred, this time included. */
  repeats: number;
  /** Findings that block, or that this ruling releases. */
  open: Finding[];
  /** Findings that only advise. */
  advice: Finding[];
}

/** Why a goal is suspended whose judge gave no answer. */
export const JUDGE_FAILED = "judge-failed";

/** Why a stop is allowed although something is open, by rule, for people. */
export const RELEASE_REASONS: Readonly<Record<string, string>> = {
  "same-situation": "nothing changed over three stops",
  total: "the rounds are used up",
  clock: "the time is used up",
  "agent-limit": "the agent allows no more holds in a turn",
  [JUDGE_FAILED]: "the judge could not answer",
};

/** The code of a finding that says that a goal is met. */
export const FINISHED = "finished";
/** The rule of a stop for which only a judge is missing. */
export const AWAITS_JUDGE = "judge";
/** The rule of a release that was withheld. */
export const HOLDS_NOT_SHOWN = "holds-not-shown";

const RULES: Record<string, string> = {
  [HOLDS_NOT_SHOWN]: "a release was due, but the session's transcript shows none of the holds that led to it",
  "nothing-open": "nothing held it",
  "open-findings": "something is open and rounds are left",
  "needs-user": "the next step is the user's",
  question: "the agent asked the user a question, which ends the turn once per prompt",
  "background-work": "background tasks of this turn are still running",
  "asks-in-message":
    "the agent's last message asks the user something or says that it waits: tasks, checklist and plan do not hold then",
  [AWAITS_JUDGE]: "only a judge has to answer, who is asked after the turn",
  "anything-runs": "something runs in the background: tasks, checklist and plan wait for it",
  paused: "holdfast was paused (`holdfast resume` ends a pause)",
  "plan-mode": "the agent is in plan mode",
  "no-session-id": "the event had no usable session ID",
  "internal-agent": "Claude Code's own helper agents, such as the one that compacts, are never held",
  "no-budget-row": "the agent was already continuing and holdfast has no record of this session",
  once: '`continuation: "once"`: one hold per turn, and this was the next stop',
  "unreadable-budget": "the budget's row was damaged, so nothing was held",
  "gate-failed": "a gate failed and the others found nothing (`holdfast doctor` shows the fault)",
};

/** Why a stop was held or allowed. */
export function describeRule(rule: string): string {
  const released = RELEASE_REASONS[rule];
  return released ? `${released}, so the stop was released` : (RULES[rule] ?? rule);
}

export const MAX_WAITS = 3;
export const MAX_ASKS = 1;
export const MAX_SAME_SITUATION = 3;
/** So that whatever the transcript shows, nobody is held for ever. */
const MAX_WITHHELD = 3;
const MIN_BLOCKS_BEFORE_CLOCK = 3;
const MAX_ENTRIES = 256;

export function ruleOnStop(state: BudgetState, input: RulingInput): Ruling {
  const blocking = input.findings.filter((finding) => isStillBlocking(finding, state));
  const canWait = input.asksInMessage || input.anythingRuns;
  const urgent = blocking.filter(({ mayWait, awaitsJudge }) => !awaitsJudge && !(mayWait && canWait));
  const open = withBlocksLeft(urgent.length > 0 ? urgent : blocking, state);
  const audible = input.findings.filter(({ isSilent, awaitsJudge }) => !isSilent && !awaitsJudge);
  const advice = audible.filter((finding) => !open.includes(finding));
  const allow = (verdict: Verdict, rule: string, next: BudgetState = state): Ruling => ({
    verdict,
    rule,
    state: next,
    situation: null,
    repeats: 0,
    open,
    advice,
  });

  if (open.length === 0) return allow("complete", "nothing-open");
  if (urgent.length === 0 && open.every(({ awaitsJudge }) => awaitsJudge))
    return allow("waiting", AWAITS_JUDGE);
  if (urgent.length === 0)
    return input.asksInMessage ? allow("asking", "asks-in-message") : allow("waiting", "anything-runs");
  if (open[0]?.needsUser) return allow("asking", "needs-user");
  if (input.asksPerson && state.asks < MAX_ASKS)
    return allow("asking", "question", { ...state, asks: state.asks + 1 });
  if (input.backgroundWork && state.waits < MAX_WAITS) {
    return allow("waiting", "background-work", { ...state, waits: state.waits + 1 });
  }

  const situation = hashSituation(open);
  const repeats = (state.situations[situation] ?? 0) + 1;
  const counted: BudgetState = { ...state, situations: addEntry(state.situations, situation, repeats) };
  const limits = widestLimits(open, input.defaults);
  const release = findReleaseRule(state, repeats, limits, input);
  const isWithheld = release !== null && input.areHoldsShown === false && state.withheld < MAX_WITHHELD;
  if (release && !isWithheld) {
    return {
      verdict: release === "same-situation" ? "stalled" : "capped",
      rule: release,
      state: { ...counted, released: releaseAll(state.released, blocking) },
      situation,
      repeats,
      // Includes findings whose own limit was used up earlier: everything is released now.
      open: blocking,
      advice: audible.filter((finding) => !blocking.includes(finding)),
    };
  }
  return {
    verdict: "blocked",
    rule: isWithheld ? HOLDS_NOT_SHOWN : "open-findings",
    state: {
      ...counted,
      blocks: state.blocks + 1,
      withheld: state.withheld + (isWithheld ? 1 : 0),
      firstBlockAt: state.firstBlockAt ?? input.now,
    },
    situation,
    repeats,
    open,
    advice,
  };
}

/** A finding that was released is only advice until its progress mark moves. */
export function isStillBlocking(finding: Finding, state: BudgetState): boolean {
  return finding.severity === "block" && state.released[finding.fingerprint] !== finding.progress;
}

/** A finding that used up its own limit does not block while others still do. */
function withBlocksLeft(blocking: Finding[], state: BudgetState): Finding[] {
  const left = blocking.filter(({ limits }) => limits === undefined || state.blocks < limits.blocks);
  return left.length > 0 ? left : blocking;
}

function findReleaseRule(
  state: BudgetState,
  repeats: number,
  limits: Limits,
  { now, maxHolds = Number.POSITIVE_INFINITY }: RulingInput,
): "same-situation" | "total" | "agent-limit" | "clock" | null {
  if (repeats >= MAX_SAME_SITUATION) return "same-situation";
  if (state.blocks >= limits.blocks) return "total";
  if (state.blocks >= maxHolds) return "agent-limit";
  const elapsed = state.firstBlockAt === null ? 0 : now - state.firstBlockAt;
  if (elapsed > limits.minutes * 60_000 && state.blocks >= MIN_BLOCKS_BEFORE_CLOCK) return "clock";
  return null;
}

function widestLimits(open: readonly Finding[], defaults: Limits): Limits {
  const limits = open.map((finding) => finding.limits ?? defaults);
  return {
    blocks: Math.max(...limits.map(({ blocks }) => blocks)),
    minutes: Math.max(...limits.map(({ minutes }) => minutes)),
  };
}

function hashSituation(open: readonly Finding[]): string {
  const parts = open.map(({ fingerprint, progress }) => `${fingerprint}@${progress}`);
  return Bun.hash(parts.sort().join("\n")).toString(36);
}

function releaseAll(released: Record<string, string>, open: readonly Finding[]): Record<string, string> {
  return open
    .filter(({ endsOnRelease }) => !endsOnRelease)
    .reduce((all, finding) => addEntry(all, finding.fingerprint, finding.progress), released);
}

/** Drops the oldest entry when there are too many. */
function addEntry<T>(entries: Record<string, T>, key: string, value: T): Record<string, T> {
  const next = { ...entries, [key]: value };
  const keys = Object.keys(next);
  for (let n = 0; n < keys.length - MAX_ENTRIES; n++) delete next[keys[n] ?? ""];
  return next;
}
