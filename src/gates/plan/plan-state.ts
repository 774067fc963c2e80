// Computes the state of a plan: what is open, the current phase, and where the work must wait for the user.
import {
  allItems,
  type Checkpoint,
  itemsOf,
  type Phase,
  type Plan,
  type PlanItem,
} from "../markdown/parse-plan.ts";

/** The result of a ticked item's command. */
export interface Proof {
  command: string;
  /** The same without secrets. */
  shownCommand: string;
  passed: boolean;
  /** The excerpt of its output that shows what failed. */
  error: string;
  /** Stable while it fails in the same way. */
  fingerprint: string;
}

export interface OpenItem {
  text: string;
  line: number;
  /** The failed proof of a ticked item. */
  disproof: Proof | null;
}

export interface PlanState {
  /** The current phase; null when all phases are done. */
  phase: string | null;
  /** Open items of that phase before the next checkpoint. */
  current: OpenItem[];
  /** All open items before the next checkpoint; without one, all open items including the ship criteria. */
  reachable: OpenItem[];
  open: OpenItem[];
  /** The checkpoint at which the work waits: everything before it is done. */
  waitsAt: Checkpoint | null;
  total: number;
}

export function planState(plan: Plan, proofs: readonly Proof[]): PlanState {
  const isOpen = (item: PlanItem) => openItem(item, proofs);
  const open = allItems(plan).flatMap(isOpen);
  const at = plan.phases.findIndex(({ steps }) => itemsOf(steps).some((item) => isOpen(item).length > 0));
  const phase = plan.phases[at];
  const checkpoint = findNextCheckpoint(plan.phases);
  const before = (items: readonly OpenItem[]) =>
    items.filter(({ line }) => checkpoint === null || line < checkpoint.line);
  const reachable = before(open);
  return {
    phase: phase ? phase.title : null,
    current: phase ? before(itemsOf(phase.steps).flatMap(isOpen)) : [],
    reachable,
    open,
    waitsAt: checkpoint !== null && reachable.length === 0 && open.length > 0 ? checkpoint : null,
    total: allItems(plan).length,
  };
}

function openItem(item: PlanItem, proofs: readonly Proof[]): OpenItem[] {
  const { text, line, done, verify } = item;
  if (!done) return [{ text, line, disproof: null }];
  const proof = verify === null ? undefined : proofs.find(({ command }) => command === verify);
  return proof && !proof.passed ? [{ text, line, disproof: proof }] : [];
}

/** The first checkpoint that was not passed: it is not ticked, and no item after it is done. */
function findNextCheckpoint(phases: readonly Phase[]): Checkpoint | null {
  const steps = phases.flatMap((phase) => phase.steps);
  const lastDone = steps.findLastIndex((step) => step.kind === "item" && step.done);
  const next = steps.find((step, index) => step.kind === "checkpoint" && !step.done && index > lastDone);
  return next?.kind === "checkpoint" ? next : null;
}
