// A pipeline of subagents in the real client: three stages, parallel chunks, results passed on.
import { describe, expect, setDefaultTimeout, test } from "bun:test";
import { runClaude } from "../helpers/claude.ts";
import { shareSessions } from "../helpers/claude-sessions.ts";
import { readDecisions, readFaultLines, runCommand } from "../helpers/holdfast.ts";
import { makeInstalledPlace, queryStore, stopVerdicts } from "../helpers/installed.ts";
import { findTold, lastRequest, requestsOfAgent, timesTold } from "../helpers/told.ts";
import { systemMessages } from "../helpers/transcript.ts";
import { agent, bash, say, together, write } from "../helpers/turns.ts";
import { waitUntil } from "../helpers/wait.ts";

const PIPELINE = [
  { stage: "design", match: "planner" },
  { stage: "build", match: "builder", requires: ["design"], verify: 'test -f "part-$HOLDFAST_CHUNK.txt"' },
  { stage: "review", match: "reviewer", requires: ["build"] },
];

setDefaultTimeout(90_000);

const agentFile = (name: string) => `---\nname: ${name}\ndescription: A ${name}\n---\nYou are a ${name}.\n`;
const files = {
  ".claude/holdfast.json": JSON.stringify({ pipeline: PIPELINE }),
  ...Object.fromEntries(
    ["planner", "builder", "reviewer"].map((name) => [`.claude/agents/${name}.md`, agentFile(name)]),
  ),
};
const place = await makeInstalledPlace({ git: true, files });
const sessions = shareSessions(place);

const help = (type: string, prompt: string, background = false) => agent({ type, prompt, background });

describe("a pipeline of three stages", () => {
  test("passes results on, sums up parallel work, and holds the stop until all are finished [001-05] [001-10] [001-13]", async () => {
    const build = (part: string) => [
      write(`${place.project}/part-${part}.txt`, part),
      say(`Part ${part} stands (chunk: ${part}/2).`),
    ];
    let isOneDone = false;
    // A separate client: it continues by itself when a background builder is done.
    const run = await runClaude({
      ...place,
      prompt: "Build it in stages.",
      timeoutMs: 60_000,
      script: {
        main: [
          help("planner", "PLANNER: think"),
          say("It is designed."),
          together(help("builder", "BUILDER-ONE", true), help("builder", "BUILDER-TWO\nchunk: 2/2", true)),
          say("They build."),
          async () => {
            isOneDone = true;
            return say("One is done, I wait.");
          },
          help("reviewer", "REVIEWER: look"),
          say("All stages are done."),
          say("All stages are done, really."),
        ],
        agents: {
          PLANNER: [say("The design: two parts, each in a file of its own.")],
          "BUILDER-ONE": [say("I am lazy."), say("This is chunk: 1/2, and I am lazy."), ...build("1")],
          "BUILDER-TWO": [
            write(`${place.project}/part-2.txt`, "2"),
            async () => {
              await waitUntil(() => isOneDone);
              return say("Part 2 stands.");
            },
          ],
          REVIEWER: [say("Both parts are good.")],
        },
        whenDone: say("All stages are done."),
      },
    });
    const main = lastRequest(run.requests);
    expect(findTold(run.requests, /2 of 3 stages are open/)).toContain(
      'subagent of type builder for "build"',
    );
    // What the next subagent needs.
    expect(findTold(requestsOfAgent(run.requests, "BUILDER-ONE"), /two parts, each in a file/)).toContain(
      'stage "build"',
    );
    expect(findTold(requestsOfAgent(run.requests, "REVIEWER"), /Part 2 stands/)).toContain("Part 1 stands");
    // A lazy subagent is sent back by its stage's command.
    expect(findTold(requestsOfAgent(run.requests, "BUILDER-ONE"), /Stage "build".* fails\./)).toBeDefined();
    // It is told what the command needs to know before.
    expect(findTold(requestsOfAgent(run.requests, "BUILDER-ONE"), /was not run: HOLDFAST_CHUNK/)).toContain(
      "`chunk: 1/2`",
    );
    // One summary for the agent that sent them.
    expect(timesTold(main, "2 subagents worked side by side")).toBe(1);
    expect(findTold(run.requests, /worked side by side/)).toContain(
      "build, chunk 2/2 (builder): passed; part-2.txt",
    );
    expect(
      queryStore(
        place,
        "SELECT stage, chunk, result FROM subagent_reports ORDER BY stage <> 'design', stage <> 'build', chunk",
      ),
    ).toEqual([
      { stage: "design", chunk: null, result: "passed" },
      { stage: "build", chunk: "1", result: "passed" },
      { stage: "build", chunk: "2", result: "passed" },
      { stage: "review", chunk: null, result: "passed" },
    ]);
    expect(queryStore(place, "SELECT state FROM goals WHERE kind = 'pipeline'")).toEqual([{ state: "met" }]);
    expect(stopVerdicts(place, run.sessionId).at(0)).toBe("blocked");
    expect(stopVerdicts(place, run.sessionId).at(-1)).toBe("complete");
    expect(systemMessages(run).at(-1)?.text).toContain("the pipeline is finished: design, build, review");
    expect(await readFaultLines(place)).toEqual([]);
  });
});

test("a subagent of a later stage does not start a pipeline on its own", async () => {
  const before = queryStore(place, "SELECT * FROM goals WHERE kind = 'pipeline'").length;
  const run = await sessions.run({
    prompt: "Review it.",
    script: {
      main: [help("reviewer", "REVIEWER: look"), say("Reviewed.")],
      agents: { REVIEWER: [say("Good.")] },
    },
  });
  const rows = readDecisions(place).filter((row) => row.session_id === run.sessionId);
  expect(rows.map((row) => row.verdict)).toEqual(["complete", "complete"]);
  expect(queryStore(place, "SELECT * FROM goals WHERE kind = 'pipeline'")).toHaveLength(before);
});

test("a stage that ran before its requirements does not count; cancelling allows the stop, and the user is told", async () => {
  const run = await sessions.run({
    prompt: "Build it in stages.",
    script: {
      main: [
        help("planner", "PLANNER: think"),
        help("reviewer", "REVIEWER: look"),
        say("Done."),
        bash("holdfast pipeline status"),
        bash("holdfast cancel pipeline --why 'not wanted'"),
        say("Cancelled."),
      ],
      agents: { PLANNER: [say("A design.")], REVIEWER: [say("Nothing to see.")] },
    },
  });
  expect(
    findTold(requestsOfAgent(run.requests, "REVIEWER"), /requires build, which is not finished yet/),
  ).toBeDefined();
  expect(stopVerdicts(place, run.sessionId)).toEqual(["blocked", "complete"]);
  expect(findTold(run.requests, /"review" waits for build \(earlier runs do not count/)).toBeDefined();
  expect(findTold(run.requests, /○ build: not started/)).toContain("✓ design: planner: passed");
  expect(systemMessages(run).map(({ text }) => text)).toEqual([
    "holdfast: the pipeline was cancelled by Claude: not wanted. Its first subagent starts a new one.",
  ]);
});

test("the turn of the first stage may end with a question, the next one is held again [001-13]", async () => {
  const status: string[] = [];
  const readStatus = async () => status.push((await runCommand(place, "pipeline", "status")).stdout);
  const run = await sessions.run({
    prompt: ["Plan it.", readStatus, "Yes."],
    script: {
      main: [
        help("planner", "PLANNER: think"),
        say("Two parts. Shall I implement it?"),
        say("I forgot what. The design is good."),
        bash("holdfast pipeline status"),
        say("Done."),
      ],
      agents: { PLANNER: [say("A design.")] },
      whenDone: say("Done."),
    },
  });
  expect(stopVerdicts(place, run.sessionId).slice(0, 2)).toEqual(["asking", "blocked"]);
  expect(status[0]).toContain("waiting for you: Shall I implement it?");
  expect(findTold(run.requests, /The pipeline of session/)).not.toContain("waiting for you");
});

test("a pipeline without progress is released and suspended", async () => {
  const run = await sessions.run({
    prompt: "Build it in stages.",
    script: { main: [help("planner", "PLANNER: think")], agents: { PLANNER: [say("A design.")] } },
  });
  expect(stopVerdicts(place, run.sessionId)).toEqual(["blocked", "blocked", "stalled"]);
  expect(queryStore(place, `SELECT state, why FROM goals WHERE session_id = '${run.sessionId}'`)).toEqual([
    { state: "suspended", why: "same-situation" },
  ]);
  expect(systemMessages(run).at(-1)?.text).toContain("pipeline: The pipeline is not finished");
});
