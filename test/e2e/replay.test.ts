// Events and transcripts of sessions of three client generations. What only a transcript tells is listed in docs/ingest.md.
import { expect, setDefaultTimeout, test } from "bun:test";
import { runCommand } from "../helpers/holdfast.ts";
import { type RecordedRows, readRecordedRows, replaySession } from "../helpers/replay-session.ts";
import { makeTempHome } from "../helpers/temp.ts";

setDefaultTimeout(60_000);

const REFUSED = /^Refused /;
/** Typed while Claude worked, and recorded only in the client's queue. */
const QUEUED = "Also for gift cards.";

function withoutTranscriptOnly({ observations, prompts, summaries, ...rows }: RecordedRows) {
  return {
    ...rows,
    observations: observations.filter(({ title }) => !REFUSED.test(String(title))),
    prompts: prompts.filter(({ text }) => text !== QUEUED),
    summaries: summaries.length,
  };
}

test.each(["client-1.0", "client-2.1-early", "client-2.1-late"])(
  "the session %s gives the same rows by its events and by its transcript",
  async (name) => {
    const transcript = `${import.meta.dir}/../fixtures/transcripts/${name}.jsonl`;
    const place = await replaySession(makeTempHome(), transcript);
    if (place === null) throw new Error("the transcript has no events");
    const live = readRecordedRows(place);
    const home = makeTempHome();
    await runCommand({ home, project: home }, "ingest", transcript);
    expect(live.observations.length).toBeGreaterThan(0);
    expect(live.prompts.length).toBeGreaterThan(0);
    expect(withoutTranscriptOnly(readRecordedRows({ home, project: home }))).toEqual(
      withoutTranscriptOnly(live),
    );
  },
);
