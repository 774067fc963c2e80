// What the mod's pane shows, loaded only while it is open.

import { readFaults } from "../../store/fault-log.ts";
import type { Store } from "../../store/open.ts";
import { clipLine } from "../../text/clip.ts";
import { printable } from "../../text/printable.ts";
import { listInbox } from "../inbox.ts";
import { listRecalled } from "../recall.ts";
import { listRecentStops } from "../stop-row.ts";
import { describeGoals, withoutLabels } from "./describe-goals.ts";
import { type GoalWithConditions, readGoals } from "./goals.ts";
import type { SessionFacts } from "./session-facts.ts";

/** A goal that holds. */
export type Holding = Omit<GoalWithConditions, "state" | "rounds"> & { rounds: number };

const MAX_STOPS = 8;
const MAX_INBOX = 5;
const MAX_RECALLED = 6;
const MAX_FAULTS = 3;
const FAULTS_MS = 24 * 3_600_000;
const MAX_TEXT = 200;

export async function describeDetails(facts: SessionFacts) {
  const { env, readStore, recorded } = facts;
  const { session, sessionId } = recorded;
  const stored = await readStore((store) => ({
    stops: sessionId === null ? [] : listRecentStops(store, { sessionId }, MAX_STOPS),
    inboxItems: listInbox(store, {
      projectKey: session?.project_key ?? "",
      status: "new",
      limit: MAX_INBOX,
    }),
    given: sessionId === null ? null : describeRecall(store, sessionId),
  })).catch(() => ({ stops: [], inboxItems: [], given: null })); // `storeProblem` says why.
  const faults = await readFaults(env, Date.now() - FAULTS_MS);
  return {
    holding: await readHolding(facts),
    ...stored,
    faults: faults
      .slice(-MAX_FAULTS)
      .reverse()
      .map(({ at, part, message }) => ({ at, part, message: line(message) })),
    faultsToday: faults.length,
  };
}

async function readHolding(facts: SessionFacts): Promise<Holding[]> {
  // A lock is a file, and holds without the store.
  const goals = await facts
    .readStore((store) => readGoals(facts, store))
    .catch(() => describeGoals(facts).map((goal) => ({ ...withoutLabels(goal), conditions: [] })));
  return goals
    .filter(({ state }) => state === "holds")
    .map(({ state: _, rounds, ...goal }) => ({ ...goal, rounds: rounds ?? 0 }));
}

/** With the last prompt, or at the start if no prompt recalled anything. */
function describeRecall(store: Store, sessionId: string) {
  const [receipt] = listRecalled(store, { sessionId, projectDir: null }, 1);
  if (!receipt) return null;
  const { at, event, tokens, lines } = receipt;
  const shown = lines
    // The inbox has its own section.
    .filter(({ kind }) => kind !== "" && kind !== "inbox")
    .map(({ part, kind, text }) => ({ part, kind, text: text === null ? "forgotten since" : line(text) }));
  return { at, event, tokens, lines: shown.slice(0, MAX_RECALLED) };
}

function line(text: string): string {
  return printable(clipLine(text, MAX_TEXT));
}
