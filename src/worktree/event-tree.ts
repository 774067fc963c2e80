// The work tree for who judges what the session changed: the whole of it, or no more than may have changed.

import type { GatedEvent, HookEvent } from "../protocol/hook-event.ts";
import type { HookContext } from "../store/event-context.ts";
import { keepTree, lookNarrowly } from "./incremental-status.ts";
import { isTreeRead, treeOf } from "./tree-of.ts";
import type { TreeState } from "./tree-state.ts";

type Looks = Map<string, Promise<TreeState>>;
type Asking = Pick<HookContext<GatedEvent>, "event" | "env" | "now">;

const narrow = new WeakMap<HookEvent, Looks>();
const whole = new WeakMap<HookEvent, Looks>();

/** Read once for all who ask. */
export function changesTree(asking: Asking, dir: string, onStart?: () => void): Promise<TreeState> {
  // Somebody needs the whole anyway.
  if (isTreeRead(asking.event, dir)) return wholeTree(asking, dir);
  return lookOnce(narrow, asking.event, dir, async () => {
    const state = await lookNarrowly(asking, dir, onStart).catch(() => null);
    return state ?? wholeTree(asking, dir, onStart);
  });
}

/** Before anything is said or kept about a tree that others may have changed too. */
export function wholeTree(asking: Asking, dir: string, onStart?: () => void): Promise<TreeState> {
  return lookOnce(whole, asking.event, dir, async () => {
    // What is written down from here on may not be in the state.
    const { size: offset } = Bun.file(asking.event.transcriptPath ?? "/");
    const state = await treeOf(asking, dir, onStart);
    await keepTree(asking, dir, state, offset).catch(() => {}); // Then the next stop looks at all of it again.
    return state;
  });
}

/** Done when git is under way, or not needed: whoever goes on to something long would keep it waiting. */
export function startTree(asking: Asking, dir: string): Promise<void> {
  return new Promise((resolve) => void changesTree(asking, dir, resolve).then(() => resolve()));
}

function lookOnce(
  looks: WeakMap<HookEvent, Looks>,
  event: HookEvent,
  dir: string,
  look: () => Promise<TreeState>,
): Promise<TreeState> {
  const ofEvent = looks.get(event) ?? new Map<string, Promise<TreeState>>();
  looks.set(event, ofEvent);
  const tree = ofEvent.get(dir) ?? look();
  ofEvent.set(dir, tree);
  return tree;
}
