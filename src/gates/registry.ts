import type { Gate } from "./finding.ts";
import { lock } from "./lock.ts";

/** Every gate, the most important first: reasons keep this order. */
export const GATES: readonly Gate[] = [lock];
