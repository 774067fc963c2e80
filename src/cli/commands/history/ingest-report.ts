// What an ingest reports.
import type { FoundTranscripts } from "../../../recording/ingest/find-transcripts.ts";
import type { IngestResult } from "../../../recording/ingest/ingest-history.ts";
import type { UnreadHistory } from "../../../recording/ingest/session-files.ts";
import { countNoun } from "../../../text/count-noun.ts";
import { printable } from "../../../text/printable.ts";
import type { Output } from "../../command.ts";
import { formatMegabytes } from "../../terminal.ts";

const MAX_PROBLEMS = 10;

export function printIngested(
  out: Output,
  ingested: IngestResult,
  found: FoundTranscripts,
  { ms, retention }: { ms: number; retention: { megabytes: number } },
): void {
  const { files, bytes, sessions, prompts, observations } = ingested;
  if (files === 0)
    out.line(
      found.files.length === 0
        ? "There are no transcripts to read. Elsewhere: holdfast ingest DIR"
        : "Nothing new.",
    );
  else {
    const rate = formatMegabytes((bytes / Math.max(1, ms)) * 1000);
    out.line(
      `${out.style.green("Read")} ${formatMegabytes(bytes)} of ${countNoun(sessions, "session")} in ${(ms / 1000).toFixed(1)} s (${rate}/s).`,
    );
    out.line(`New: ${countNoun(prompts, "prompt")}, ${countNoun(observations, "observation")}.`);
  }
  for (const line of describeLeftOut(ingested, found, retention.megabytes)) out.line(out.style.dim(line));
  printProblems(out, ingested, found);
  if (ingested.stopped) out.line("Stopped. Run `holdfast ingest` again to continue from here.");
  else if (observations + prompts > 0) out.line('Try it: holdfast search --all "something you worked on"');
}

export function describeHistory({ sessions, bytes }: UnreadHistory): string {
  return `${countNoun(sessions, "session")} (${formatMegabytes(bytes)})`;
}

function describeLeftOut(
  { leftOut, noRoom, damagedLines }: IngestResult,
  { links }: FoundTranscripts,
  limit: number,
): string[] {
  return [
    ...(leftOut.excluded > 0 ? [`${countNoun(leftOut.excluded, "file")} left out by capture.exclude.`] : []),
    ...(leftOut.foreign > 0 ? [`${countNoun(leftOut.foreign, "file")} of another tool left out.`] : []),
    ...(links > 0 ? [`${countNoun(links, "link")} not followed.`] : []),
    ...(damagedLines > 0 ? [`${countNoun(damagedLines, "damaged line")} skipped.`] : []),
    ...(noRoom.sessions > 0
      ? [
          `No room for the ${noRoom.sessions} oldest (${formatMegabytes(noRoom.bytes)}): the store is kept below ${limit} MB.` +
            " Raise retention.megabytes in your config and run it again.",
        ]
      : []),
  ];
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
