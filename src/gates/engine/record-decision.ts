// Reads the budget, rules, and writes the count and the decision, all in one transaction. If a block cannot be counted, the
// commit throws before anyone sees an answer, and the stop is not blocked.
import type { DecisionRow } from "../../store/decisions.ts";
import { hookTime } from "../../store/hook-context.ts";
import { inTransaction, type Store } from "../../store/open.ts";
import { logStop, noteSession } from "../../store/sessions.ts";
import { isRelease, type Ruling, ruleOnStop } from "./budget.ts";
import {
  type BudgetRow,
  type BudgetState,
  currentBudget,
  EMPTY_BUDGET_STATE,
  openBudget,
  readBudgetState,
  saveBudgetState,
} from "./budget-rows.ts";
import type { Finding, Gate, GateOutcome } from "./gate.ts";
import type { HoldEvidence } from "./hold-evidence.ts";
import type { StopContext } from "./stop-context.ts";

/** A reason to allow a stop without asking a gate. */
/** For the findings of a stop, however long other texts took. */
const MIN_FINDINGS_MS = 500;

export type EarlyAllow = Pick<Ruling, "verdict" | "rule">;

export interface GateResults {
  /** Why no gate judged the stop. */
  early: EarlyAllow | null;
  judged: JudgedGate[];
  /** A gate failed: if the stop is allowed, the verdict is "fault". */
  failed: boolean;
}

export interface JudgedGate {
  gate: Gate<unknown>;
  /** null: the gate had nothing to judge. */
  facts: unknown;
  findings: Finding[];
}

export interface Decision extends Ruling {
  /** What Claude is told; null when the stop is allowed. */
  reason: string | null;
  /** What the person is told with this answer. */
  messages: string[];
}

interface RecordOptions {
  /** Recorded instead of the event's name. */
  label?: string;
  /** A Stop is also written to the session's log. */
  isLogged: boolean;
}

type RulingModule = typeof import("./ruling.ts");

/** When several stops come at once, one may find a release due that none has looked for. */
const NOT_LOOKED_AT: HoldEvidence = { areHoldsShown: false, isPromptShown: true };
const NOTHING_OPEN: EarlyAllow = { verdict: "complete", rule: "nothing-open" };
const GATE_FAILED: EarlyAllow = { verdict: "fault", rule: "gate-failed" };

export async function recordDecision(
  stop: StopContext,
  results: GateResults,
  options: RecordOptions,
): Promise<Decision> {
  await redactFindings(results.judged);
  const module = needsRuling(stop, results) ? await import("./ruling.ts") : null;
  const evidence = await findEvidence(stop, results);
  return inTransaction(stop.store, () => record(stop, results, { ...options, evidence }, module));
}

async function findEvidence(stop: StopContext, { early, judged }: GateResults): Promise<HoldEvidence> {
  const findings = judged.flatMap((gate) => gate.findings);
  if (early !== null || stop.budget === null || !mayLoosen(stop, stop.budget, findings)) return NOT_LOOKED_AT;
  return (await import("./hold-evidence.ts")).findHoldEvidence(stop, stop.budget);
}

/** The stop would be released, or Claude asked something. A release can be due from the second hold of a budget on. */
function mayLoosen(
  { config, env, now, questions }: StopContext,
  budget: BudgetRow,
  findings: Finding[],
): boolean {
  const state = readBudgetState(budget);
  if (!state || findings.length === 0) return false;
  if (questions.length > 0 || budget.blocks === 0) return questions.length > 0;
  const input = { now, findings, backgroundWork: false, defaults: config.budget, maxHolds: env.maxHolds };
  return isRelease(ruleOnStop(state, input).verdict);
}

/** Findings are stored, and may quote secrets from files, tasks and goals. */
async function redactFindings(judged: readonly JudgedGate[]): Promise<void> {
  const withFindings = judged.filter(({ findings }) => findings.length > 0);
  if (withFindings.length === 0) return;
  const [{ isSearched, quotesWithoutSecrets }, { redactionTime }] = await Promise.all([
    import("../../text/redaction/without-secrets.ts"),
    import("../../text/redaction/time-limit.ts"),
  ]);
  // What a long text left of the time must not decide whether a stop is held.
  redactionTime.leftMs = Math.max(redactionTime.leftMs, MIN_FINDINGS_MS);
  for (const gate of withFindings) {
    const clean = await quotesWithoutSecrets(gate.findings, gate.facts);
    // Our own words are never redacted, and nobody is held for a reason that cannot be read.
    gate.findings = clean
      .map((finding, index) => ({ ...finding, ...ownWordsOf(gate.findings[index]) }))
      .filter(isSearched);
  }
}

/** A gate judged, or there are background tasks or messages for the person. */
function needsRuling({ event, snapshot }: StopContext, { early, judged }: GateResults): boolean {
  if (snapshot.hasMessages) return true;
  if (early) return false;
  return judged.length > 0 || ("backgroundTasks" in event && event.backgroundTasks.length > 0);
}

/** `module`: null when there is nothing to rule on and nothing to say. */
function record(
  stop: StopContext,
  results: GateResults,
  { label, isLogged, evidence }: RecordOptions & { evidence: HoldEvidence },
  module: RulingModule | null,
): Decision {
  const { event, store, now } = stop;
  const findings = confirmFindings(stop, results);
  noteSession(store, stop);
  const budget = findOrOpenBudget(stop, findings);
  const state = budget ? readBudgetState(budget) : EMPTY_BUDGET_STATE;
  const ruling = makeRuling(stop, results, { findings, budget, state, evidence }, module);
  if (ruling.verdict === "blocked") countRounds(stop, ruling);
  if (budget && state && ruling.state !== state) saveBudgetState(store, budget.id, ruling.state);
  for (const write of stop.writes) write();
  for (const judged of results.judged)
    if (hasFinding(judged, ruling)) judged.gate.effect?.inTransaction?.(stop, outcomeOf(judged, ruling));
  if (isLogged && event.name === "Stop" && event.sessionId)
    logStop(store, event.sessionId, now, stop.snapshot.queuedInSession);
  const reason = module?.explainToClaude(stop, ruling, budget) ?? null;
  insertDecision(store, {
    session_id: event.sessionId,
    agent: stop.agent,
    budget_id: budget?.id ?? null,
    event: label ?? event.name,
    at: now,
    project_dir: stop.startDir,
    verdict: ruling.verdict,
    rule: ruling.rule,
    findings: JSON.stringify(findings),
    situation: ruling.situation,
    reason: reason ?? (stop.questions.join("\n") || null),
    duration_ms: hookTime(),
  });
  return {
    ...ruling,
    reason,
    messages: module?.tellPerson(stop, ruling, label === undefined) ?? stop.messages,
  };
}

interface Grounds {
  findings: Finding[];
  budget: BudgetRow | null;
  /** null when the budget's row is invalid. */
  state: BudgetState | null;
  evidence: HoldEvidence;
}

function makeRuling(
  stop: StopContext,
  { early, failed }: GateResults,
  { findings, budget, state, evidence }: Grounds,
  module: RulingModule | null,
): Ruling {
  if (state === null) return allow({ verdict: "fault", rule: "unreadable-budget" }, EMPTY_BUDGET_STATE);
  if (early) return allow(early, state);
  const ruling =
    module?.ruleOnFindings(stop, findings, budget, state, evidence) ?? allow(NOTHING_OPEN, state);
  return failed && ruling.verdict === "complete" ? { ...ruling, ...GATE_FAILED } : ruling;
}

function countRounds({ config }: StopContext, { open, state }: Ruling): void {
  for (const finding of open)
    finding.round ??= { n: state.blocks, of: (finding.limits ?? config.budget).blocks };
}

export type NewDecision = Omit<DecisionRow, "id" | "wrong_at" | "wrong_why">;

export function insertDecision(store: Store, decision: NewDecision): number {
  const { lastInsertRowid } = store
    .query(
      `INSERT INTO decisions (session_id, agent, budget_id, event, at, project_dir, verdict, rule, findings,
         situation, reason, duration_ms)
       VALUES ($session_id, $agent, $budget_id, $event, $at, $project_dir, $verdict, $rule, $findings,
         $situation, $reason, $duration_ms)`,
    )
    .run({ ...decision });
  return Number(lastInsertRowid);
}

function confirmFindings(stop: StopContext, { judged }: GateResults): Finding[] {
  const confirmed: Finding[] = [];
  for (const { gate, facts, findings } of judged)
    if (findings.length > 0) confirmed.push(...(gate.effect?.confirm?.(stop, facts, findings) ?? findings));
  return confirmed;
}

/** Read again inside the transaction, because another hook may have counted meanwhile; not needed without findings. */
function findOrOpenBudget(
  { event, store, agent, budget, now }: StopContext,
  findings: Finding[],
): BudgetRow | null {
  if (event.sessionId === null) return null;
  if (findings.length === 0 && budget) return budget;
  return currentBudget(store, event.sessionId, agent) ?? openBudget(store, event.sessionId, agent, now);
}

function allow({ verdict, rule }: EarlyAllow, state: BudgetState): Ruling {
  return { verdict, rule, state, situation: null, repeats: 0, open: [], advice: [] };
}

/** A finding of the gate blocks, was released or advises. */
export function hasFinding({ gate }: JudgedGate, { open, advice }: Ruling): boolean {
  return [...open, ...advice].some((finding) => finding.gate === gate.id);
}

export function outcomeOf({ gate, facts }: JudgedGate, ruling: Ruling): GateOutcome<unknown> {
  const isOwn = (finding: Finding) => finding.gate === gate.id;
  const open = ruling.open.filter(isOwn);
  const { verdict } = ruling;
  return {
    facts,
    ruling,
    held: verdict === "blocked" ? open : [],
    released: verdict === "stalled" || verdict === "capped" ? open : [],
    advised: ruling.advice.filter(isOwn),
  };
}

/** The fields of a finding that quote nothing. */
function ownWordsOf({ gate, code, severity }: Partial<Finding> = {}): Partial<Finding> {
  return { ...(gate && { gate }), ...(code && { code }), ...(severity && { severity }) };
}
