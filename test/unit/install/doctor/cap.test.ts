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
    ["its default", undefined, [], [], "ok", "at most 8"],
    ["a raised cap of the environment", "30", [], [], "ok", "at most 30"],
    ["a lowered cap of the environment", "3", [], [], "warn", "at most 3"],
    ["the settings over the environment", "2", ["user"], ["30"], "ok", "at most 30"],
    ["the project over the user", undefined, ["user", "project"], ["30", "2"], "warn", "at most 2"],
    ["local over the project", undefined, ["project", "local"], ["2", "12"], "ok", "at most 12"],
    ["a number in the settings", undefined, ["user"], [4], "warn", "at most 4"],
    ["nonsense as if it were the default", "abc", [], [], "ok", "at most 8"],
    ["an empty variable as if it were the default", "", [], [], "ok", "at most 8"],
    ["zero as no limit", "0", [], [], "ok", "no limit"],
    ["a number with a tail", "3abc", [], [], "warn", "at most 3"],
  ] as const)("reports %s", async (_, variable, scopes, values, status, words) => {
    const result = await judge(variable, [...scopes], [...values]);
    expect(result.status).toBe(status);
    expect(result.message).toContain(words);
  });
});
