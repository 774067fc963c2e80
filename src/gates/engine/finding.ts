// What a gate says, and the contract a gate fulfils.
import type { GatedEvent } from "../../protocol/hook-event.ts";
import type { FactName, Facts } from "./facts.ts";

export interface Limits {
  blocks: number;
  minutes: number;
}

export interface Finding {
  /** The gate's id: its file name, its key in the config. */
  gate: string;
  code: string;
  severity: "block" | "advise";
  /** Says what to do next. */
  reason: string;
  /** Stable while the evidence is the same. */
  fingerprint: string;
  /** What has been achieved so far, as an opaque mark: when it moves, the situation is a new one. */
  progress: string;
  /** What would make this finding go away, for `explain`. */
  releasedBy: string;
  /** The next step is the user's, not Claude's. */
  needsUser?: true;
  /** The command with which a person ends what holds. */
  endedBy?: string;
  /** The command with which a person goes on after it was let go. */
  resumedBy?: string;
  /** Room the finding brings with it instead of the default budget. */
  limits?: Limits;
}

export interface Gate {
  id: string;
  events: readonly GatedEvent["name"][];
  needs: readonly FactName[];
  judge(event: GatedEvent, facts: Facts): Finding[];
}
