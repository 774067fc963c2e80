// What status and Health show of a day's judges, and explain of a stop's.
import { expect, test } from "bun:test";
import { defaultConfig } from "../../../src/config/defaults.generated.ts";
import { databasePath, readEnvironment } from "../../../src/config/environment.ts";
import { insertDecision } from "../../../src/gates/engine/record-decision.ts";
import { askJudge } from "../../../src/judge/ask-judge.ts";
import { lastDecision } from "../../../src/store/decisions.ts";
import { explainStop } from "../../../src/views/explain-stop.ts";
import { readHealth } from "../../../src/views/health.ts";
import { describeJudgeUse, readJudgeUse } from "../../../src/views/judge-use.ts";
import { judgeAnswer, judgeSettings, startJudgeServer } from "../../helpers/judges.ts";
import { openNewStore } from "../../helpers/new-store.ts";
import { makeTempHome, writeFileIn } from "../../helpers/temp.ts";

const QUOTE = "the second page";
const stopAt = (at: number) => ({
  ...{ session_id: "s1", agent: "main", budget_id: null, event: "Stop", at, project_dir: "/p" },
  ...{ verdict: "complete", rule: "nothing-open", findings: "[]", situation: null, reason: null },
  duration_ms: 6,
});

test("calls, tokens, time, the last failure and the open objection of a day; a new stop closes it", async () => {
  const env = readEnvironment({ HOME: makeTempHome(), PATH: process.env.PATH });
  const store = await openNewStore(databasePath(env));
  const server = startJudgeServer((n) =>
    n === 1 ? { text: judgeAnswer(false, "It is missing.", QUOTE), delayMs: 600 } : { status: 404 },
  );
  const settings = judgeSettings({ url: server.url, model: "small" });
  const config = { ...defaultConfig(), judge: settings };
  const use = (sessionId: string | null) => {
    const found = readJudgeUse(store, config, sessionId);
    return found && describeJudgeUse(found);
  };
  const ask = (judge: string) =>
    askJudge(
      { env, store, settings },
      {
        ...{ judge, ask: "Was it done?", sessionId: "s1", projectDir: "/p" },
        parts: [{ name: "request", text: `Write ${QUOTE}, please.` }],
      },
    );
  expect(readJudgeUse(store, defaultConfig())).toBeNull();
  expect(use("s1")).toMatch(/^small at 127\.0\.0\.1:\d+, 0 of 100 calls today$/);
  insertDecision(store, stopAt(Date.now() - 1));
  await ask("request");
  await ask("tests");
  const failure = /the judge could not answer: the server has no such model or path/;
  expect(use("s1")).toMatch(
    /2 of 100 calls today, 321 tokens, 1 s; "request" says no: It is missing\.; the judge could not/,
  );
  expect(use(null)).not.toContain("says no");
  writeFileIn(env.holdfastHome, "config.json", JSON.stringify({ judge: { by: settings.by } }));
  expect((await readHealth(env, store)).judge).toMatchObject({
    ...{ calls: 2, failed: 1, tokens: 321, perDay: 100 },
    failure: expect.stringMatching(failure),
  });
  const row = lastDecision(store, "s1");
  const judges = row && explainStop(store, row).judges;
  expect(judges).toMatchObject([
    { judge: "request", outcome: "no", said: "It is missing.", evidence: [QUOTE], tokens: 321, calls: 1 },
    { judge: "tests", outcome: "could not answer", said: expect.stringMatching(/no such model/) },
  ]);
  insertDecision(store, stopAt(Date.now() + 1));
  expect(use("s1")).not.toContain("says no");
});
