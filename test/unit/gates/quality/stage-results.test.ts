import { expect, test } from "bun:test";
import { databasePath, readEnvironment } from "../../../../src/config/environment.ts";
import { loadConfig } from "../../../../src/config/load-config.ts";
import { readStageResults } from "../../../../src/gates/quality/stage-results.ts";
import { saveCheck } from "../../../../src/store/check-results.ts";
import { redact } from "../../../../src/text/redaction/redact.ts";
import { openNewLedger } from "../../../helpers/new-store.ts";
import { makeTempHome, makeTempProject, writeFileIn } from "../../../helpers/temp.ts";

test("the last result of a check is found although its command is stored without its secret", async () => {
  const env = readEnvironment({ HOME: makeTempHome() });
  const projectDir = makeTempProject();
  const run = `TOKEN=ghp_${"a1B2c3D4e5".repeat(4).slice(0, 36)} npm test`;
  writeFileIn(env.holdfastHome, "config.json", JSON.stringify({ quality: { stages: { tests: [{ run }] } } }));
  const store = await openNewLedger(databasePath(env));
  const command = redact(run).text;
  expect(command).not.toBe(run);
  saveCheck(store, {
    ...{ key: "k", project_dir: projectDir, stage: "tests", command, outcome: "passed", exit_code: 0 },
    ...{ telling: "", fingerprint: "", log_path: null, duration_ms: 10, at: 1 },
  });
  const loaded = await loadConfig(env, projectDir);
  expect(await readStageResults(store, { env, loaded, projectDir })).toEqual([
    { stage: "tests", outcome: "passed", isCurrent: false, at: 1 },
  ]);
  store.close();
});
