import { describe, expect, test } from "bun:test";
import { cap } from "../../../../src/install/doctor/checks/registration.ts";
import { BLOCK_CAP_KEY } from "../../../../src/install/registration.ts";
import { makePatient, runCheck, writeScope } from "./patient.ts";

const settings = (value: unknown) => ({ env: { [BLOCK_CAP_KEY]: value } });

async function judge(
  variable: string | undefined,
  scopes: Parameters<typeof writeScope>[1][],
  values: unknown[],
) {
  const patient = makePatient({ [BLOCK_CAP_KEY]: variable });
  for (const [index, scope] of scopes.entries()) writeScope(patient, scope, settings(values[index]));
  const [result] = await runCheck(cap, patient);
  return { status: result?.status, message: result?.message };
}

// Every line was observed on the real client.
describe("the check of the client's block cap", () => {
  test.each([
    ["its default", undefined, [], [], "ok", "after 8 holds"],
    ["a raised cap of the environment", "30", [], [], "ok", "after 30 holds"],
    ["a lowered cap of the environment", "3", [], [], "warn", "after 3 holds"],
    ["the settings over the environment", "2", ["user"], ["30"], "ok", "after 30 holds"],
    ["the project over the user", undefined, ["user", "project"], ["30", "2"], "warn", "after 2 holds"],
    ["local over the project", undefined, ["project", "local"], ["2", "12"], "ok", "after 12 holds"],
    ["a number in the settings", undefined, ["user"], [4], "warn", "after 4 holds"],
    ["nonsense as if it were the default", "abc", [], [], "ok", "after 8 holds"],
    ["an empty variable as if it were the default", "", [], [], "ok", "after 8 holds"],
    ["zero as no limit", "0", [], [], "ok", "no limit"],
    ["a number with a tail", "3abc", [], [], "warn", "after 3 holds"],
  ] as const)("reports %s", async (_, variable, scopes, values, status, words) => {
    const result = await judge(variable, [...scopes], [...values]);
    expect(result.status).toBe(status);
    expect(result.message).toContain(words);
  });
});
