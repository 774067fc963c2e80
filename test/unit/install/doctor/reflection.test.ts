import { describe, expect, test } from "bun:test";
import { reflection } from "../../../../src/install/doctor/checks/records.ts";
import { queueReflection } from "../../../../src/store/pending-reflections.ts";
import { makePatient, runCheck, statusesOf, textOf } from "./patient.ts";
import { changeStore } from "./store.ts";

describe("the check of reflection", () => {
  test("says that it is switched off, even without a database", async () => {
    expect(textOf(await runCheck(reflection, makePatient()), "ok")).toContain("switched off");
  });

  test.each<[string, number, "ok" | "warn"]>([
    ["just ended", 1000, "ok"],
    ["ended two hours ago", 2 * 3_600_000, "warn"],
  ])("reports a session that %s and waits", async (_when, age, expected) => {
    const patient = makePatient();
    const mark = {
      session_id: "s1",
      project_dir: null,
      transcript_path: "/t",
      requested_at: Date.now() - age,
    };
    await changeStore(patient, (store) => queueReflection(store, mark));
    expect(statusesOf(await runCheck(reflection, patient))).toEqual([expected]);
  });
});
