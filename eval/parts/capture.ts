// Does a session leave the same rows by its events as by its transcript? Its events are sent to the executable one after the other,
// and its transcript is ingested into another store. Differences are listed by kind; docs/ingest.md says which are to be expected.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { runCommand } from "../../test/helpers/holdfast.ts";
import { type RecordedRows, readRecordedRows, replaySession } from "../../test/helpers/replay-session.ts";
import type { Session } from "../data.ts";
import type { EvalPart } from "../eval.ts";
import { printTable } from "../table.ts";

type Kind = keyof RecordedRows;

const KINDS: readonly Kind[] = ["observations", "runs", "prompts", "tasks", "sessions"];

export const evaluate: EvalPart = async ({ transcripts, print }) => {
  const total = KINDS.map((kind) => ({ kind, equal: 0, onlyEvents: 0, onlyTranscript: 0 }));
  for (const session of transcripts) {
    const compared = await compare(session);
    if (compared === null) continue;
    for (const row of total) {
      const { live, past } = compared[row.kind];
      row.equal += live.filter((one) => past.includes(one)).length;
      row.onlyEvents += live.filter((one) => !past.includes(one)).length;
      row.onlyTranscript += past.filter((one) => !live.includes(one)).length;
    }
  }
  printTable(
    print,
    ["rows", "equal", "only by events", "only by the transcript"],
    total.map(({ kind, equal, onlyEvents, onlyTranscript }) => [kind, equal, onlyEvents, onlyTranscript]),
  );
  return total;
};

/** null for a session without a recorded folder. */
async function compare({ path }: Session) {
  const [home, other] = ["live", "past"].map((name) => mkdtempSync(join(tmpdir(), `holdfast-eval-${name}-`)));
  if (home === undefined || other === undefined) return null;
  try {
    const place = await replaySession(home, path);
    if (place === null) return null;
    const past = { home: other, project: other };
    await runCommand(past, "ingest", path);
    const [live, ingested] = [readRecordedRows(place), readRecordedRows(past)];
    const texts = (rows: RecordedRows, kind: Kind) =>
      rows[kind].map(({ at: _, ...row }) => JSON.stringify(row));
    return Object.fromEntries(
      KINDS.map((kind) => [kind, { live: texts(live, kind), past: texts(ingested, kind) }]),
    ) as Record<Kind, { live: string[]; past: string[] }>;
  } finally {
    for (const folder of [home, other]) rmSync(folder, { recursive: true });
  }
}
