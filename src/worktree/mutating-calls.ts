// The calls of this session, or of the event's subagent, that may have changed something.
import type { GatedEvent } from "../protocol/hook-event.ts";
import type { TranscriptItem } from "../transcript/item.ts";
import { isTurnComplete, lastTurnItem, MAX_LAG_MS, POLL_MS, readTail } from "../transcript/read-tail.ts";
import { hadEffect, type MutatingCall, mutatingToolCalls } from "../transcript/selectors/tool-calls.ts";
import { deltaReadBefore, MAX_LINE_BEFORE } from "./transcript-delta.ts";

type IsComplete = (items: readonly TranscriptItem[]) => boolean;

const FIRST_BYTES = 64 * 1024;
const MAX_BYTES = 8 * 1024 * 1024;
const MAX_AGENTS = 20;
/** Only a client that wrote so recently can be behind with a call. */
const FRESH_MS = 500;

/**
 * Since a moment, oldest first. A session's calls include those of its subagents. `offset`: where the transcript ended at
 * that moment, if known.
 */
export async function readMutatingCalls(
  event: GatedEvent,
  since: number,
  offset: number | null = null,
): Promise<MutatingCall[]> {
  const own = event.name === "SubagentStop" ? event.agentTranscriptPath : event.transcriptPath;
  if (own === null) return [];
  const isComplete: IsComplete = (items) => isTurnComplete(event, items);
  const items = deltaReadBefore(event, offset) ?? (await readItems(own, since, isComplete, offset));
  // To look for the files of subagents costs more than all the rest: only when there was one.
  const agents =
    event.name !== "SubagentStop" && usesAgents(event, items) ? await agentFilesOf(event, since) : null;
  const agentItems = await Promise.all((agents?.paths ?? []).map((path) => readItems(path, since)));
  return callsSince([...(agents?.isInstead ? [] : [items]), ...agentItems], since);
}

/** The same without an event: what is written down by now. */
export async function readMutatingCallsIn(transcriptPath: string, since: number): Promise<MutatingCall[]> {
  const items = await readItems(transcriptPath, since);
  const { listSubagentFiles } = await import("../transcript/subagent-files.ts");
  const agents = recentOf(await listSubagentFiles(transcriptPath), since);
  const agentItems = await Promise.all(agents.map((path) => readItems(path, since)));
  return callsSince([items, ...agentItems], since);
}

function callsSince(lists: readonly TranscriptItem[][], since: number): MutatingCall[] {
  return lists
    .flatMap((list) => mutatingToolCalls(list))
    .filter((call) => (call.call.timestamp ?? 0) >= since && hadEffect(call))
    .toSorted((a, b) => (a.call.timestamp ?? 0) - (b.call.timestamp ?? 0));
}

/** One that was started before may come back, or go on, in a later turn. */
function usesAgents({ agentId }: GatedEvent, items: readonly TranscriptItem[]): boolean {
  if (agentId !== null) return true;
  return items.some(
    (item) =>
      (item.kind === "tool-call" && (item.tool === "Agent" || item.tool === "Task")) ||
      item.kind === "task-notification" ||
      item.kind === "teammate-message",
  );
}

/** `isInstead`: read instead of the session's own transcript, not in addition to it. */
async function agentFilesOf(
  event: GatedEvent,
  since: number,
): Promise<{ paths: string[]; isInstead: boolean }> {
  const { listSubagentFiles } = await import("../transcript/subagent-files.ts");
  const files = await listSubagentFiles(event.transcriptPath ?? "");
  // The event is about this teammate alone.
  const own = event.agentId === null ? undefined : files.find(({ agentId }) => agentId === event.agentId);
  if (own) return { paths: [own.path], isInstead: true };
  return { paths: recentOf(files, since), isInstead: false };
}

function recentOf(files: readonly { path: string }[], since: number): string[] {
  const paths = files.map(({ path }) => path).filter((path) => Bun.file(path).lastModified >= since);
  return paths.slice(-MAX_AGENTS);
}

/** Reads back only as far as it must, and waits a moment for a client that has not written everything down yet. */
async function readItems(
  path: string,
  since: number,
  isComplete: IsComplete = () => true,
  offset: number | null = null,
): Promise<TranscriptItem[]> {
  const waitUntil = performance.now() + MAX_LAG_MS;
  for (let wanted = FIRST_BYTES; ; ) {
    const gained = offset === null ? Number.POSITIVE_INFINITY : Bun.file(path).size - offset;
    // A transcript that shrank is another one.
    const maxBytes = gained > 0 ? Math.min(wanted, gained + MAX_LINE_BEFORE) : wanted;
    const { items, from, problem } = await readTail(path, { maxBytes });
    const isBehind = problem === null && !isComplete(items) && isFresh(path, items);
    if (isBehind && performance.now() < waitUntil) {
      await Bun.sleep(POLL_MS);
      continue;
    }
    // Without a single timestamp nothing is known to be recent.
    const first = items.length === 0 ? since : (items.find((item) => item.timestamp)?.timestamp ?? 0);
    if (from === 0 || maxBytes < wanted || wanted >= MAX_BYTES || first < since) return items;
    wanted *= 4;
  }
}

function isFresh(path: string, items: readonly TranscriptItem[]): boolean {
  const last = lastTurnItem(items);
  const at = last ? (last.timestamp ?? 0) : Bun.file(path).lastModified;
  return Date.now() - at < FRESH_MS;
}
