// What gates may look at. `hook/` gathers only the facts that the gates of an event declare.
import type { Config } from "../config/config.ts";

export interface Lock {
  goal: string;
  definitionOfDone: string;
  maxBlocks: number;
  createdAt: number;
  expiresAt: number;
  /** How long it may hold one budget. */
  minutes: number;
  /** The session it holds; null until one adopts it. */
  owner: string | null;
  /** Holds every session of the project. */
  all: boolean;
}

export interface Facts {
  now: number;
  config: Config;
  /** The number the next block would have in this budget. */
  round: number;
  lock: Lock | null;
  /** Tool calls so far in this session, as a mark that moves with each one. */
  toolCalls: number;
}

export type FactName = "lock" | "toolCalls";
