// What a session's first context is made of, the most important first. A part is one function: what it knows of the
// session, to a heading with lines, or null when it has nothing to say.
import type { Config } from "../../config/config.ts";
import type { Environment } from "../../config/environment.ts";
import type { Store } from "../../store/open.ts";
import type { Part } from "./part.ts";
import { inbox } from "./parts/inbox.ts";
import { keptMemories } from "./parts/memories.ts";
import { openEnds } from "./parts/open-ends.ts";
import { recentSessions } from "./parts/recent-sessions.ts";

export interface Known {
  store: Store;
  config: Config;
  env: Environment;
  sessionId: string;
  /** Why it starts: startup, resume, clear, compact, fork. */
  source: string;
  projectDir: string;
  /** One name for all work trees of a repository. */
  projectKey: string;
  now: number;
  /** Lines that Claude is told anyway: holds of its own session. */
  told: readonly string[];
}

export type StartPart = (known: Known) => Part | null | Promise<Part | null>;

export const START_PARTS: readonly StartPart[] = [
  keptMemories,
  whatCompactionLost,
  openEnds,
  inbox,
  recentSessions,
];

/** Loaded when it is due: it reads recorded calls, which no other start needs. */
async function whatCompactionLost(known: Known): Promise<Part | null> {
  if (known.source !== "compact") return null;
  const { lostAtCompaction } = await import("./parts/lost-at-compaction.ts");
  return lostAtCompaction(known);
}
