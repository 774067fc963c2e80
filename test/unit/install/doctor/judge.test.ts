import { describe, expect, test } from "bun:test";
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { userConfigPath } from "../../../../src/config/environment.ts";
import { judge, judgeCall } from "../../../../src/install/doctor/checks/judge.ts";
import { judgeAnswer, makeAnsweringJudge } from "../../../helpers/judges.ts";
import { makePatient, runCheck, statusesOf, textOf } from "./patient.ts";

function makeJudged(settings: object, variables: Record<string, string> = {}) {
  const patient = makePatient(variables);
  const path = userConfigPath(patient.env);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, JSON.stringify(settings));
  return patient;
}

const by = (fields: object) => ({ judge: { by: fields } });
const SERVER = { url: "https://models.example/v1", model: "small" };

describe("the check of the judge", () => {
  test.each<[string, object, string, RegExp]>([
    ["no setting", {}, "ok", /nothing leaves this machine/],
    [
      "questions that nobody answers",
      { judges: { request: { ask: "Done?" } } },
      "warn",
      /nobody answers request/,
    ],
    ["no client", { judge: { by: "claude" } }, "problem", /no `claude`/],
    ["an unsafe server", by({ ...SERVER, url: "http://models.example/v1" }), "problem", /must be https/],
    ["a server without a model", by({ url: SERVER.url }), "problem", /model` is missing/],
    ["a missing key", by({ ...SERVER, key: "NO_SUCH_KEY" }), "problem", /NO_SUCH_KEY/],
    ["a server", by(SERVER), "ok", /small at models\.example, 0 calls today.*diff/],
  ])("with %s", async (_, settings, status, words) => {
    const [result] = await runCheck(judge, makeJudged(settings));
    expect([result?.status, result?.message]).toEqual([status, expect.stringMatching(words)]);
  });

  test("makes a test call, whose failure is then reported", async () => {
    const right = judgeAnswer(true, "The line is there.", "+ lighthouse");
    const stand = makeAnsweringJudge(right, judgeAnswer(false, "No.", "+ lighthouse"), "prose");
    const patient = makeJudged(by({ command: stand.command }));
    expect(statusesOf(await runCheck(judgeCall, patient))).toEqual(["ok"]);
    expect(statusesOf(await runCheck(judgeCall, patient))).toEqual(["warn"]);
    expect(textOf(await runCheck(judgeCall, patient), "problem")).toContain("no JSON object");
    const after = await runCheck(judge, patient);
    expect(textOf(after, "ok")).toContain("4 calls today");
    expect(textOf(after, "warn")).toContain("the judge could not answer");
  });
});
