// A stop with a claim, through the hook: what is not written down in full is not judged, and no secret is told.
import { expect, test } from "bun:test";
import { writeFileSync } from "node:fs";
import { databasePath, readEnvironment } from "../../../../src/config/environment.ts";
import { runHook } from "../../../../src/hook/run.ts";
import { listDecisions } from "../../../../src/store/decisions.ts";
import { createTrace } from "../../../../src/store/hook-context.ts";
import { openLedger } from "../../../../src/store/open.ts";
import { parseEvent } from "../../../helpers/parse-event.ts";
import { makeTempFolder, makeTempHome, makeTempProject } from "../../../helpers/temp.ts";
import { calls, type Json, result, says, toLines, user } from "../../transcript/records.ts";

const GREEN = " 3 pass\n 0 fail\nRan 3 tests across 1 file. [9.00ms]";
const SECRET = `ghp_${"a1B2c3D4e5".repeat(4).slice(0, 36)}`;
const project = makeTempProject();

/** The answer to a stop after "All tests pass.", and what was recorded of it. */
async function stopAfter(transcript: string | Uint8Array, config: object = {}) {
  const home = makeTempHome();
  const path = `${makeTempFolder("transcript")}/s1.jsonl`;
  writeFileSync(path, transcript);
  const env = readEnvironment({
    HOME: home,
    PATH: process.env.PATH,
    TMPDIR: home,
    CLAUDE_PROJECT_DIR: project,
  });
  const store = await openLedger(databasePath(env));
  writeFileSync(`${home}/.holdfast/config.json`, JSON.stringify(config));
  const send = async (fields: object) => {
    const head = { session_id: "s1", cwd: project, transcript_path: path };
    const parsed = parseEvent(JSON.stringify({ ...head, ...fields }));
    if (!parsed.ok) throw new Error(parsed.problem);
    return runHook(parsed.event, env, createTrace(false));
  };
  await send({ hook_event_name: "UserPromptSubmit", prompt: "Go on." });
  const answer = await send({ hook_event_name: "Stop", last_assistant_message: "All tests pass." });
  return { answer, findings: listDecisions(store, {}, 1)[0]?.findings ?? "" };
}

/** Changed, and a part of the tests run, so long ago. */
function worked(agoMs: number, command = "bun test a.test.ts"): Json[] {
  const fields = { timestamp: new Date(Date.now() - agoMs).toISOString(), cwd: project };
  return [
    user("Go on.", fields),
    calls("t1", "Write", { file_path: `${project}/a.ts`, content: "1" }, fields),
    result("t1", "File written.", fields),
    calls("t2", "Bash", { command }, fields),
    result("t2", GREEN, fields),
    says("All tests pass.", fields),
  ];
}

test("a part is told, with no secret of its command in what is told and recorded", async () => {
  const { answer, findings } = await stopAfter(
    toLines(worked(0, `TOKEN=x bun test a.test.ts --token ${SECRET}`)),
  );
  expect(answer).toMatchObject({ kind: "tell", message: expect.stringContaining("only part of them ran") });
  expect(findings).toContain('"claims"');
  expect(JSON.stringify(answer) + findings).not.toContain(SECRET);
});

test.each<[string, () => string | Uint8Array]>([
  ["is about an earlier turn that ended in the same words", () => toLines(worked(60_000))],
  ["has a call without its result yet", () => toLines(worked(0).slice(0, 4))],
  ["is empty", () => ""],
  ["is no text", () => crypto.getRandomValues(new Uint8Array(5000))],
])("nothing is said when the transcript %s", async (_what, transcript) => {
  expect((await stopAfter(transcript())).answer).toEqual({ kind: "silent" });
});

test("nothing is looked at where it is switched off", async () => {
  const { answer, findings } = await stopAfter(toLines(worked(0)), { claims: "off" });
  expect(answer).toEqual({ kind: "silent" });
  expect(findings).toBe("[]");
});
