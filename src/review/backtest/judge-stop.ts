// What a policy would have said at the stops of one session: the real gates and the real budget on what the transcript
// tells. Each stop is judged as it came: what Claude would have done after a hold, no transcript knows.

import { type BackgroundTaskRow, hasBackgroundWork } from "../../gates/engine/background.ts";
import {
  allowEarly,
  type EarlyAllow,
  EMPTY_LEDGER,
  isStillBlocking,
  type Ledger,
  type Ruling,
  ruleOnStop,
  type Verdict,
} from "../../gates/engine/budget.ts";
import type { Finding } from "../../gates/engine/gate.ts";
import { isEnabled } from "../../gates/registry.ts";
import type { StopEvent } from "../../protocol/hook-event.ts";
import { createAsking } from "./asking.ts";
import { createInspector } from "./inspect-lines.ts";
import type { Policy } from "./policy.ts";
import type { ShownCandidate } from "./replay-triage.ts";
import { AFTER_DECLARED, DECLARED, LAST, type ReplayFacts } from "./replayed-gates.ts";
import { createReplayedLoop } from "./replayed-loop.ts";
import type { StopFacts } from "./session-state.ts";
import { type ShownFinding, showFinding } from "./show-finding.ts";

export interface JudgedStop {
  verdict: Verdict;
  rule: string;
  /** What held, or held until it was let go. */
  open: ShownFinding[];
  /** Advice that a person was not shown before in this session. */
  advice: ShownFinding[];
}

export interface Judge {
  /** `found`: what triage has found in the session so far. */
  judge(known: StopFacts, found: readonly ShownCandidate[]): JudgedStop;
}

export function createJudge({ config, triage }: Policy): Judge {
  const told = new Set<string>();
  const background = new Map<string, BackgroundTaskRow>();
  const inspector = createInspector(config.hygiene);
  const loop = createReplayedLoop();
  const asking = createAsking();
  const isAsking = triage.enabled && triage.mode === "ask";
  let budget = -1;
  let ledger: Ledger = EMPTY_LEDGER;

  return {
    judge(known, found) {
      if (known.budget !== budget) ledger = EMPTY_LEDGER;
      budget = known.budget;
      const excuse = excuseOf(known);
      if (excuse) return { ...excuse, open: [], advice: [] };
      const facts = gather(known, found);
      const ruling = ruleOnStop(ledger, {
        now: known.stop.at,
        findings: ask(known, facts),
        backgroundWork: isBackgroundBusy(known),
        defaults: config.budget,
      });
      ({ ledger } = ruling);
      const shown = show(ruling, facts);
      remember(ruling, facts, known.stop.at);
      return shown;
    },
  };

  function excuseOf({ stop, planMode }: StopFacts): EarlyAllow | null {
    return allowEarly({
      paused: false,
      permissionMode: planMode ? "plan" : null,
      hasSession: true,
      isInternalAgent: false,
      stopHookActive: stop.active,
      hasBudget: true,
      continuation: config.continuation,
    });
  }

  /** In the steps of a hook: what comes later is asked only while nothing holds. */
  function ask(known: StopFacts, facts: ReplayFacts): Finding[] {
    const stop = { event: eventOf(known), config, now: known.stop.at, round: ledger.blocks + 1 };
    const findings: Finding[] = [];
    for (const gates of [DECLARED, AFTER_DECLARED, LAST]) {
      if (findings.some((finding) => isStillBlocking(finding, ledger))) break;
      for (const gate of gates)
        if (isEnabled(config, gate.id)) findings.push(...gate.judge(stop, facts, findings));
    }
    return findings;
  }

  function gather(known: StopFacts, found: readonly ShownCandidate[]): ReplayFacts {
    const { tasks, checklist, toolCalls } = known;
    return {
      tasks,
      checklist,
      toolCalls,
      loop: loop.factsOf(known.loop, toolCalls),
      leftovers: inspector.inspect(known.written ?? []),
      triage: isAsking ? asking.worthAt(known, found) : [],
    };
  }

  function isBackgroundBusy({ background: running, budget: id, stop }: StopFacts): boolean {
    const busy = hasBackgroundWork(running, background, id, stop.at);
    for (const { id: task_id } of running)
      if (!background.has(task_id))
        background.set(task_id, { task_id, budget_id: id, first_seen_at: stop.at });
    return busy;
  }

  function show({ verdict, rule, open, advice }: Ruling, facts: ReplayFacts): JudgedStop {
    const fresh = advice.filter(({ fingerprint }) => !told.has(fingerprint));
    const released = verdict === "stalled" || verdict === "capped" ? open : [];
    for (const { fingerprint } of [...fresh, ...released]) told.add(fingerprint);
    return {
      verdict,
      rule,
      open: open.map((finding) => showFinding(finding, facts, config)),
      advice: fresh.map((finding) => showFinding(finding, facts, config)),
    };
  }

  /** What the effects of the gates keep. */
  function remember(
    { verdict, open, advice }: Ruling,
    { leftovers, triage: worth }: ReplayFacts,
    at: number,
  ): void {
    const isOf = (gate: string) => (finding: Finding) => finding.gate === gate;
    const isHeld = verdict === "blocked";
    const isRefused = isHeld && open.filter(isOf("hygiene")).some(({ code }) => code === "once");
    if (isRefused || advice.some(isOf("hygiene"))) inspector.noteRefused(leftovers);
    const isReleased = verdict === "stalled" || verdict === "capped";
    if (advice.some(isOf("loop")) || (isReleased && open.some(isOf("loop")))) loop.end();
    else if (isHeld && open.some(isOf("loop"))) loop.noteRound();
    if ((isHeld || isReleased) && open.some(isOf("triage"))) asking.note(worth, at);
  }
}

function eventOf({ stop, background }: StopFacts): StopEvent {
  return {
    name: "Stop",
    sessionId: "",
    transcriptPath: null,
    cwd: null,
    promptId: null,
    permissionMode: null,
    agentId: null,
    agentType: null,
    stopHookActive: stop.active,
    lastAssistantMessage: stop.message,
    backgroundTasks: background,
    agentTranscriptPath: null,
  };
}
