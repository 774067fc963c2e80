// A pipeline through the hook's own steps: what is recorded, who is told, and what can go wrong.
import { describe, expect, test } from "bun:test";
import { mkdirSync, writeFileSync } from "node:fs";
import { findPipeline, listReports, type StageReport } from "../../../../src/gates/pipeline/rows.ts";
import type { Answer } from "../../../../src/protocol/hook-event.ts";
import { runCli } from "../../../helpers/run-cli.ts";
import { writeTranscript } from "../../../helpers/transcript-lines.ts";
import { makeWorkplace, type Workplace } from "../../../helpers/workplace.ts";

const PIPELINE = [
  { stage: "design", match: "planner" },
  { stage: "build", match: "builder", requires: ["design"] },
];

const makePlace = (config: object, isTrusted = true): Promise<Workplace> =>
  makeWorkplace({ ".claude/holdfast.json": JSON.stringify(config) }, isTrusted);

const start = (place: Workplace, agentId: string, agentType: string) =>
  place.send({ hook_event_name: "SubagentStart", agent_id: agentId, agent_type: agentType });

const end = (place: Workplace, agentId: string, agentType: string, fields: object = {}) =>
  place.send({
    hook_event_name: "SubagentStop",
    agent_id: agentId,
    agent_type: agentType,
    last_assistant_message: `Report of ${agentId}.`,
    ...fields,
  });

const reports = (place: Workplace): StageReport[] =>
  listReports(place.store, findPipeline(place.store, "s1")?.id ?? 0);
const results = (place: Workplace) => reports(place).map(({ agentId, result }) => `${agentId}: ${result}`);
const reasonOf = (answer: Answer) => (answer.kind === "refuse" ? answer.reason : "");
const contextOf = (answer: Answer) => (answer.kind === "context" ? answer.context : "");

describe("reports", () => {
  test("are stored without secrets, and given to the next stage", async () => {
    const place = await makePlace({ pipeline: PIPELINE });
    expect((await start(place, "p", "planner")).kind).toBe("silent");
    await end(place, "p", "planner", {
      last_assistant_message: "Two parts. Key: AKIAQYLPMN5HHHFPZAM2 is in it.",
    });
    const told = contextOf(await start(place, "b", "builder"));
    expect(told).toContain("Two parts.");
    expect(told).not.toContain("AKIAQYLPMN5HHHFPZAM2");
    expect(results(place)).toEqual(["p: passed", "b: running"]);
  });

  test("are stored when the start was never seen, and in plan mode", async () => {
    const place = await makePlace({ pipeline: PIPELINE });
    await end(place, "p", "planner", { permission_mode: "plan" });
    await end(place, "b", "builder");
    expect(results(place).sort()).toEqual(["b: passed", "p: passed"]);
    expect((await place.stop()).kind).toBe("tell");
    expect(findPipeline(place.store, "s1")?.status).toBe("done");
  });

  test("that the transcript does not show are not stored", async () => {
    const place = await makePlace({ pipeline: PIPELINE.slice(0, 1) });
    const transcript_path = `${place.env.home}/s1.jsonl`;
    writeFileSync(transcript_path, writeTranscript({ sessionId: "s1" }).text() || "{}\n");
    await start(place, "p", "planner");
    await end(place, "p", "planner", { transcript_path });
    expect(results(place)).toEqual(["p: running"]);
    const own = writeTranscript({ sessionId: "s1", agentId: "p" });
    own.say("Report of p.");
    mkdirSync(`${place.env.home}/s1/subagents`, { recursive: true });
    writeFileSync(`${place.env.home}/s1/subagents/agent-p.jsonl`, own.text());
    await end(place, "p", "planner", { transcript_path });
    expect(results(place)).toEqual(["p: passed"]);
  });

  test("of the client's own helper, and of types without a stage, are not stored", async () => {
    const place = await makePlace({ pipeline: [{ stage: "all", match: "work*" }] });
    await start(place, "c", "");
    await end(place, "c", "");
    await start(place, "x", "Explore");
    await end(place, "x", "Explore");
    expect(findPipeline(place.store, "s1")).toBeNull();
  });

  test("that say they failed are believed, and hold the stop", async () => {
    const place = await makePlace({ pipeline: PIPELINE.slice(0, 1) });
    await start(place, "p", "planner");
    await end(place, "p", "planner", { last_assistant_message: "I could not.\nresult: failed" });
    expect(reasonOf(await place.stop())).toContain('"design" failed');
    await start(place, "q", "planner");
    await end(place, "q", "planner");
    expect((await place.stop()).kind).toBe("tell");
  });

  test("of a killed subagent do not come: it counts as failed, not as running", async () => {
    const place = await makePlace({ pipeline: PIPELINE.slice(0, 1) });
    await start(place, "p", "planner");
    expect(reasonOf(await place.stop())).toContain("it ended without a report");
    await start(place, "q", "planner");
    await place.prompt("<task-notification>\n<task-id>q</task-id>\n<status>killed</status>");
    expect(results(place)).toEqual(["p: failed", "q: failed"]);
  });
});

describe("the command of a stage", () => {
  const withVerify = (verify: string) => ({ pipeline: [{ stage: "design", match: "planner", verify }] });

  test("refuses the subagent until its budget releases it, and then the stage has failed", async () => {
    const place = await makePlace(withVerify("echo 'two errors'; exit 1"));
    await start(place, "p", "planner");
    const first = reasonOf(await end(place, "p", "planner"));
    expect(first).toContain("two errors");
    expect(first).toContain("complete report again");
    expect(results(place)).toEqual(["p: running"]);
    expect((await end(place, "p", "planner", { stop_hook_active: true })).kind).toBe("refuse");
    expect((await end(place, "p", "planner", { stop_hook_active: true })).kind).toBe("silent");
    expect(results(place)).toEqual(["p: failed"]);
    expect(reports(place)[0]?.error).toContain("two errors");
  });

  test("of an untrusted project does not run, and nothing of its pipeline holds", async () => {
    const place = await makePlace(withVerify("touch ran.txt; false"), false);
    await start(place, "p", "planner");
    expect((await end(place, "p", "planner")).kind).toBe("silent");
    expect(await Bun.file(`${place.project}/ran.txt`).exists()).toBe(false);
    expect((await place.stop()).kind).toBe("silent");
  });

  test("that is missing is a fault and no refusal", async () => {
    const place = await makePlace(withVerify("no-such-command-here"));
    await start(place, "p", "planner");
    expect((await end(place, "p", "planner")).kind).toBe("silent");
    expect(results(place)).toEqual(["p: unproven"]);
    expect(await place.faultParts()).toEqual(["gate:pipeline"]);
  });
});

describe("several subagents at once", () => {
  test("are summed up once, when the last of them is done", async () => {
    const place = await makePlace({ pipeline: PIPELINE });
    const done = (id: string) =>
      place.prompt(`<task-notification><task-id>${id}</task-id></task-notification>`);
    await start(place, "p1", "planner");
    await start(place, "p2", "planner");
    await Bun.sleep(2);
    await end(place, "p1", "planner", { last_assistant_message: "chunk: 1/2\nFirst." });
    expect((await done("p1")).kind).toBe("silent");
    await end(place, "p2", "planner", { last_assistant_message: "chunk: 2/2\nSecond." });
    expect(contextOf(await done("p2"))).toContain("2 subagents worked side by side");
    expect((await done("p2")).kind).toBe("silent");
  });

  test("are summed up in the refusal when the stop comes first", async () => {
    const place = await makePlace({ pipeline: PIPELINE });
    await start(place, "p1", "planner");
    await start(place, "p2", "planner");
    await Bun.sleep(2);
    await end(place, "p1", "planner");
    await end(place, "p2", "planner");
    expect(reasonOf(await place.stop())).toContain("2 subagents worked side by side");
    expect(reasonOf(await place.stop())).not.toContain("side by side");
  });
});

test("a stage named in the prompt counts, whatever the type suggests", async () => {
  const place = await makePlace({
    pipeline: [
      { stage: "one", match: "*" },
      { stage: "two", match: "*" },
    ],
  });
  const transcript = `${place.env.home}/s1/subagents/agent-x.jsonl`;
  mkdirSync(`${place.env.home}/s1/subagents`, { recursive: true });
  const head = { sessionId: "s1", isSidechain: true, agentId: "x", timestamp: new Date().toISOString() };
  const message = { role: "user", content: "Do it.\nstage: two\nchunk: api" };
  writeFileSync(transcript, `${JSON.stringify({ ...head, type: "user", uuid: "u1", message })}\n`);
  await start(place, "x", "general-purpose");
  await end(place, "x", "general-purpose", { agent_transcript_path: transcript });
  expect(reports(place).map(({ stage, chunk }) => [stage, chunk])).toEqual([["two", "api"]]);
});

test("invalid stages are a fault, once, and the others work", async () => {
  const place = await makePlace({ pipeline: [{ stage: "a", match: "*", requires: ["b"] }] });
  await start(place, "x", "worker");
  await start(place, "y", "worker");
  expect(await place.faultParts()).toEqual(["pipeline"]);
  expect(reports(place)).toHaveLength(2);
});

test("when switched off, nothing is recorded and nothing holds", async () => {
  const place = await makePlace({ pipeline: PIPELINE, gates: { pipeline: { enabled: false } } });
  await start(place, "p", "planner");
  await end(place, "p", "planner");
  expect(findPipeline(place.store, "s1")).toBeNull();
});

describe("holdfast pipeline", () => {
  const byPerson = (place: Workplace, ...words: string[]) =>
    runCli({ ...place.env, projectDir: null, sessionId: null, insideAgent: false }, place.project, ...words);

  test("status shows stages and reports, cancel ends the run, and there is nothing to cancel twice", async () => {
    const place = await makePlace({ pipeline: PIPELINE });
    expect((await byPerson(place, "pipeline", "status")).text).toContain("has not started");
    await start(place, "p", "planner");
    await end(place, "p", "planner");
    const shown = (await byPerson(place, "pipeline", "status")).text;
    expect(shown).toContain("end it: holdfast cancel pipeline");
    expect(shown).toContain("✓ design: planner: passed");
    expect(shown).toContain("○ build: not started");
    expect((await byPerson(place, "status")).text).toMatch(/pipeline +a pipeline of subagents/);
    const { json } = await byPerson(place, "pipeline", "status", "--json");
    expect(json).toMatchObject({
      run: { status: "active" },
      stages: [{ state: "finished" }, { state: "open" }],
    });
    expect((await byPerson(place, "cancel", "pipeline")).text).toContain("cancelled");
    expect(await place.stop()).toMatchObject({
      message: expect.stringContaining("the pipeline was cancelled"),
    });
    expect((await byPerson(place, "cancel", "pipeline")).exitCode).toBe(1);
    await start(place, "p2", "planner");
    expect(findPipeline(place.store, "s1")?.status).toBe("active");
  });

  test("cancel inside another agent is refused if the user forbids it", async () => {
    const place = await makePlace({ pipeline: PIPELINE, selfRelease: false });
    await start(place, "p", "planner");
    const inside = { ...place.env, projectDir: null, sessionId: null, insideAgent: true };
    const run = await runCli(inside, place.project, "cancel", "pipeline");
    expect(run.exitCode).toBe(1);
    expect(findPipeline(place.store, "s1")?.status).toBe("active");
  });
});
