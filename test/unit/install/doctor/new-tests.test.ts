import { describe, expect, test } from "bun:test";
import { databasePath } from "../../../../src/config/environment.ts";
import { grantTrust } from "../../../../src/config/grant-trust.ts";
import { readTrust } from "../../../../src/config/trust.ts";
import { newTests } from "../../../../src/install/doctor/checks/project.ts";
import { type NewTestsRow, newTestsKey, saveCheck } from "../../../../src/store/check-results.ts";
import { openLedger } from "../../../../src/store/open.ts";
import { makeHealthyPatient, runCheck, writeJson } from "./patient.ts";

const HOUR_MS = 3_600_000;

async function examine(mode: string, last: Partial<NewTestsRow> | null, hasGit: boolean) {
  const patient = makeHealthyPatient();
  const { env, project } = patient;
  if (hasGit) Bun.spawnSync(["git", "init", "-q"], { cwd: project });
  if (mode !== "") writeJson(`${project}/.claude/holdfast.json`, { quality: { newTests: mode } });
  const trust = await readTrust(env, project);
  await grantTrust(env, project, trust.files);
  if (last !== null) {
    const store = await openLedger(databasePath(env));
    const row = { stage: "new tests", command: "bun a.test.ts", outcome: "passed", telling: "" } as const;
    const rest = { exit_code: null, log_path: null, fingerprint: "", duration_ms: 1 };
    const at = Date.now() - HOUR_MS;
    saveCheck(store, { ...row, ...rest, key: newTestsKey("t"), project_dir: project, at, ...last });
    store.close();
  }
  const results = await runCheck(newTests, patient);
  return results.map(({ status, message }) => `${status} ${message}`).join("; ");
}

describe("the check of new tests", () => {
  test.each<[string, string, Partial<NewTestsRow> | null, RegExp]>([
    ["they are off", "", null, /^ok off/],
    ["none were judged yet", "advise", null, /^ok run .*"advise".*no result yet/],
    ["the last could fail", "advise", { telling: "1 new test fails" }, /^ok .*1 h ago: 1 new test fails/],
    ["the last were weak", "block", { outcome: "weak", telling: "1 of 2" }, /^ok .*"block".*: 1 of 2/],
    [
      "the last could not be judged",
      "block",
      { outcome: "unsure", telling: "a: b" },
      /^warn .*1 h ago: a: b/,
    ],
  ])("says so if %s", async (_what, mode, last, wanted) => {
    expect(await examine(mode, last, true)).toMatch(wanted);
  });

  test("needs a git repository", async () => {
    expect(await examine("advise", null, false)).toMatch(/^warn .*not a git repository/);
  });
});
