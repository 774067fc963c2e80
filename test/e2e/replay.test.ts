// Events and transcripts of sessions of three client generations. What only a transcript tells is listed in docs/ingest.md.
import { expect, setDefaultTimeout, test } from "bun:test";
import { runCommand } from "../helpers/holdfast.ts";
import { type RecordedRows, readRecordedRows, replaySession } from "../helpers/replay-session.ts";
import { makeTempFolder, makeTempHome, writeFileIn } from "../helpers/temp.ts";
import { writeTranscript } from "../helpers/transcript-lines.ts";

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

function rowsOf(rows: RecordedRows, sessionId: string) {
  const { summaries: _, ...recorded } = rows;
  const own = Object.entries(recorded).map(([kind, all]) => [
    kind,
    all.filter(({ session_id }) => session_id === sessionId),
  ]);
  return Object.fromEntries(own);
}

const transcriptOf = (name: string) => `${import.meta.dir}/../fixtures/transcripts/${name}.jsonl`;

test.each(["client-1.0", "client-2.1-early", "client-2.1-late"])(
  "the session %s gives the same rows by its events and by its transcript",
  async (name) => {
    const transcript = transcriptOf(name);
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

test("no event is lost while an ingest of other sessions runs", async () => {
  const transcript = transcriptOf("client-2.1-late");
  const alone = await replaySession(makeTempHome(), transcript);
  const home = makeTempHome();
  const past = makeTempFolder("past");
  for (let n = 0; n < 60; n++) {
    const written = writeTranscript({ sessionId: `past-${n}` });
    written.prompt(`Please build part ${n} of the shop.`);
    for (let call = 0; call < 60; call++)
      written.use(`t-${n}-${call}`, "Bash", { command: `make part-${n}-${call}` }, "made\n".repeat(400));
    writeFileIn(past, `past-${n}.jsonl`, written.text());
  }
  const [beside, { exitCode, stdout }] = await Promise.all([
    replaySession(home, transcript),
    runCommand({ home, project: home }, "ingest", past, "--json"),
  ]);
  if (alone === null || beside === null) throw new Error("the transcript has no events");
  expect(exitCode).toBe(0);
  expect(JSON.parse(stdout)).toMatchObject({ sessions: 60, prompts: 60, observations: 3600 });
  await runCommand(beside, "drain");
  expect(rowsOf(readRecordedRows(beside), "s")).toEqual(rowsOf(readRecordedRows(alone), "s"));
});
