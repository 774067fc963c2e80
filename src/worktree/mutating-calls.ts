// Reads the calls of a session, or of an event's subagent, that may have changed something.
import { pathExists } from "../platform/files.ts";
import type { GatedEvent } from "../protocol/hook-event.ts";
import type { TranscriptItem } from "../transcript/item.ts";
import { isTurnComplete, lastTurnItem, MAX_LAG_MS, POLL_MS, readTail } from "../transcript/read-tail.ts";
import { hadEffect, type MutatingCall, mutatingToolCalls } from "../transcript/selectors/tool-calls.ts";

interface OwnTranscript {
  isComplete(items: readonly TranscriptItem[]): boolean;
  offset: number | null;
  isAgent: boolean;
}

const COMPLETE: OwnTranscript = { isComplete: () => true, offset: null, isAgent: false };

/** The line before an offset is read too: the reader drops the first line, because it may be incomplete. */
export const MAX_LINE_BEFORE = 4096;
const FIRST_BYTES = 64 * 1024;
const MAX_BYTES = 8 * 1024 * 1024;
const MAX_AGENTS = 20;
/** A client that has not written for longer has written everything. */
const MAX_FRESH_MS = 500;
/** Replaces MAX_LAG_MS in the first second of a turn, which a busy client may write late. */
const MAX_START_LAG_MS = 1000;

/**
 * Calls since a time, oldest first. A session's calls include those of its subagents. `offset`: the size of the transcript at
 * that time, if known.
 */
export async function readMutatingCalls(
  event: GatedEvent,
  since: number,
  offset: number | null = null,
): Promise<MutatingCall[]> {
  const own = event.name === "SubagentStop" ? event.agentTranscriptPath : event.transcriptPath;
  if (own === null) return [];
  const isAgent = event.name === "SubagentStop";
  // The previous turn may have ended with the same words.
  const isComplete: OwnTranscript["isComplete"] = (items) =>
    isTurnComplete(event, items, since) && (lastTurnItem(items)?.timestamp ?? since) >= since;
  const items = await readItems(own, since, { isComplete, offset, isAgent });
  // Only if there was a subagent, because listing their files costs more than everything else.
  const agents = !isAgent && usesAgents(event, items) ? await agentFilesOf(event, since) : null;
  const agentItems = await Promise.all((agents?.paths ?? []).map((path) => readItems(path, since)));
  return callsSince([...(agents?.replacesOwn ? [] : [items]), ...agentItems], since);
}

/** The same without an event: reads what is in the transcript by now. */
export async function readMutatingCallsIn(transcriptPath: string, since: number): Promise<MutatingCall[]> {
  const items = await readItems(transcriptPath, since);
  const { listSubagentFiles } = await import("../transcript/subagent-files.ts");
  const agents = recentOf(await listSubagentFiles(transcriptPath), since);
  const agentItems = await Promise.all(agents.map((path) => readItems(path, since)));
  return callsSince([items, ...agentItems], since);
}

/** What the session's subagents did since a time, if `items`, which are the session's own, show that there were any. */
export async function readRecentAgentItems(
  event: GatedEvent,
  items: readonly TranscriptItem[],
  since: number,
): Promise<TranscriptItem[]> {
  if (!usesAgents(event, items)) return [];
  const { paths } = await agentFilesOf(event, since);
  const read = await Promise.all(paths.map((path) => readItems(path, since)));
  return read.flat().filter(({ timestamp }) => (timestamp ?? 0) >= since);
}

function callsSince(lists: readonly TranscriptItem[][], since: number): MutatingCall[] {
  return lists
    .flatMap((list) => mutatingToolCalls(list))
    .filter((call) => (call.call.timestamp ?? 0) >= since && hadEffect(call))
    .toSorted((a, b) => (a.call.timestamp ?? 0) - (b.call.timestamp ?? 0));
}

/** An agent may finish or continue in a later turn than the one that started it. */
export function usesAgents(
  { agentId }: Pick<GatedEvent, "agentId">,
  items: readonly TranscriptItem[],
): boolean {
  if (agentId !== null) return true;
  return items.some(
    (item) =>
      (item.kind === "tool-call" && (item.tool === "Agent" || item.tool === "Task")) ||
      item.kind === "task-notification" ||
      item.kind === "teammate-message",
  );
}

/** `replacesOwn`: to be read instead of the session's own transcript, not in addition to it. */
async function agentFilesOf(
  event: GatedEvent,
  since: number,
): Promise<{ paths: string[]; replacesOwn: boolean }> {
  const { listSubagentFiles } = await import("../transcript/subagent-files.ts");
  const files = await listSubagentFiles(event.transcriptPath ?? "");
  // The event is about this teammate alone.
  const own = event.agentId === null ? undefined : files.find(({ agentId }) => agentId === event.agentId);
  if (own) return { paths: [own.path], replacesOwn: true };
  return { paths: recentOf(files, since), replacesOwn: false };
}

function recentOf(files: readonly { path: string }[], since: number): string[] {
  const paths = files.map(({ path }) => path).filter((path) => Bun.file(path).lastModified >= since);
  return paths.slice(-MAX_AGENTS);
}

/** Reads backwards only as far as needed, and waits a moment if the client has not written everything yet. */
async function readItems(
  path: string,
  since: number,
  { isComplete, offset, isAgent }: OwnTranscript = COMPLETE,
): Promise<TranscriptItem[]> {
  const isTurnStart = Math.abs(Date.now() - since) < MAX_START_LAG_MS;
  const waitUntil = performance.now() + (isTurnStart ? MAX_START_LAG_MS : MAX_LAG_MS);
  for (let wanted = FIRST_BYTES; ; ) {
    const added = offset === null ? Number.POSITIVE_INFINITY : Bun.file(path).size - offset;
    // A transcript that shrank is another one: the offset means nothing for it.
    const maxBytes = added > 0 ? Math.min(wanted, added + MAX_LINE_BEFORE) : wanted;
    const { items, from, problem } = await readTail(path, { maxBytes });
    // A very short first turn or subagent may end before the client creates its transcript; some sessions never have one.
    const isMissing = problem !== null && (isTurnStart || isAgent) && !pathExists(path);
    const isBehind = (isMissing || (problem === null && isFresh(path, items, since))) && !isComplete(items);
    if (isBehind && performance.now() < waitUntil) {
      await Bun.sleep(POLL_MS);
      continue;
    }
    // Items without a timestamp count as old.
    const first = items.length === 0 ? since : (items.find((item) => item.timestamp)?.timestamp ?? 0);
    if (from === 0 || maxBytes < wanted || wanted >= MAX_BYTES || first < since) return items;
    wanted *= 4;
  }
}

/** The client may still be writing: the last item is recent, or older than the work that is read. */
function isFresh(path: string, items: readonly TranscriptItem[], since: number): boolean {
  const last = lastTurnItem(items);
  const at = last ? (last.timestamp ?? 0) : Bun.file(path).lastModified;
  return at < since || Date.now() - at < MAX_FRESH_MS;
}
