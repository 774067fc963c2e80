// What the mod's pane shows, loaded only while it is open.

import { findSource, listReceipts, recalledLines } from "../../memory/recall/recall-receipts.ts";
import { readFaults } from "../../store/fault-log.ts";
import type { Store } from "../../store/open.ts";
import { clipLine } from "../../text/clip.ts";
import { printable } from "../../text/printable.ts";
import { listInbox } from "../inbox.ts";
import { listRecentStops } from "../stop-row.ts";
import { holdingLock, openFindings } from "./active-items.ts";
import type { SessionFacts } from "./session-facts.ts";

export interface Holding {
  /** lock, loop, flow, pipeline, or the gate. */
  kind: string;
  /** The goal, the task or the finding. */
  what: string;
  /** What is missing; "" if unknown. */
  why: string;
  /** Round n of max. */
  rounds: number;
  maxRounds: number | null;
  /** When it expires; null if that is not fixed yet. */
  endsAt: string | null;
}

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
    told: sessionId === null ? null : describeRecall(store, sessionId),
  })).catch(() => ({ stops: [], inboxItems: [], told: null })); // `storeProblem` says why.
  const faults = await readFaults(env, Date.now() - FAULTS_MS);
  return {
    holding: describeHolding(facts),
    ...stored,
    faults: faults
      .slice(-MAX_FAULTS)
      .reverse()
      .map(({ at, part, message }) => ({ at, part, message: line(message) })),
    faultsToday: faults.length,
  };
}

export function describeHolding(facts: SessionFacts): Holding[] {
  const { foreignLoop, loaded, recorded } = facts;
  const { budget, loop, flow, pipeline, lockRounds } = recorded;
  const { blocks, minutes } = loaded.config.budget;
  const since = budget?.first_block_at ?? null;
  const after = (limit: number) => (since === null ? null : iso(since + limit * 60_000));
  const holding: Holding[] = [];
  const add = (kind: string, what: string, why: string, limits: Partial<Holding> & Pick<Holding, "rounds">) =>
    holding.push({ kind, what: line(what), why: line(why), maxRounds: null, endsAt: null, ...limits });
  const lock = holdingLock(facts, Date.now());
  if (lock)
    add(
      "lock",
      lock.goal || "a lock without a goal",
      lock.definitionOfDone && `done when: ${lock.definitionOfDone}`,
      { rounds: lockRounds, maxRounds: lock.maxBlocks, endsAt: iso(lock.expiresAt) },
    );
  if (loop?.status === "active")
    add("loop", loop.task, loop.last_error ?? loop.verify ?? loop.promise ?? "", {
      rounds: loop.iteration,
      maxRounds: loop.max_iterations,
      endsAt: after(loop.max_minutes),
    });
  if (foreignLoop) {
    const { rounds = 0, maxRounds = null } = foreignLoop.goal;
    add("loop", foreignLoop.text, foreignLoop.conditions[0]?.because ?? "", { rounds, maxRounds });
  }
  if (flow?.status === "active") add("flow", flow.task, `phase ${flow.phase}`, { rounds: flow.rounds });
  const rounds = budget?.blocks ?? 0;
  if (pipeline?.status === "active") add("pipeline", "a pipeline of subagents", "", { rounds });
  for (const { gate, summary, reason } of openFindings(facts))
    add(gate, summary ?? reason, "", { rounds, maxRounds: blocks, endsAt: after(minutes) });
  return holding;
}

/** With the last prompt, or at the start if no prompt recalled anything. */
function describeRecall(store: Store, sessionId: string) {
  const [receipt] = listReceipts(store, { sessionId, projectDir: null }, 1);
  if (!receipt) return null;
  const lines = recalledLines(receipt).flatMap((line) => describeLine(store, line, sessionId));
  return {
    at: iso(receipt.at),
    event: receipt.event,
    tokens: receipt.tokens,
    lines: lines.slice(0, MAX_RECALLED),
  };
}

function describeLine(
  store: Store,
  { part, from }: ReturnType<typeof recalledLines>[number],
  sessionId: string,
) {
  const [first] = from;
  // The inbox has its own section.
  if (!first || first.source === "inbox") return [];
  const { text } = findSource(store, first, sessionId);
  return [{ part, kind: first.source, text: text === null ? "forgotten since" : line(text) }];
}

function line(text: string): string {
  return printable(clipLine(text, MAX_TEXT));
}

function iso(at: number): string {
  return new Date(at).toISOString();
}
