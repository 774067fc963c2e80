// What a decision changes beside its own row, one file a gate.
import type { LoadedConfig } from "../../config/load-config.ts";
import type { GatedEvent } from "../../protocol/hook-event.ts";
import type { HookContext } from "../../store/event-context.ts";
import type { Store } from "../../store/open.ts";
import type { Ruling } from "./budget.ts";
import type { Facts } from "./facts.ts";
import type { Finding } from "./finding.ts";

export interface Judged {
  context: HookContext<GatedEvent>;
  loaded: LoadedConfig;
  /** What the gates looked at. */
  facts: Facts;
}

/** One gate's share of a decision. */
export interface Outcome extends Judged {
  ruling: Ruling;
  /** A block was given on them. */
  held: Finding[];
  /** They held until now: the stop was let go although they stand. */
  released: Finding[];
  /** They only advise. */
  advised: Finding[];
}

export interface Effect {
  /** Looks again before the ruling, in its transaction: what no longer stands is left out. */
  confirm?(store: Store, judged: Judged, findings: Finding[]): Finding[];
  /** In the transaction that counts the block: if it fails, no block is given. */
  inTransaction?(store: Store, outcome: Outcome): void;
  /** Files and numbers. A failure here is a fault, never a different answer. */
  afterCommit?(outcome: Outcome, store: Store): Promise<void>;
}

/** The effects of the gates that found something. */
export interface Effects {
  confirmFindings(store: Store, judged: Judged, findings: readonly Finding[]): Finding[];
  applyEffects(store: Store, judged: Judged, ruling: Ruling): void;
  carryOut(store: Store, judged: Judged, ruling: Ruling): Promise<void>;
}
