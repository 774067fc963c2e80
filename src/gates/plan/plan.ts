// A plan as its file has it.

export interface PlanItem {
  text: string;
  /** From 1. */
  line: number;
  done: boolean;
  /** What proves it, from `(verify: …)`. */
  verify: string | null;
}

/** A point that needs the user before what follows it. */
export interface Checkpoint {
  text: string;
  line: number;
  /** Its own box is ticked. */
  done: boolean;
}

export type Step = ({ kind: "item" } & PlanItem) | ({ kind: "checkpoint" } & Checkpoint);

export interface Phase {
  /** Empty for items that stand under no phase. */
  title: string;
  line: number;
  steps: Step[];
}

export interface Plan {
  title: string;
  phases: Phase[];
  /** What must be true before it ships. */
  ship: PlanItem[];
  /** Headings with nothing below them. */
  emptySections: string[];
}

export function itemsOf(steps: readonly Step[]): PlanItem[] {
  return steps.filter((step) => step.kind === "item");
}

export function allItems({ phases, ship }: Plan): PlanItem[] {
  return [...phases.flatMap(({ steps }) => itemsOf(steps)), ...ship];
}
