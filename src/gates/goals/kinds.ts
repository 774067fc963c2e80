// Every kind of goal, as commands, status line, band and dashboard show it, in their order. A row of another kind, such as one of
// a later version, is shown by its text and its rounds.
import { flowKind } from "../flow/kind.ts";
import { loopKind } from "../loop/loop.ts";
import { pipelineKind } from "../pipeline/kind.ts";
import type { KindEntry } from "./goal.ts";

export const KINDS: readonly KindEntry[] = [
  { id: "lock", hotkey: "u", end: "unlock" },
  loopKind,
  flowKind,
  pipelineKind,
  { id: "subagents", name: "subagent rule", hotkey: "s", restart: "It holds other subagents as before." },
  { id: "proof", name: "task proof", hotkey: "o", restart: "A task with another title is judged again." },
  { id: "plan", hotkey: "n", restart: "It holds the next session that works on it." },
];

export function findKind(id: string): KindEntry | null {
  return KINDS.find((kind) => kind.id === id) ?? null;
}

export function nameKind(id: string): string {
  return findKind(id)?.name ?? id;
}

/** The words after `holdfast` that end a goal. */
export function endCommand(id: string): string {
  return findKind(id)?.end ?? `cancel ${id}`;
}
