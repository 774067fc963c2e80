import { describe, expect, test } from "bun:test";
import { recall } from "../../../../src/install/doctor/checks/records.ts";
import { saveReceipt } from "../../../../src/memory/recall/recall-receipts.ts";
import { writeFileIn } from "../../../helpers/temp.ts";
import { makePatient, runCheck, statusesOf, textOf } from "./patient.ts";
import { changeStore } from "./store.ts";

describe("the check of recall", () => {
  test("passes without a database, and when switched off", async () => {
    const patient = makePatient();
    expect(statusesOf(await runCheck(recall, patient))).toEqual(["ok"]);
    writeFileIn(patient.project, ".claude/holdfast.json", '{"recall": {"enabled": false}}');
    expect(textOf(await runCheck(recall, patient), "ok")).toContain("switched off here");
  });

  test("reports what there is and how much was given", async () => {
    const patient = makePatient();
    const receipt = {
      sessionId: "s1",
      event: "SessionStart",
      promptId: null,
      lines: [],
      terms: [],
      tokens: 80,
      at: 1,
    };
    await changeStore(patient, (store) => {
      saveReceipt(store, receipt, []);
      saveReceipt(store, receipt, []);
    });
    expect(textOf(await runCheck(recall, patient), "ok")).toContain("2 times, 160 tokens");
  });
});
