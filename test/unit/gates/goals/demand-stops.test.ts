// What the config or a task's text demands (a plan, a task's proof, a rule for subagents) is a goal like any other: it has a row
// once it has held a stop, and everybody shows, suspends, resumes, cancels and ends it.
import { describe, expect, setDefaultTimeout, test } from "bun:test";
import { readFileSync, rmSync } from "node:fs";
import { listGoals } from "../../../../src/store/goals.ts";
import { readNow } from "../../../../src/views/now.ts";
import { type FlowWorkplace, makeFlowWorkplace, promptRecord } from "../../../helpers/flow-workplace.ts";
import { runCli } from "../../../helpers/run-cli.ts";

// A stop waits for the end of a transcript.
setDefaultTimeout(30_000);

const VERIFY = "test -e proven.txt";
const PLAN = "docs/plans/login/PLAN.md";

const configure = (config: object, files: Record<string, string> = {}) =>
  makeFlowWorkplace({ ".claude/holdfast.json": JSON.stringify(config), ...files });
const byPerson = ({ outside, project }: FlowWorkplace, ...words: string[]) =>
  runCli({ ...outside, fromDashboard: true }, project, ...words);
const goalsOf = ({ store }: FlowWorkplace) =>
  listGoals(store, "s1").map(({ kind, state }) => `${kind} ${state}`);
const shown = async (place: FlowWorkplace) =>
  (await readNow(place.env, place.store, null, null)).sessions[0]?.goals ?? [];
const status = async (place: FlowWorkplace) =>
  (await runCli(place.env, place.project, "status", "--json")).json as Record<string, never>;
const verdict = (place: FlowWorkplace) => runCli(place.env, place.project, "verdict");
const compact = (place: FlowWorkplace) => place.send({ hook_event_name: "SessionStart", source: "compact" });

describe("a task's proof", () => {
  const makePlace = () => configure({ tasks: { verify: [VERIFY] } });
  const complete = (place: FlowWorkplace, id = "3") =>
    place.send({
      ...{ hook_event_name: "TaskCompleted", task_id: id, task_subject: `Write page ${id}` },
      task_description: `verify: ${VERIFY}`,
    });

  test("that fails is a goal with its condition, and is met when the command passes", async () => {
    const place = await makePlace();
    expect((await complete(place)).kind).toBe("refuse");
    await place.stop();
    expect(await shown(place)).toMatchObject([
      {
        ...{ kind: "proof", agent: "task:3", state: "holds", what: 'Task "Write page 3"' },
        ...{ rounds: 1, maxRounds: 6, endedBy: "cancel proof" },
        conditions: [{ text: `${VERIFY} passes`, state: "open" }],
      },
    ]);
    const { goals, on } = await status(place);
    expect(goals).toMatchObject([{ kind: "proof", what: 'Task "Write page 3"' }]);
    expect(on).toMatchObject([{ kind: "proof", short: "proof red 1/6" }]);
    expect(await verdict(place)).toMatchObject({
      exitCode: 3,
      text: expect.stringContaining('the task proof is active: Task "Write page 3"'),
    });
    // It does not hold the session itself.
    expect((await place.holdfast("ask", "May I?")).exitCode).toBe(1);

    place.change("proven.txt", "yes");
    expect((await complete(place)).kind).toBe("silent");
    expect(goalsOf(place)).toEqual(["proof met"]);
    expect(await place.stop()).toMatchObject({
      message: expect.stringContaining('Task "Write page 3" is proven.'),
    });
    expect((await verdict(place)).exitCode).toBe(0);
    expect(await place.faultParts()).toEqual([]);
  });

  test("is suspended by its own release only, holds again after a prompt, and ends when the same command passes for another", async () => {
    const place = await makePlace();
    for (let n = 0; n < 3; n++) await complete(place);
    expect(goalsOf(place)).toEqual(["proof suspended"]);
    expect(await shown(place)).toMatchObject([
      { kind: "proof", state: "suspended", why: "nothing changed over three stops" },
    ]);
    // It is checked, but holds nobody; another task is held.
    expect((await complete(place)).kind).toBe("silent");
    expect((await complete(place, "4")).kind).toBe("refuse");
    expect(goalsOf(place)).toEqual(["proof suspended", "proof active"]);

    expect(await place.prompt("Go on.")).toMatchObject({
      message: expect.stringContaining('the task proof holds again (2 rounds): Task "Write page 3"'),
    });
    expect((await complete(place)).kind).toBe("refuse");
    expect(await compact(place)).toMatchObject({
      context: expect.stringContaining('A holdfast task proof is on in this session: Task "Write page 4"'),
    });
    place.change("proven.txt", "yes");
    await complete(place, "4");
    expect(goalsOf(place)).toEqual(["proof met"]);
    expect((await complete(place)).kind).toBe("silent");
  });

  test.each([
    ["the person", byPerson, 0],
    ["Claude", ({ holdfast }: FlowWorkplace, ...words: string[]) => holdfast(...words), 3],
  ] as const)("that was resumed and that %s cancelled: the verdict", async (_by, run, exitCode) => {
    const place = await makePlace();
    for (let n = 0; n < 3; n++) await complete(place);
    expect((await byPerson(place, "resume", "proof")).text).toContain("Task proof on");
    expect((await complete(place)).kind).toBe("refuse");
    expect(await run(place, "cancel")).toMatchObject({ exitCode: 0 });
    expect(goalsOf(place)).toEqual(["proof cancelled"]);
    expect((await complete(place)).kind).toBe("silent");
    await place.stop();
    expect((await verdict(place)).exitCode).toBe(exitCode);
    expect((await byPerson(place, "cancel", "proof")).text).toContain("there is no proof to cancel");
  });
});

test("a rule for subagents is a goal of each subagent that it held", async () => {
  const place = await configure({ subagents: [{ match: "builder", plan: true }] });
  const finish = (agent_id: string) =>
    place.send({
      ...{ hook_event_name: "SubagentStop", agent_id, agent_type: "builder", stop_hook_active: false },
      last_assistant_message: "No plan.",
    });
  await finish("a1");
  await finish("a2");
  expect(await shown(place)).toMatchObject(
    ["agent:a1", "agent:a2"].map((agent) => ({
      ...{ kind: "subagents", agent, state: "holds", what: "work of a builder subagent" },
      conditions: [{ text: "plan", state: "open" }],
    })),
  );
  expect((await status(place)).buttons).toMatchObject([{ id: "cancel-subagents" }, { id: "pause" }]);
  await place.stop();
  expect(await verdict(place)).toMatchObject({
    exitCode: 3,
    text: expect.stringContaining("the subagent rule is active"),
  });
  expect((await byPerson(place, "cancel")).text).toContain("several");
  expect((await byPerson(place, "cancel", "subagents")).text).toMatch(/Subagent rule .*\nSubagent rule /);
  expect((await verdict(place)).exitCode).toBe(0);
});

describe("a plan that `plan.block` demands", () => {
  async function start() {
    const place = await configure(
      { plan: { block: "all" } },
      {
        [PLAN]: "## Phase 1\n\n- [ ] Route\n- [ ] Session\n",
        "docs/plans/login/MEMORY.md": "Status: in-progress\n",
      },
    );
    // Claude's calls then show what changed.
    rmSync(`${place.project}/.git`, { recursive: true });
    place.record(promptRecord("Do the login plan."));
    let edits = 0;
    /** As the client records a turn's end and what held it. */
    const stop = async () => {
      place.record({
        type: "assistant",
        message: { role: "assistant", content: [{ type: "text", text: "Done." }] },
      });
      const answer = await place.stop({ transcript_path: place.transcript, last_assistant_message: "Done." });
      const content = `Stop hook feedback:\n${"reason" in answer ? answer.reason : ""}`;
      if (answer.kind === "refuse")
        place.record({ type: "user", isMeta: true, message: { role: "user", content } });
      return answer;
    };
    return {
      ...place,
      stop,
      async prompt(text: string) {
        const shown = { prompt_id: text, transcript_path: place.transcript };
        const answer = await place.send({ hook_event_name: "UserPromptSubmit", prompt: text, ...shown });
        place.record({ ...promptRecord(text), promptId: text });
        return answer;
      },
      /** Claude works, and perhaps ticks an item, and stops. */
      async work(item?: string) {
        edits += 1;
        await place.edit(`src-${edits}.txt`, "x\n");
        const path = `${place.project}/${PLAN}`;
        if (item) place.change(PLAN, readFileSync(path, "utf8").replace(`[ ] ${item}`, `[x] ${item}`));
        return stop();
      },
    };
  }

  test("holds, is suspended, holds again when an item is ticked, and is met", async () => {
    const place = await start();
    expect(await place.work()).toMatchObject({
      reason: expect.stringMatching(/^2 items are open .*(?:\n.*)*`! holdfast cancel plan`/m),
    });
    expect(await shown(place)).toMatchObject([
      {
        ...{ kind: "plan", agent: null, state: "holds", what: PLAN, endedBy: "cancel plan", rounds: 1 },
        conditions: [
          { text: "Route", state: "open" },
          { text: "Session", state: "open" },
        ],
      },
    ]);
    await place.stop();
    expect((await place.stop()).kind).toBe("tell");
    expect(goalsOf(place)).toEqual(["plan suspended"]);
    expect(await verdict(place)).toMatchObject({ exitCode: 3, text: expect.stringContaining("plan") });
    // More work alone does not make it hold again, a ticked item does.
    expect((await place.work()).kind).not.toBe("refuse");
    expect(await place.work("Route")).toMatchObject({
      reason: expect.stringContaining("1 item is open"),
      message: expect.stringContaining("the plan holds again"),
    });
    expect(goalsOf(place)).toEqual(["plan active"]);
    expect(await compact(place)).toMatchObject({
      context: expect.stringContaining(`A holdfast plan is on in this session: ${PLAN}`),
    });
    expect(await place.work("Session")).toMatchObject({
      message: `holdfast plan: every item of ${PLAN} is done.`,
    });
    expect(goalsOf(place)).toEqual(["plan met"]);
    expect((await verdict(place)).exitCode).toBe(0);
    expect(await place.faultParts()).toEqual([]);
  });

  test("that was not met stays open in the verdict of later turns", async () => {
    const place = await start();
    await place.work();
    await place.stop();
    await place.stop();
    expect(await place.prompt("What is the time?")).toMatchObject({
      message: expect.stringContaining(`the plan holds again (for work on it): ${PLAN}`),
    });
    expect((await place.stop()).kind).toBe("silent");
    expect(await verdict(place)).toMatchObject({
      exitCode: 3,
      text: expect.stringContaining(`the plan is active: ${PLAN}`),
    });
  });

  test("that is cancelled holds the session no more", async () => {
    const place = await start();
    await place.work();
    expect((await byPerson(place, "cancel", "plan")).exitCode).toBe(0);
    expect((await place.work()).kind).not.toBe("refuse");
    expect((await verdict(place)).exitCode).toBe(0);
    await place.prompt("Do more of the plan.");
    expect((await place.work()).kind).not.toBe("refuse");
  });
});
