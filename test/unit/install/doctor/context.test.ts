import { describe, expect, test } from "bun:test";
import { readSchemaVersion, readStore } from "../../../../src/install/doctor/context.ts";
import { LEDGER_VERSION } from "../../../../src/store/open.ts";
import { makePatient } from "./patient.ts";
import { changeStore } from "./store.ts";

describe("reading the store", () => {
  test("cannot change it", async () => {
    const patient = makePatient();
    await changeStore(patient);
    expect(readStore(patient.env, (store) => store.run("DELETE FROM sessions")).state).toBe("broken");
    expect(readStore(patient.env, readSchemaVersion)).toEqual({ state: "read", value: LEDGER_VERSION });
  });

  test("reports that there is none", () => {
    expect(readStore(makePatient().env, readSchemaVersion)).toEqual({ state: "absent" });
  });
});
