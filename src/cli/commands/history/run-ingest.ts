// Runs an ingest while holding the drain lock, shows progress, and reports the result.
import { loadConfig } from "../../../config/load-config.ts";
import { readStoreOr } from "../../../install/doctor/context.ts";
import {
  type IngestOptions,
  type IngestResult,
  ingestHistory,
} from "../../../recording/ingest/ingest-history.ts";
import {
  type FoundTranscripts,
  measureUnreadHistory,
  NOTHING_INGESTED,
  readIngestedHistory,
  type UnreadHistory,
} from "../../../recording/ingest/session-files.ts";
import { releaseDrainLock, waitForDrainLock } from "../../../recording/queue/drain-lock.ts";
import { countNoun } from "../../../text/count-noun.ts";
import { printable } from "../../../text/printable.ts";
import { drainQueue } from "../../../upkeep/drain-queue.ts";
import type { Context, Invocation, Output } from "../../command.ts";
import { withStore } from "../../target.ts";
import { formatSize, startProgressBar } from "../../terminal.ts";

type TimedIngest = IngestResult & { ms: number };

export async function runIngest(
  { env, out }: Pick<Context, "env" | "out">,
  what: Omit<IngestOptions, "progress" | "stopped">,
): Promise<TimedIngest> {
  const startedAt = performance.now();
  return withStore(env, async (store) => {
    store.run("PRAGMA busy_timeout = 5000");
    // Merging the growing index needs a larger cache.
    store.run("PRAGMA memory.cache_size = -32000");
    await waitForDrainLock(store, "holdfast ingest");
    const bar = startProgressBar(out);
    // Ctrl-C ends it after the current batch.
    const interrupt = new AbortController();
    const abort = () => interrupt.abort();
    process.once("SIGINT", abort).once("SIGTERM", abort);
    try {
      const ingested = await ingestHistory(env, store, {
        ...what,
        stopped: () => interrupt.signal.aborted,
        ...(bar ? { progress: bar.show } : {}),
      });
      return { ...ingested, ms: Math.round(performance.now() - startedAt) };
    } finally {
      process.off("SIGINT", abort).off("SIGTERM", abort);
      bar?.end();
      releaseDrainLock(store, process.pid);
      // Sessions that ended meanwhile could not drain.
      await drainQueue(env, store);
    }
  });
}

/** Transcripts from before the install, or while recording was off. */
export function findUnreadHistory({ env }: Pick<Invocation, "env">): UnreadHistory {
  return measureUnreadHistory(env, readStoreOr(env, readIngestedHistory, NOTHING_INGESTED));
}

/** After an install: how to read past sessions. */
export function nameHistory(call: Context): void {
  const history = findUnreadHistory(call);
  if (history.sessions > 0)
    call.out.line(`To make ${describeHistory(history)} of past work searchable: holdfast ingest`);
}

const MAX_PROBLEMS = 10;

export async function printIngested(
  { env, out }: Context,
  ingested: TimedIngest,
  found: FoundTranscripts,
): Promise<void> {
  const { files, bytes, sessions, prompts, observations, ms } = ingested;
  const { retention } = (await loadConfig(env, null)).config;
  if (files === 0)
    out.line(
      found.files.length === 0
        ? "There are no transcripts to read. For another folder: holdfast ingest DIR"
        : "Nothing new.",
    );
  else {
    const rate = formatSize((bytes / Math.max(1, ms)) * 1000);
    out.line(
      `${out.style.green("Read")} ${formatSize(bytes)} of ${countNoun(sessions, "session")} in ${(ms / 1000).toFixed(1)} s (${rate}/s).`,
    );
    out.line(`New: ${countNoun(prompts, "prompt")}, ${countNoun(observations, "observation")}.`);
  }
  for (const line of describeLeftOut(ingested, found, retention.megabytes)) out.line(out.style.dim(line));
  printProblems(out, ingested, found);
  if (ingested.stopped) out.line("Stopped. Run `holdfast ingest` again to continue from here.");
  else if (observations + prompts > 0) out.line('Try it: holdfast search --all "something you worked on"');
}

export function describeHistory({ sessions, bytes }: UnreadHistory): string {
  return `${countNoun(sessions, "session")} (${formatSize(bytes)})`;
}

function describeLeftOut(
  { leftOut, noRoom, damagedLines }: IngestResult,
  { links }: FoundTranscripts,
  limit: number,
): string[] {
  const counted: [count: number, noun: string, why: string][] = [
    [leftOut.excluded, "file", "left out by capture.exclude"],
    [leftOut.foreign, "file", "of another tool left out"],
    [links, "link", "not followed"],
    [damagedLines, "damaged line", "skipped"],
  ];
  const lines = counted.flatMap(([count, noun, why]) =>
    count > 0 ? [`${countNoun(count, noun)} ${why}.`] : [],
  );
  if (noRoom.sessions === 0) return lines;
  const room = `No room for ${countNoun(noRoom.sessions, "session")}, the oldest or largest (${formatSize(noRoom.bytes)})`;
  const hint = "Raise retention.megabytes in your config and run it again.";
  return [...lines, `${room}: the database is limited to ${limit} MB. ${hint}`];
}

export function printProblems(
  out: Output,
  { problems }: Pick<IngestResult, "problems">,
  { unreadable }: FoundTranscripts,
): void {
  const lines = [
    ...unreadable.map((path) => `${path}: permission denied`),
    ...problems.map(({ path, message }) => `${path}: ${message}`),
  ];
  for (const line of lines.slice(0, MAX_PROBLEMS))
    out.error(`${out.style.red("not read:")} ${printable(line)}`);
  if (lines.length > MAX_PROBLEMS) out.error(`and ${lines.length - MAX_PROBLEMS} more`);
}
