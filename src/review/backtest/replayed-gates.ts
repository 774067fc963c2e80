// The gates that a transcript can answer, and why the others are left out. Their order is that of gates/registry.ts.
import { checklist } from "../../gates/checklist/gate.ts";
import type { Finding, Gate } from "../../gates/engine/gate.ts";
import type { StopView } from "../../gates/engine/stop-context.ts";
import { hygiene } from "../../gates/hygiene/gate.ts";
import type { FoundLeftover } from "../../gates/hygiene/judge.ts";
import { loop } from "../../gates/loop/gate.ts";
import type { LoopFacts } from "../../gates/loop/judge.ts";
import { tasks } from "../../gates/tasks/gate.ts";
import { triage } from "../../gates/triage/gate.ts";
import type { WorthSaving } from "../../memory/inbox/unsaved-memories.ts";
import type { OpenTask } from "../../recording/tasks/open-tasks.ts";

/** What a transcript tells of one stop. */
export interface ReplayFacts {
  loop: LoopFacts | null;
  tasks: OpenTask[];
  checklist: string[];
  leftovers: FoundLeftover[];
  triage: WorthSaving[];
  toolCalls: number;
}

export interface ReplayedGate {
  id: string;
  /** `before`: what the gates asked before it have found. */
  judge(stop: StopView, facts: ReplayFacts, before: readonly Finding[]): Finding[];
}

export const DECLARED: readonly ReplayedGate[] = [
  replayed(loop, (facts) => facts.loop),
  replayed(tasks, ({ tasks: open, toolCalls }, before) => {
    const hasDeclaredWork = before.some(({ declaredWork }) => declaredWork === "open");
    return open.length === 0 ? null : { tasks: open, hasDeclaredWork, toolCalls };
  }),
];
/** While those hold, what changed is not looked at. */
export const AFTER_DECLARED: readonly ReplayedGate[] = [
  replayed(checklist, ({ checklist: boxes, tasks: open, toolCalls }, _before, { config }) => ({
    boxes,
    tasks: config.checklist.block ? open.map(({ id, subject }) => subject || id) : [],
    toolCalls,
  })),
  replayed(hygiene, (facts) => facts.leftovers),
];
/** Nobody is interrupted in the work for a note. */
export const LAST: readonly ReplayedGate[] = [replayed(triage, (facts) => facts.triage)];

/** Gates that need more than a transcript. */
export const NOT_REPLAYED: readonly { gates: readonly string[]; why: string }[] = [
  { gates: ["lock", "flow", "pipeline"], why: "locks, flows and pipelines are kept outside of transcripts" },
  {
    gates: ["quality", "proof", "custom"],
    why: "commands would have to run on the work tree of that moment",
  },
  { gates: ["plan"], why: "plan files are not in a transcript" },
  { gates: ["subagents"], why: "only stops of the main agent are replayed" },
];

function replayed<Facts>(
  gate: Gate<Facts>,
  factsOf: (facts: ReplayFacts, before: readonly Finding[], stop: StopView) => Facts | null,
): ReplayedGate {
  return {
    id: gate.id,
    judge(stop, facts, before) {
      const own = factsOf(facts, before, stop);
      return own === null ? [] : gate.judge(stop, own);
    },
  };
}
