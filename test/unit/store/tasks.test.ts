import { describe, expect, test } from "bun:test";
import { openStore, type Store } from "../../../src/store/open.ts";
import { listTasks, saveTasks, type TaskUpdates, todoId } from "../../../src/store/tasks.ts";
import { makeTempFolder } from "../../helpers/temp.ts";

const makeStore = (): Promise<Store> => openStore(`${makeTempFolder("store")}/holdfast.db`);
const saveTask = (store: Store, sessionId: string, task: TaskUpdates["tasks"][number], at: number) =>
  saveTasks(store, sessionId, { isWholeList: false, tasks: [task] }, at);
const statuses = (store: Store) => listTasks(store, "s1").map((row) => [row.task_id, row.status]);

describe("tasks", () => {
  test("are pending until an event says otherwise", async () => {
    const store = await makeStore();
    saveTask(store, "s1", { taskId: "1", subject: "a", status: null, was: null }, 1);
    expect(statuses(store)).toEqual([["1", "pending"]]);
  });

  test("keep fields that an event omits", async () => {
    const store = await makeStore();
    saveTask(store, "s1", { taskId: "1", subject: "a", status: "in_progress", was: null }, 1);
    saveTask(store, "s1", { taskId: "1", subject: null, status: "completed", was: "in_progress" }, 2);
    expect(listTasks(store, "s1")).toMatchObject([{ subject: "a", status: "completed" }]);
  });

  test.each([
    ["a late update does not reopen it", "pending", "completed"],
    ["a real reopening does", "completed", "in_progress"],
    ["an update without the old status does", null, "in_progress"],
  ])("once completed: %s", async (_, was, expected) => {
    const store = await makeStore();
    saveTask(store, "s1", { taskId: "1", subject: "a", status: "completed", was: null }, 1);
    saveTask(store, "s1", { taskId: "1", subject: null, status: "in_progress", was }, 2);
    expect(statuses(store)).toEqual([["1", expected]]);
  });

  test("of another session are not listed", async () => {
    const store = await makeStore();
    saveTask(store, "s2", { taskId: "1", subject: "a", status: null, was: null }, 1);
    expect(statuses(store)).toEqual([]);
  });
});

test("a new todo list drops what is not on it, and nothing else", async () => {
  const store = await makeStore();
  const task = (taskId: string) => ({ taskId, subject: taskId, status: "pending", was: null });
  for (const id of [todoId("a"), todoId("b"), "1"]) saveTask(store, "s1", task(id), 1);
  const changed = saveTasks(store, "s1", { isWholeList: true, tasks: [task(todoId("b"))] }, 2);
  expect(changed.map((row) => row.task_id)).toEqual([todoId("a"), todoId("b")]);
  expect(Object.fromEntries(statuses(store))).toEqual({
    "1": "pending",
    [todoId("a")]: "deleted",
    [todoId("b")]: "pending",
  });
});
