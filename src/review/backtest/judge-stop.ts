// What a policy would have said at the stops of one session: the real gates and the real budget on what the transcript
// tells. Each stop is judged as it came: what Claude would have done after a hold, no transcript knows.

import type { BackgroundTaskRow } from "../../gates/engine/background-tasks.ts";
import { hasBackgroundWork } from "../../gates/engine/background-work.ts";
import {
  EMPTY_LEDGER,
  holdsStill,
  type Ledger,
  type Ruling,
  ruleOnStop,
  type Verdict,
} from "../../gates/engine/budget.ts";
import { type Excuse, findExcuse } from "../../gates/engine/excuse.ts";
import type { Facts } from "../../gates/engine/facts.ts";
import type { Finding } from "../../gates/engine/finding.ts";
import { noFacts } from "../../gates/engine/no-facts.ts";
import { runGates } from "../../gates/engine/run-gates.ts";
import { gatesFor } from "../../gates/engine/switched-on.ts";
import type { StopEvent } from "../../protocol/hook-event.ts";
import { createAsking } from "./asking.ts";
import { createInspector } from "./inspect-lines.ts";
import type { Policy } from "./policy.ts";
import type { ShownCandidate } from "./replay-triage.ts";
import { AFTER_DECLARED, DECLARED, LAST } from "./replayed-gates.ts";
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

  function excuseOf({ stop, planMode }: StopFacts): Excuse | null {
    return findExcuse({
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
  function ask(known: StopFacts, facts: Facts): Finding[] {
    const event = eventOf(known);
    const findings: Finding[] = [];
    for (const gates of [DECLARED, AFTER_DECLARED, LAST]) {
      if (findings.some((finding) => holdsStill(finding, ledger))) break;
      findings.push(...runGates(gatesFor(event, config, gates), event, facts).findings);
    }
    return findings;
  }

  function gather(known: StopFacts, found: readonly ShownCandidate[]): Facts {
    const { tasks, checklist, toolCalls, stop } = known;
    return {
      ...noFacts(config, stop.at, ledger.blocks + 1),
      tasks,
      checklist,
      toolCalls,
      loop: loop.factsOf(known.loop),
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

  function show({ verdict, rule, open, advice }: Ruling, facts: Facts): JudgedStop {
    const fresh = advice.filter(({ fingerprint }) => !told.has(fingerprint));
    const released = verdict === "stalled" || verdict === "capped" ? open : [];
    for (const { fingerprint } of [...fresh, ...released]) told.add(fingerprint);
    return {
      verdict,
      rule,
      open: open.map((finding) => showFinding(finding, facts)),
      advice: fresh.map((finding) => showFinding(finding, facts)),
    };
  }

  /** What the effects of the gates keep. */
  function remember(
    { verdict, open, advice }: Ruling,
    { leftovers, triage: worth }: Facts,
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
