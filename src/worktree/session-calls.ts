// The calls of this session, or of the subagent at hand, that may have changed something.
import type { GatedEvent } from "../protocol/hook-event.ts";
import type { TranscriptItem } from "../transcript/item.ts";
import { readTail } from "../transcript/read-tail.ts";
import { hadEffect, type MutatingCall, mutatingToolCalls } from "../transcript/selectors/tool-calls.ts";
import { endOf, type IsWhole, lastTurn } from "../transcript/turn-end.ts";
import { itemsSeenSince, MAX_CUT } from "./transcript-delta.ts";

const FIRST_BYTES = 64 * 1024;
const MAX_BYTES = 8 * 1024 * 1024;
const MAX_AGENTS = 20;
/** The client writes its transcript a little behind. */
export const LOOK_AGAIN_MS = 15;
export const MAX_LAG_MS = 250;
const FRESH_MS = 500;

/**
 * Since a moment, oldest first. Of the session they are those of its subagents too. `offset`: where the transcript ended at
 * that moment, if somebody saw it.
 */
export async function readOwnCalls(
  event: GatedEvent,
  since: number,
  offset: number | null = null,
): Promise<MutatingCall[]> {
  const own = event.name === "SubagentStop" ? event.agentTranscriptPath : event.transcriptPath;
  if (own === null) return [];
  const items = itemsSeenSince(event, offset) ?? (await readItems(own, since, endOf(event), offset));
  // To look for the files of subagents costs more than all the rest: only when there was one.
  const others =
    event.name !== "SubagentStop" && usesAgents(event, items) ? await othersOf(event, since) : null;
  const read = (others?.paths ?? []).map((path) => readItems(path, since, () => true));
  const all = [...(others?.instead ? [] : [items]), ...(await Promise.all(read))];
  return callsSince(all, since);
}

/** The same for who has no event: what is written down by now. */
export async function readSessionCalls(transcriptPath: string, since: number): Promise<MutatingCall[]> {
  const items = await readItems(transcriptPath, since, () => true);
  const { listSubagentFiles } = await import("../transcript/subagent-files.ts");
  const agents = recentOf(await listSubagentFiles(transcriptPath), since);
  const others = await Promise.all(agents.map((path) => readItems(path, since, () => true)));
  return callsSince([items, ...others], since);
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

async function othersOf(event: GatedEvent, since: number): Promise<{ paths: string[]; instead: boolean }> {
  const { listSubagentFiles } = await import("../transcript/subagent-files.ts");
  const files = await listSubagentFiles(event.transcriptPath ?? "");
  // A teammate's own, when it is the one that acts.
  const own = event.agentId === null ? undefined : files.find(({ agentId }) => agentId === event.agentId);
  if (own) return { paths: [own.path], instead: true };
  return { paths: recentOf(files, since), instead: false };
}

function recentOf(files: readonly { path: string }[], since: number): string[] {
  const paths = files.map(({ path }) => path).filter((path) => Bun.file(path).lastModified >= since);
  return paths.slice(-MAX_AGENTS);
}

/** Reads back only as far as it must, and waits a moment for a client that has not written everything down yet. */
async function readItems(
  path: string,
  since: number,
  isWhole: IsWhole,
  offset: number | null = null,
): Promise<TranscriptItem[]> {
  const waitUntil = performance.now() + MAX_LAG_MS;
  for (let wanted = FIRST_BYTES; ; ) {
    const gained = offset === null ? Number.POSITIVE_INFINITY : Bun.file(path).size - offset;
    // A transcript that shrank is another one.
    const maxBytes = gained > 0 ? Math.min(wanted, gained + MAX_CUT) : wanted;
    const { items, from, problem } = await readTail(path, { maxBytes });
    const isBehind = problem === null && !isWhole(items) && isFresh(path, items);
    if (isBehind && performance.now() < waitUntil) {
      await Bun.sleep(LOOK_AGAIN_MS);
      continue;
    }
    // Without a single time in it nothing can be told to be recent.
    const first = items.length === 0 ? since : (items.find((item) => item.timestamp)?.timestamp ?? 0);
    if (from === 0 || maxBytes < wanted || wanted >= MAX_BYTES || first < since) return items;
    wanted *= 4;
  }
}

/** What is older was written down long since; only a client in full swing can be behind with a call. */
function isFresh(path: string, items: readonly TranscriptItem[]): boolean {
  const last = lastTurn(items);
  const at = last ? (last.timestamp ?? 0) : Bun.file(path).lastModified;
  return Date.now() - at < FRESH_MS;
}
