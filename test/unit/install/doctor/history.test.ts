import { expect, test } from "bun:test";
import { history } from "../../../../src/install/doctor/checks/records.ts";
import { touchSession } from "../../../../src/store/sessions.ts";
import { writeFileIn } from "../../../helpers/temp.ts";
import { writeTranscript } from "../../../helpers/transcript-lines.ts";
import { makePatient, runCheck } from "./patient.ts";
import { changeStore } from "./store.ts";

test("sessions that were neither recorded nor ingested are reported, with the command that ingests them", async () => {
  const patient = makePatient();
  expect(await runCheck(history, patient)).toEqual([
    { status: "ok", message: "every session was recorded or read" },
  ]);
  for (const sessionId of ["aaaa", "bbbb"]) {
    const written = writeTranscript({ sessionId });
    written.prompt("x".repeat(60_000));
    writeFileIn(`${patient.home}/.claude/projects`, `-work/${sessionId}.jsonl`, written.text());
  }
  await changeStore(patient, (store) => {
    const sighting = { projectDir: null, transcriptPath: null, at: 1, toolCalls: 0 };
    touchSession(store, { sessionId: "aaaa", ...sighting });
  });
  expect(await runCheck(history, patient)).toEqual([
    {
      status: "ok",
      message: "1 session (0.1 MB) not searchable yet",
      nextStep: "Run `holdfast ingest` to read them.",
    },
  ]);
});
