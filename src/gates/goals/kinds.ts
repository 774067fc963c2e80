// Every kind of goal, as commands, status line, band and dashboard show it, in their order. A row of another kind, such as one of
// a later version, is shown by its text and its rounds.
import { flowKind } from "../flow/kind.ts";
import { lockKind } from "../lock/kind.ts";
import { loopKind } from "../loop/loop.ts";
import { pipelineKind } from "../pipeline/kind.ts";
import type { KindEntry } from "./goal.ts";

export const KINDS: readonly KindEntry[] = [lockKind, loopKind, flowKind, pipelineKind];

export function findKind(id: string): KindEntry | null {
  return KINDS.find((kind) => kind.id === id) ?? null;
}

/** The words after `holdfast` that end a goal. */
export function endCommand(id: string): string {
  return findKind(id)?.end ?? `cancel ${id}`;
}
