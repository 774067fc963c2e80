import { Database } from "bun:sqlite";
import { describe, expect, test } from "bun:test";
import { databasePath } from "../../../../src/config/environment.ts";
import { latency, percentile } from "../../../../src/install/doctor/checks/past-runs.ts";
import { enqueueCall } from "../../../../src/recording/queue/pending-queue.ts";
import { saveCheck } from "../../../../src/store/check-results.ts";
import { insertPrompt } from "../../../../src/store/prompts.ts";
import { makePatient, runCheck, statusesOf, textOf, writeJson } from "./patient.ts";
import { addDecision, changeStore } from "./store.ts";

describe("the check of latency", () => {
  test("passes without rows", async () => {
    expect(statusesOf(await runCheck(latency, makePatient()))).toEqual(["ok"]);
  });

  test("reports percentiles for each event from the rows of the last 7 days", async () => {
    const patient = makePatient();
    await changeStore(patient, (store) => {
      for (let ms = 1; ms <= 20; ms++) addDecision(store, { duration_ms: ms });
      addDecision(store, { event: "SubagentStop", duration_ms: 7.25 });
      addDecision(store, { duration_ms: 9_000, at: Date.now() - 8 * 24 * 3_600_000 });
    });
    expect(await runCheck(latency, patient)).toEqual([
      { status: "ok", message: "Stop p50 10 ms, p95 19 ms, max 20 ms of 20 in 7 days" },
      { status: "ok", message: "SubagentStop p50 7.3 ms, p95 7.3 ms, max 7.3 ms of 1 in 7 days" },
    ]);
  });

  test("warns when the 95th percentile is over 100 ms, not for one slow run in many", async () => {
    const patient = makePatient();
    await changeStore(patient, (store) => {
      for (let n = 0; n < 40; n++) addDecision(store, { duration_ms: n === 0 ? 900 : 5 });
      for (let n = 0; n < 10; n++) addDecision(store, { event: "TaskCompleted", duration_ms: 101 });
    });
    const results = await runCheck(latency, patient);
    expect(statusesOf(results)).toEqual(["ok", "warn"]);
    expect(textOf(results, "warn")).toContain("TaskCompleted p50 101 ms, p95 101 ms, max 101 ms of 10");
  });

  test("does not warn of a few first runs", async () => {
    const patient = makePatient();
    await changeStore(patient, (store) => {
      for (let n = 0; n < 4; n++) addDecision(store, { duration_ms: 464 });
    });
    expect(statusesOf(await runCheck(latency, patient))).toEqual(["ok"]);
  });

  test("counts decisions that waited for a command separately", async () => {
    const patient = makePatient();
    await changeStore(patient, (store) => {
      const at = Date.now() - 60_000;
      for (let n = 0; n < 10; n++) addDecision(store, { duration_ms: 5, at: at + n * 100 });
      addDecision(store, { duration_ms: 9_000, at: at + 5_000, project_dir: "/checked" });
      addDecision(store, { duration_ms: 700, findings: JSON.stringify([{ gate: "loop" }]) });
      saveCheck(store, {
        key: "k",
        project_dir: "/checked",
        stage: "tests",
        command: "npm test",
        outcome: "passed",
        exit_code: 0,
        telling: "",
        fingerprint: "",
        log_path: null,
        duration_ms: 8_000,
        at: at + 13_500,
      });
    });
    expect(await runCheck(latency, patient)).toEqual([
      { status: "ok", message: "Stop p50 5.0 ms, p95 5.0 ms, max 5.0 ms of 10 in 7 days" },
      {
        status: "ok",
        message: "with your own commands: p50 700 ms, p95 9000 ms, max 9000 ms of 2 in 7 days",
      },
    ]);
  });

  test("reports the other events from their own rows, and reads a file that is not migrated yet", async () => {
    const patient = makePatient();
    const call = {
      sessionId: "s1",
      tool: "Read",
      rawOutput: "{}",
      filesTouched: "[]",
      priority: "low",
    } as const;
    const path = await changeStore(patient, (store) => {
      addDecision(store, { duration_ms: 5 });
      enqueueCall(store, { ...call, toolUseId: "t1", at: Date.now(), hookMs: 900 });
      enqueueCall(store, { ...call, toolUseId: "t2", at: Date.now() });
      for (let n = 0; n < 5; n++)
        insertPrompt(store, {
          sessionId: "s1",
          promptId: null,
          text: `Work ${n}.`,
          at: Date.now(),
          hookMs: 101,
        });
    });
    expect(await runCheck(latency, patient)).toMatchObject([
      { status: "ok", message: "Stop p50 5.0 ms, p95 5.0 ms, max 5.0 ms of 1 in 7 days" },
      // The client does not wait for it.
      { status: "ok", message: "PostToolUse p50 900 ms, p95 900 ms, max 900 ms of 1 in 7 days" },
      { status: "warn", message: expect.stringContaining("UserPromptSubmit p50 101 ms") },
    ]);
    const store = new Database(path);
    store.run("ALTER TABLE pending_queue DROP COLUMN hook_ms");
    store.close();
    expect(textOf(await runCheck(latency, patient), "ok")).toMatch(/^Stop p50 5.0 ms/);
  });

  test("warns when the database cannot be read", async () => {
    const patient = makePatient();
    writeJson(databasePath(patient.env), "not a database".repeat(100));
    expect(statusesOf(await runCheck(latency, patient))).toEqual(["warn"]);
  });

  test("percentiles are durations that occurred", () => {
    expect([0.5, 0.95, 1].map((share) => percentile([1, 2, 3, 4], share))).toEqual([2, 4, 4]);
    expect(percentile([], 0.5)).toBe(0);
  });
});
