import { describe, expect, test } from "bun:test";
import { readdirSync, statSync } from "node:fs";
import { readTaskFiles, writeTaskFile } from "../../../../src/recording/tasks/task-files.ts";
import { makeTempFolder, writeFileIn } from "../../../helpers/temp.ts";

describe("the tasks folder", () => {
  test("that does not exist has no tasks", async () => {
    expect(await readTaskFiles(makeTempFolder("state"))).toEqual({ tasks: [], problems: [] });
  });

  test("returns what was written, in numeric order", async () => {
    const folder = makeTempFolder("state");
    for (const id of ["10", "9", "1"])
      await writeTaskFile(folder, { id, subject: `s${id}`, status: "pending" }, 0);
    const { tasks } = await readTaskFiles(folder);
    expect(tasks.map(({ id }) => id)).toEqual(["1", "9", "10"]);
    expect(statSync(`${folder}/tasks/1.json`).mode & 0o777).toBe(0o600);
  });

  test("keeps unknown fields", async () => {
    const folder = makeTempFolder("state");
    const path = writeFileIn(folder, "tasks/1.json", '{"id": "1", "owner": "me", "status": "pending"}');
    await writeTaskFile(folder, { id: "1", subject: "a", status: "completed" }, 0);
    expect(await Bun.file(path).json()).toEqual({
      id: "1",
      owner: "me",
      subject: "a",
      status: "completed",
      last_updated: "1970-01-01T00:00:00.000Z",
    });
  });

  test.each(["../../evil", "a/b", "", "x".repeat(300), ".."])("the id %j stays inside", async (id) => {
    const folder = makeTempFolder("state");
    await writeTaskFile(folder, { id, subject: "a", status: "pending" }, 0);
    expect(readdirSync(folder)).toEqual(["tasks"]);
    expect(readdirSync(`${folder}/tasks`)).toHaveLength(1);
  });

  test("with damaged and odd files reports them and reads the rest", async () => {
    const folder = makeTempFolder("state");
    writeFileIn(folder, "tasks/1.json", '{"id": "1", "subject": "fine", "status": "in_progress"}');
    writeFileIn(folder, "tasks/2.json", '{"id": "2", "subj');
    writeFileIn(folder, "tasks/3.json", "[]");
    writeFileIn(folder, "tasks/4.json", '{"subject": 5, "status": ["pending"]}');
    writeFileIn(folder, "tasks/notes.txt", "not a task");
    const { tasks, problems } = await readTaskFiles(folder);
    const about = (name: string) => ({ file: `${folder}/tasks/${name}`, changedAt: expect.any(Number) });
    expect(tasks).toEqual([
      { id: "1", subject: "fine", status: "in_progress", ...about("1.json") },
      { id: "4", subject: "", status: "", ...about("4.json") },
    ]);
    expect(problems).toHaveLength(2);
  });

  test("with very many files reads some of them", async () => {
    const folder = makeTempFolder("state");
    for (let i = 0; i < 300; i++) writeFileIn(folder, `tasks/${i}.json`, '{"status": "pending"}');
    expect((await readTaskFiles(folder)).tasks).toHaveLength(200);
  });

  test("that is a file is a problem", async () => {
    const folder = makeTempFolder("state");
    writeFileIn(folder, "tasks", "not a folder");
    expect(await readTaskFiles(folder)).toEqual({
      tasks: [],
      problems: ["the tasks folder cannot be read (ENOTDIR)"],
    });
  });
});
