import { describe, expect, test } from "bun:test";
import { capture } from "../../../../src/install/doctor/checks/records.ts";
import { RULE_SET } from "../../../../src/text/redaction/rules.generated.ts";
import { makePatient, runCheck, statusesOf, textOf } from "./patient.ts";
import { changeStore } from "./store.ts";

describe("the check of capture", () => {
  test("reports the number and version of the rules, also without a database", async () => {
    const results = await runCheck(capture, makePatient());
    expect(statusesOf(results)).toEqual(["ok"]);
    expect(textOf(results, "ok")).toMatch(
      new RegExp(
        `by ${RULE_SET.count} rules of ${RULE_SET.name} ${RULE_SET.version} and [1-9]\\d* of our own`,
      ),
    );
  });

  test.each<[string, number, "ok" | "warn"]>([
    ["raw", 2, "ok"],
    ["error", 1, "warn"],
    ["raw", 5001, "warn"],
  ])("calls that are %s, %d of them: %s", async (status, count, expected) => {
    const patient = makePatient();
    await changeStore(patient, (store) => {
      store.run(
        `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${count})
         INSERT INTO pending_queue (session_id, tool_use_id, tool_name, raw_output, status, created_at)
         SELECT 's1', 't' || i, 'Bash', '{}', '${status}', 1 FROM n`,
      );
    });
    expect(statusesOf(await runCheck(capture, patient))).toEqual([expected, "ok"]);
  });
});
