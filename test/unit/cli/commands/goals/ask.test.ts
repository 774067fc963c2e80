import { describe, expect, test } from "bun:test";
import { mkdirSync, writeFileSync } from "node:fs";
import { saveTasks } from "../../../../../src/store/tasks.ts";
import { runCli } from "../../../../helpers/run-cli.ts";
import { makeWorkplace, type Workplace } from "../../../../helpers/workplace.ts";

async function makePlace() {
  const place = await makeWorkplace();
  const env = { ...place.env, sessionId: "s1" as string | null };
  const ask = (...words: string[]) => runCli(env, place.project, "ask", ...words);
  const asked = () => place.store.query("SELECT session_id, text FROM questions").all();
  return { ...place, env, ask, asked };
}

function lockProject({ project }: Workplace, fields: object = {}): void {
  mkdirSync(`${project}/.claude/runtime/locks`, { recursive: true });
  writeFileSync(`${project}/.claude/runtime/locks/.lock_active`, JSON.stringify(fields));
}

describe("holdfast ask", () => {
  test("records the question on one line, without secrets, and says what to do next", async () => {
    const place = await makePlace();
    lockProject(place);
    const ran = await place.ask("Use\nsk-ant-api03-abcdefghijklmnopqrstuvwxyz0123456789 ?");
    expect(ran.exitCode).toBe(0);
    expect(ran.text).toContain("Put the question into your last message");
    expect(JSON.stringify(place.asked())).not.toContain("abcdefghij");
    expect(place.asked()).toEqual([{ session_id: "s1", text: expect.stringMatching(/^Use \S+ \?$/) }]);
  });

  test.each<[string, (place: Workplace) => unknown, string[]]>([
    ["a lock without an owner", (place) => lockProject(place), ["lock"]],
    ["its own lock", (place) => lockProject(place, { session_id: "s1" }), ["lock"]],
    ["a loop", (place) => place.startLoop(), ["loop"]],
    ["another tool's loop", (place) => place.writeState("loop.json", { task: "x" }), ["loop"]],
    ["another tool's flow", (place) => place.writeState("orchestrator.json", { task: "x" }), ["flow"]],
  ])("works under %s", async (_, declare, holds) => {
    const place = await makePlace();
    await declare(place);
    expect(await place.ask("A or B?", "--json")).toMatchObject({
      exitCode: 0,
      json: { asked: "A or B?", holds },
    });
  });

  test.each<[string, (place: Workplace) => unknown]>([
    ["nothing is declared", () => {}],
    ["the lock is another session's", (place) => lockProject(place, { session_id: "s2" })],
    ["the lock has expired", (place) => lockProject(place, { created_at: "2020-01-01T00:00:00Z" })],
    ["another tool's loop is done", (place) => place.writeState("loop.json", { verified_done: true })],
    [
      "open tasks do not hold",
      ({ store }) => {
        const task = { taskId: "1", subject: "x", status: "pending", was: null };
        saveTasks(store, "s1", { isWholeList: false, tasks: [task] }, Date.now());
      },
    ],
  ])("says that there is no lock, loop, flow or other declared work when %s", async (_, declare) => {
    const place = await makePlace();
    await declare(place);
    const ran = await place.ask("A or B?");
    expect(ran.exitCode).toBe(1);
    expect(ran.text).toContain("no lock, loop, flow or other declared work");
    expect(place.asked()).toEqual([]);
  });

  test("says when nothing is held at all, and records nothing", async () => {
    const place = await makePlace();
    lockProject(place);
    const off = await runCli({ ...place.env, off: true }, place.project, "ask", "A or B?");
    expect([off.exitCode, off.text]).toEqual([1, expect.stringContaining("switched off")]);
    await runCli({ ...place.env, sessionId: null }, place.project, "pause", "--project");
    const paused = await place.ask("A or B?");
    expect([paused.exitCode, paused.text]).toEqual([
      1,
      expect.stringMatching(/is paused[\s\S]*your message/),
    ]);
    expect(place.asked()).toEqual([]);
  });

  test("says that it was used up when the user has not answered yet, and works again with their next prompt", async () => {
    const place = await makePlace();
    lockProject(place);
    await place.ask("A or B?");
    expect(await place.stop()).toMatchObject({
      kind: "tell",
      message: expect.stringContaining("Claude asks"),
    });
    const again = await place.ask("C or D?");
    expect(again.exitCode).toBe(1);
    expect(again.text).toContain("already asked");
    expect(place.asked()).toEqual([]);
    await place.prompt("A.");
    expect((await place.ask("C or D?")).exitCode).toBe(0);
  });

  test.each([[[]], [[""]], [[" \n "]]])("requires a question: %j", async (words) => {
    const place = await makePlace();
    lockProject(place);
    expect((await place.ask(...words)).text).toContain("the question is missing");
  });

  test.each([null, "", "../../etc", "a b", "x".repeat(200)])("refuses the session %j", async (sessionId) => {
    const place = await makePlace();
    lockProject(place);
    const ran = await runCli({ ...place.env, sessionId }, place.project, "ask", "A or B?");
    expect(ran.exitCode).toBe(1);
    expect(ran.text).toContain("inside a session");
    expect(place.asked()).toEqual([]);
  });
});
