// What of a plan is open: where the work stands, and where it must wait for the user.
import {
  allItems,
  type Checkpoint,
  itemsOf,
  type Phase,
  type Plan,
  type PlanItem,
} from "../documents/plan.ts";

/** What running a ticked item's command said. */
export interface Proof {
  command: string;
  /** The same without secrets. */
  shownCommand: string;
  passed: boolean;
  /** The part of its output that says what failed. */
  error: string;
  /** Stable while it fails in the same way. */
  fingerprint: string;
}

export interface OpenItem {
  text: string;
  line: number;
  /** Ticked, but its proof fails. */
  disproof: Proof | null;
}

export interface PlanState {
  /** The phase the work is in; null when all of them are done. */
  phase: string | null;
  /** Open items of that phase that come before the next point that needs the user. */
  current: OpenItem[];
  /** Everything that is open up to the next such point, criteria for shipping included when there is none. */
  reachable: OpenItem[];
  /** Everything that is open. */
  open: OpenItem[];
  /** All before it is done and nothing after it has begun. */
  waitsAt: Checkpoint | null;
  total: number;
}

export function planState(plan: Plan, proofs: readonly Proof[]): PlanState {
  const isOpen = (item: PlanItem) => openItem(item, proofs);
  const open = allItems(plan).flatMap(isOpen);
  const at = plan.phases.findIndex(({ steps }) => itemsOf(steps).some((item) => isOpen(item).length > 0));
  const phase = plan.phases[at];
  const wall = findWall(plan.phases);
  const before = (items: readonly OpenItem[]) =>
    items.filter(({ line }) => wall === null || line < wall.line);
  const reachable = before(open);
  return {
    phase: phase ? phase.title : null,
    current: phase ? before(itemsOf(phase.steps).flatMap(isOpen)) : [],
    reachable,
    open,
    waitsAt: wall !== null && reachable.length === 0 && open.length > 0 ? wall : null,
    total: allItems(plan).length,
  };
}

function openItem(item: PlanItem, proofs: readonly Proof[]): OpenItem[] {
  const { text, line, done, verify } = item;
  if (!done) return [{ text, line, disproof: null }];
  const proof = verify === null ? undefined : proofs.find(({ command }) => command === verify);
  return proof && !proof.passed ? [{ text, line, disproof: proof }] : [];
}

/** The first point that needs the user and was not passed: not ticked, and no item after it is done. */
function findWall(phases: readonly Phase[]): Checkpoint | null {
  const steps = phases.flatMap((phase) => phase.steps);
  const lastDone = steps.findLastIndex((step) => step.kind === "item" && step.done);
  const wall = steps.find((step, index) => step.kind === "checkpoint" && !step.done && index > lastDone);
  return wall?.kind === "checkpoint" ? wall : null;
}
