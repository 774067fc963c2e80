import type { KindEntry } from "../goals/goal.ts";

export const lockKind: KindEntry = { id: "lock", hotkey: "u", end: "unlock" };
