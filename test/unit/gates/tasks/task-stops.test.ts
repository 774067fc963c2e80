// The client's tasks through the pipeline: mirrored by events, and counted at a stop.
import { describe, expect, test } from "bun:test";
import { appendFileSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { listTasks } from "../../../../src/store/tasks.ts";
import { makeWorkplace, type Workplace } from "../../../helpers/workplace.ts";

const ALWAYS = { ".claude/holdfast.json": '{"tasks": {"block": "always"}}' };

const create = (place: Workplace, id: string, subject = `task ${id}`) =>
  place.send({ hook_event_name: "TaskCreated", task_id: id, task_subject: subject });
const complete = (place: Workplace, id: string) =>
  place.send({ hook_event_name: "TaskCompleted", task_id: id, task_subject: `task ${id}` });
const update = (place: Workplace, id: string, from: string, to: string) =>
  place.send({
    hook_event_name: "PostToolUse",
    tool_name: "TaskUpdate",
    tool_input: { taskId: id, status: to },
    tool_response: { success: true, taskId: id, updatedFields: ["status"], statusChange: { from, to } },
  });
const taskFile = (place: Workplace, name: string) =>
  JSON.parse(readFileSync(`${place.stateDir}/tasks/${name}.json`, "utf8"));

/** What the client writes for a call and its result. */
function transcriptOf(
  place: Workplace,
  calls: { tool: string; input: object; details: object; at: number }[],
) {
  const lines = calls.flatMap(({ tool, input, details, at }, index) => {
    const id = `toolu_${index}`;
    const head = { sessionId: "s1", isSidechain: false, timestamp: new Date(at).toISOString() };
    return [
      {
        ...head,
        type: "assistant",
        uuid: `a${index}`,
        message: {
          id: `m${index}`,
          role: "assistant",
          content: [{ type: "tool_use", id, name: tool, input }],
        },
      },
      {
        ...head,
        type: "user",
        uuid: `u${index}`,
        message: { role: "user", content: [{ type: "tool_result", tool_use_id: id, content: "ok" }] },
        toolUseResult: details,
      },
    ];
  });
  const path = `${place.project}/transcript.jsonl`;
  writeFileSync(path, `${lines.map((line) => JSON.stringify(line)).join("\n")}\n`);
  return path;
}

/** The transcript of a session whose last call does some work. */
const workedOn = (place: Workplace) =>
  transcriptOf(place, [{ tool: "Bash", input: { command: "ls" }, details: {}, at: Date.now() + 10 }]);

describe("the client's tasks", () => {
  test("are mirrored as rows and files", async () => {
    const place = await makeWorkplace();
    await create(place, "1", "first");
    await create(place, "2", "second");
    await update(place, "1", "pending", "in_progress");
    await complete(place, "2");
    expect(taskFile(place, "1")).toEqual({
      id: "1",
      subject: "first",
      status: "in_progress",
      last_updated: expect.any(String),
    });
    expect(taskFile(place, "2")).toMatchObject({ status: "completed" });
    expect(
      listTasks(place.store, "s1")
        .map((row) => row.status)
        .sort(),
    ).toEqual(["completed", "in_progress"]);
  });

  test("in a todo list are mirrored as a whole", async () => {
    const place = await makeWorkplace();
    const write = (todos: object[]) =>
      place.send({
        hook_event_name: "PostToolUse",
        tool_name: "TodoWrite",
        tool_input: { todos },
        tool_response: { oldTodos: [], newTodos: todos },
      });
    await write([
      { content: "one", status: "completed" },
      { content: "two", status: "in_progress" },
    ]);
    await write([{ content: "three", status: "pending" }]);
    expect(await place.stop()).toEqual({
      kind: "tell",
      message: 'holdfast tasks: 1 task is not done: "three".',
    });
    expect(readdirSync(`${place.stateDir}/tasks`)).toHaveLength(3);
  });

  test("with a secret are mirrored without it", async () => {
    const place = await makeWorkplace();
    const key = `ghp_${"a1B2c3D4e5F6g7H8i9J0".repeat(2).slice(0, 36)}`;
    await create(place, "1", `use ${key} to log in`);
    expect(listTasks(place.store, "s1")).toMatchObject([
      { subject: expect.stringMatching(/^use .* to log in$/) },
    ]);
    expect(JSON.stringify(listTasks(place.store, "s1"))).not.toContain(key);
    expect(JSON.stringify(taskFile(place, "1"))).not.toContain(key);
  });

  test("that are open are advice once, and hold while a loop is on", async () => {
    const place = await makeWorkplace();
    await create(place, "1", "first");
    expect(await place.stop()).toEqual({
      kind: "tell",
      message: 'holdfast tasks: 1 task is not done: "first".',
    });
    expect(await place.stop()).toEqual({ kind: "silent" });
    await place.startLoop({ verify: null });
    expect(await place.stop()).toMatchObject({
      reason: expect.stringContaining('1 task is not done: "first"'),
    });
  });

  test("are named, three at most, and advice again only if others are open", async () => {
    const place = await makeWorkplace();
    for (const id of ["1", "2", "3", "4", "5"]) await create(place, id);
    const named = '5 tasks are not done: "task 1", "task 2", "task 3" and 2 more.';
    expect(await place.stop()).toMatchObject({ message: expect.stringContaining(named) });
    await update(place, "1", "pending", "in_progress");
    expect(await place.stop()).toEqual({ kind: "silent" });
    await complete(place, "1");
    expect(await place.stop()).toMatchObject({ message: expect.stringContaining("4 tasks are not done") });
  });

  test("of an earlier prompt are only a reminder; those of this one hold, and only they are named", async () => {
    const place = await makeWorkplace(ALWAYS);
    await create(place, "1");
    await place.prompt("Go on.");
    const transcript_path = workedOn(place);
    expect((await place.stop({ transcript_path })).kind).toBe("tell");
    await create(place, "2");
    expect(await place.stop({ transcript_path: workedOn(place) })).toMatchObject({
      reason: expect.stringContaining('\n1 task is not done: "task 2".'),
    });
  });

  test("do not hold once the loop has passed", async () => {
    const place = await makeWorkplace();
    await create(place, "1");
    await place.startLoop({ verify: "true" });
    expect((await place.stop()).kind).toBe("tell");
  });

  test.each([
    ["always", "refuse"],
    ["never", "tell"],
  ] as const)('are judged with tasks.block: "%s" once Claude worked on them', async (block, kind) => {
    const place = await makeWorkplace({ ".claude/holdfast.json": JSON.stringify({ tasks: { block } }) });
    await create(place, "1");
    expect((await place.stop()).kind).toBe("tell");
    expect((await place.stop({ transcript_path: workedOn(place) })).kind).toBe(
      kind === "tell" ? "silent" : kind,
    );
  });

  test("do not hold while a subagent or a teammate works, or Claude says that it waits", async () => {
    const place = await makeWorkplace(ALWAYS);
    await create(place, "1");
    const transcript_path = workedOn(place);
    const running = (type: string) => ({
      background_tasks: [{ id: type, type, status: "running", description: "review" }],
    });
    const says = (last_assistant_message: string) => ({ last_assistant_message });
    const rules: unknown[] = [];
    for (const fields of [
      running("subagent"),
      running("teammate"),
      says("Once the reviewers report back, I'll merge it."),
      says("Waiting for CI."),
      says("Which one do you want?"),
      says("The first part is done."),
    ]) {
      await place.stop({ transcript_path, ...fields });
      const last = place.store.query("SELECT rule FROM decisions ORDER BY id DESC LIMIT 1").get();
      rules.push((last as { rule: string }).rule);
    }
    expect(rules).toEqual([
      ...["anything-runs", "anything-runs"],
      ...["asks-in-message", "asks-in-message", "asks-in-message", "open-findings"],
    ]);
  });

  test("of another session do not matter", async () => {
    const place = await makeWorkplace(ALWAYS);
    await create(place, "1");
    expect((await place.stop({ session_id: "s2" })).kind).toBe("silent");
  });

  test("are not completed by editing their file", async () => {
    const place = await makeWorkplace(ALWAYS);
    await create(place, "1");
    place.writeState("tasks/1.json", { id: "1", subject: "task 1", status: "completed" });
    expect((await place.stop({ transcript_path: workedOn(place) })).kind).toBe("refuse");
  });
});

describe("a tool event that has not arrived", () => {
  test("for a deletion is read from the transcript: nothing is held", async () => {
    const place = await makeWorkplace(ALWAYS);
    await create(place, "1");
    const transcript_path = transcriptOf(place, [
      {
        tool: "TaskUpdate",
        input: { taskId: "1", status: "deleted" },
        details: {
          success: true,
          taskId: "1",
          updatedFields: ["deleted"],
          statusChange: { from: "pending", to: "deleted" },
        },
        at: Date.now() + 10,
      },
    ]);
    expect((await place.stop({ transcript_path })).kind).toBe("silent");
  });

  test("for a todo list is read from the transcript: it holds under a loop", async () => {
    const place = await makeWorkplace();
    await place.startLoop({ verify: null });
    const todos = [{ content: "write it", status: "pending", activeForm: "Writing" }];
    const transcript_path = transcriptOf(place, [
      { tool: "TodoWrite", input: { todos }, details: { oldTodos: [], newTodos: todos }, at: Date.now() },
    ]);
    expect(await place.stop({ transcript_path })).toMatchObject({
      reason: expect.stringContaining('"write it"'),
    });
  });

  test("for a list from before the task was created does not remove the task", async () => {
    const place = await makeWorkplace();
    await create(place, "1", "first");
    const reminder = {
      type: "attachment",
      uuid: "r1",
      sessionId: "s1",
      isSidechain: false,
      timestamp: new Date(Date.now() - 60_000).toISOString(),
      attachment: { type: "task_reminder", content: [], itemCount: 0 },
    };
    const path = `${place.project}/transcript.jsonl`;
    writeFileSync(path, `${JSON.stringify(reminder)}\n`);
    expect(await place.stop({ transcript_path: path })).toMatchObject({
      kind: "tell",
      message: expect.stringContaining('1 task is not done: "first"'),
    });
  });

  test("that is older than a completion does not reopen the task", async () => {
    const place = await makeWorkplace(ALWAYS);
    await create(place, "1");
    const transcript_path = transcriptOf(place, [
      {
        tool: "TaskUpdate",
        input: { taskId: "1", status: "in_progress" },
        details: { success: true, taskId: "1", statusChange: { from: "pending", to: "in_progress" } },
        at: Date.now() - 1000,
      },
    ]);
    const call = { type: "tool_use", id: "toolu_2", name: "TaskUpdate", input: { taskId: "1" } };
    const line = { type: "assistant", uuid: "a2", sessionId: "s1", isSidechain: false };
    const message = { id: "m2", role: "assistant", content: [call] };
    // The client has not written its result yet.
    appendFileSync(transcript_path, `${JSON.stringify({ ...line, message })}\n`);
    await complete(place, "1");
    await update(place, "1", "pending", "in_progress");
    const stop = { transcript_path, last_assistant_message: "Done." };
    expect((await place.stop(stop)).kind).toBe("silent");
  });
});

describe("another tool's tasks folder", () => {
  test("counts if no row of ours says otherwise", async () => {
    const place = await makeWorkplace(ALWAYS);
    // The clock of the file system lags some milliseconds behind: the file must not look older than the prompt.
    await Bun.sleep(20);
    place.writeState("tasks/a.json", { id: "a", subject: "theirs", status: "in_progress" });
    const transcript_path = workedOn(place);
    expect(await place.stop({ transcript_path })).toMatchObject({
      reason: expect.stringContaining('"theirs"'),
    });
    place.writeState("tasks/a.json", { id: "a", subject: "theirs", status: "completed" });
    expect((await place.stop({ transcript_path })).kind).toBe("silent");
  });

  test("that is torn is a fault and no block", async () => {
    const place = await makeWorkplace(ALWAYS);
    place.writeState("tasks/a.json", {});
    writeFileSync(`${place.stateDir}/tasks/b.json`, '{"status": "pend');
    expect((await place.stop()).kind).toBe("silent");
    expect(await place.faultParts()).toEqual(["state"]);
  });
});

describe("another tool's quality-gate.json", () => {
  const FAILED = {
    last_result: "failed",
    stages: { quality: { status: "failed", details: "3 type errors" } },
  };

  test("that failed holds with what failed, within the ordinary budget [004-03]", async () => {
    const place = await makeWorkplace();
    place.writeState("quality-gate.json", { session_id: "s1", ...FAILED });
    expect(await place.stop()).toMatchObject({ reason: expect.stringContaining("quality: 3 type errors") });
    const kinds: string[] = [];
    for (let round = 0; round < 7; round++) {
      await place.useTool();
      kinds.push((await place.stop()).kind);
    }
    expect(kinds.filter((kind) => kind === "refuse")).toHaveLength(5);
  });

  test.each([
    ["passed", { session_id: "s1", last_result: "passed" }],
    ["is another session's", { session_id: "s9", ...FAILED }],
    ["has an unknown status", { last_result: ["failed"] }],
  ])("that %s holds nobody", async (_, fields) => {
    const place = await makeWorkplace();
    place.writeState("quality-gate.json", fields);
    expect((await place.stop()).kind).toBe("silent");
  });
});
