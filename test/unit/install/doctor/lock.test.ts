import { describe, expect, test } from "bun:test";
import { lockPath } from "../../../../src/config/environment.ts";
import { lock } from "../../../../src/install/doctor/checks/project.ts";
import { closeSession, touchSession } from "../../../../src/store/sessions.ts";
import { makePatient, type Patient, runCheck, statusesOf, textOf, writeJson } from "./patient.ts";
import { changeStore } from "./store.ts";

const HOUR = 3_600_000;

function withLock(fields: object | string): Patient {
  const patient = makePatient();
  writeJson(lockPath(patient.project), fields);
  return patient;
}

async function withOwner(seenAt: number, ended: boolean): Promise<Patient> {
  const patient = withLock({ session_id: "s1" });
  await changeStore(patient, (store) => {
    touchSession(store, {
      sessionId: "s1",
      projectDir: null,
      transcriptPath: null,
      at: seenAt,
      toolCalls: 0,
    });
    if (ended) closeSession(store, "s1", "other", seenAt);
  });
  return patient;
}

describe("the check of the lock", () => {
  test("passes without a lock, with one for everybody, and with one that waits for a session", async () => {
    expect(statusesOf(await runCheck(lock, makePatient()))).toEqual(["ok"]);
    expect(statusesOf(await runCheck(lock, withLock({ all: true })))).toEqual(["ok"]);
    expect(statusesOf(await runCheck(lock, withLock("")))).toEqual(["ok"]);
  });

  test("passes when its session is alive", async () => {
    expect(statusesOf(await runCheck(lock, await withOwner(Date.now() - HOUR, false)))).toEqual(["ok"]);
  });

  test("warns when its session has ended, is silent, or is unknown", async () => {
    const cases: [Patient, string][] = [
      [await withOwner(Date.now(), true), "has ended"],
      [await withOwner(Date.now() - 25 * HOUR, false), "silent for a day"],
      [withLock({ session_id: "stranger" }), "is not recorded"],
    ];
    for (const [patient, words] of cases) {
      const said = textOf(await runCheck(lock, patient), "warn");
      expect(said).toContain(words);
      expect(said).toContain("holdfast unlock");
    }
  });

  test("warns when it has expired", async () => {
    const createdAt = new Date(Date.now() - 2 * HOUR).toISOString();
    const patient = withLock({ created_at: createdAt, ttl_minutes: 60 });
    expect(textOf(await runCheck(lock, patient), "warn")).toContain("expired");
  });

  test("warns when it cannot be parsed", async () => {
    const said = textOf(await runCheck(lock, withLock("{nonsense")), "warn");
    expect(said).toContain("holds nothing");
    expect(said).toContain("rm '");
  });
});
