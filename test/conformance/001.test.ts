// Document 001: the protocol of a hold, checks at the stop, and the whole chain of its feature workflow in the real client.
import { describe, expect, setDefaultTimeout, test } from "bun:test";
import { startSessions } from "../helpers/claude-sessions.ts";
import { homeOf, type Place, readDecisions, readFaultLines, sendEvent } from "../helpers/holdfast.ts";
import { makeInstalledPlace, placeLock, stopVerdicts } from "../helpers/installed.ts";
import { makeCheckedPlace, onceStarted } from "../helpers/quality.ts";
import { makeTempHome, makeTempProject, writeFileIn } from "../helpers/temp.ts";
import { findTold, requestsOfAgent } from "../helpers/told.ts";
import { agent, bash, edit, read, say, write } from "../helpers/turns.ts";

setDefaultTimeout(90_000);

describe("a hold is one JSON object with exit 0, and the third one without progress is a release", () => {
  const prepare = {
    Stop: (place: Place) => placeLock(place),
    SubagentStop: (place: Place) => {
      const pipeline = [{ stage: "build", match: "*", verify: "echo it is broken; exit 1" }];
      writeFileIn(homeOf(place).holdfastHome, "config.json", JSON.stringify({ pipeline }));
    },
  };

  test.each(["Stop", "SubagentStop"] as const)("at a %s [001-01]", async (hook_event_name) => {
    const place = { home: makeTempHome(), project: makeTempProject({ git: true }) };
    prepare[hook_event_name](place);
    await sendEvent(place, { hook_event_name: "UserPromptSubmit", prompt: "Work." });
    const worker = hook_event_name === "Stop" ? {} : { agent_id: "a1", agent_type: "builder" };
    const stop = (stop_hook_active: boolean) =>
      sendEvent(place, { hook_event_name, stop_hook_active, last_assistant_message: "Done.", ...worker });
    for (const isContinued of [false, true]) {
      const { exitCode, stdout, stderr } = await stop(isContinued);
      expect([exitCode, stderr]).toEqual([0, ""]);
      expect(JSON.parse(stdout)).toMatchObject({
        decision: "block",
        reason: expect.stringContaining("holdfast"),
      });
    }
    const { exitCode, stdout } = await stop(true);
    expect(exitCode).toBe(0);
    expect(stdout).not.toContain("decision");
    expect(await readFaultLines(place)).toEqual([]);
  });
});

/** Fails for each line of src with the word in it. */
const check = (name: string) => `if grep -rn ${name} src; then echo "${name} failed"; exit 1; fi`;

test("lint, types and tests run at the stop, and each failure holds it with its error [001-02]", async () => {
  const stages = {
    quality: [{ run: check("LINT") }],
    correctness: [{ run: check("TYPE") }],
    tests: [{ run: check("TEST") }],
  };
  const place = await makeCheckedPlace({ stages, files: { "src/a.ts": "a\n" } });
  const sessions = startSessions(place);
  const file = `${place.project}/src/a.ts`;
  const run = await sessions.run({
    prompt: "Change it.",
    script: [
      onceStarted(place, read(file)),
      edit(file, "a", "LINT\nTYPE\nTEST"),
      say("Done."),
      edit(file, "LINT", "lint"),
      say("Done."),
      edit(file, "TYPE", "type"),
      say("Done."),
      edit(file, "TEST", "test"),
      say("Done."),
    ],
  });
  await sessions.close();
  expect(stopVerdicts(place, run.sessionId)).toEqual(["blocked", "blocked", "blocked", "complete"]);
  for (const name of ["LINT", "TYPE", "TEST"])
    expect(findTold(run.requests, new RegExp(`${name} failed`))).toContain("src/a.ts:");
});

test('with quality.baseline "off" a suite that was red before the session holds the stop [001-03]', async () => {
  const place = await makeCheckedPlace({
    stages: { tests: [{ run: check("TEST") }] },
    baseline: "off",
    files: { "src/a.ts": "TEST\n", "src/b.ts": "b\n" },
  });
  const sessions = startSessions(place);
  const run = await sessions.run({
    prompt: "Change b.",
    script: [
      onceStarted(place, write(`${place.project}/src/c.ts`, "c\n")),
      say("Done."),
      bash("sed -i s/TEST/test/ src/a.ts"),
      say("Done."),
    ],
  });
  await sessions.close();
  expect(stopVerdicts(place, run.sessionId)).toEqual(["blocked", "complete"]);
  expect(findTold(run.requests, /TEST failed/)).toContain("src/a.ts:1");
});

test("plan, approval, implementation in chunks, PLAN.md, full suite, back to the user: one chain [001-12] [001-13]", async () => {
  const config = {
    pipeline: [
      { stage: "plan", match: "feature-plan" },
      {
        stage: "implement",
        match: "feature-implementer",
        requires: ["plan"],
        verify: 'sh chunk.sh "$HOLDFAST_CHUNK"',
      },
    ],
    subagents: [{ match: "feature-plan", plan: true }],
    plan: { block: "all" },
    quality: { stages: { tests: [{ run: "sh suite.sh" }] } },
  };
  const agentFile = (name: string) => `---\nname: ${name}\ndescription: ${name}\n---\nYou are ${name}.\n`;
  const place = await makeInstalledPlace({
    git: true,
    files: {
      ".claude/holdfast.json": JSON.stringify(config),
      ".claude/agents/feature-plan.md": agentFile("feature-plan"),
      ".claude/agents/feature-implementer.md": agentFile("feature-implementer"),
      ".claude/commands/plan.md": "Plan the feature $ARGUMENTS with feature-plan.\n",
      ".claude/commands/implement.md": "Implement the plan of $ARGUMENTS with feature-implementer.\n",
      "chunk.sh": `grep -n LINT src/$1.ts && exit 1; test -f "src/$1.ts"\n`,
      "suite.sh": "if grep -rn TEST src; then echo the suite failed; exit 1; fi\n",
    },
  });
  const folder = `${place.project}/docs/plans/login`;
  const steps = "# Login\n\n## Phase 1\n- [ ] Server\n- [ ] Pages\n";
  const help = (type: string, prompt: string) => agent({ type, prompt, background: false });
  const source = (chunk: number) => `${place.project}/src/${chunk}.ts`;
  const sessions = startSessions(place);
  const run = await sessions.run({
    prompt: ["/plan login", "/implement login"],
    script: {
      main: [
        onceStarted(place, help("feature-plan", "PLANNER: plan it")),
        say("The plan is in docs/plans/login. Shall I implement it?"),
        help("feature-implementer", "ONE: build the server (chunk: 1/2)"),
        say("The server is done."),
        help("feature-implementer", "TWO: build the pages (chunk: 2/2)"),
        say("All of it is done."),
        bash(`sed -i 's/\\[ \\]/[x]/' docs/plans/login/PLAN.md && sed -i s/TEST/test/ src/2.ts`),
        say("Both chunks are done, the plan is complete, the suite passes."),
      ],
      agents: {
        PLANNER: [
          write(`${folder}/MEMORY.md`, "Status: in-progress\n"),
          write(`${folder}/PLAN.md`, steps),
          say("Planned."),
          bash(`printf '\\n## Ship criteria\\n- [ ] Tests pass\\n' >> docs/plans/login/PLAN.md`),
          say("All planned."),
        ],
        ONE: [
          write(source(1), "LINT\n"),
          say("Built."),
          edit(source(1), "LINT", "lint"),
          say("The server is built."),
        ],
        TWO: [write(source(2), "TEST\n"), say("The pages are built.")],
      },
    },
  });
  await sessions.close();
  const rows = readDecisions(place).reverse();
  expect(rows.filter(({ event }) => event === "SubagentStop").map(({ verdict }) => verdict)).toEqual([
    ...["blocked", "complete"],
    ...["blocked", "complete"],
    "complete",
  ]);
  expect(findTold(requestsOfAgent(run.requests, "PLANNER"), /no ship criteria/)).toBeDefined();
  expect(findTold(requestsOfAgent(run.requests, "ONE"), /Stage "implement"/)).toContain("1:LINT");
  expect(stopVerdicts(place, run.sessionId)).toEqual(["asking", "blocked", "blocked", "complete"]);
  expect(findTold(run.requests, /"implement": 1 of 2 chunks/)).toBeDefined();
  const last = findTold(run.requests, /the suite failed/);
  expect(last).toContain("3 items are open in docs/plans/login/PLAN.md");
  expect(run.result?.result).toContain("the suite passes");
  expect(await readFaultLines(place)).toEqual([]);
});
