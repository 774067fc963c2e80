import { beforeEach, describe, expect, test } from "bun:test";
import { rmSync } from "node:fs";
import { adoptMemory, pickMemory } from "../../../../src/memory/files/change-memory.ts";
import { listMemories } from "../../../../src/memory/index/memories.ts";
import { memoriesForStart } from "../../../../src/memory/recall/parts/memories.ts";
import { makeMemoryPlace } from "../../../helpers/memories.ts";

let at: Awaited<ReturnType<typeof makeMemoryPlace>>;
beforeEach(async () => {
  at = await makeMemoryPlace();
});

const file = (id: string, title: string) => `---\nid: ${id}\ntitle: ${title}\n---\n`;
const states = () => at.rows().map(({ place, status }) => [place, status]);

describe("two files with the same id", () => {
  test.each([
    ["the one named after the id", ["decisions/a.md", "decisions/use-redis.md"], "decisions/use-redis.md"],
    ["else the first by path", ["preferences/b.md", "decisions/c.md"], "decisions/c.md"],
  ])("are one memory: %s", async (_, places, first) => {
    for (const place of places) at.write(place, file("use-redis", place));
    at.sync();
    expect(pickMemory(at.store, at.place, "use-redis").place).toBe(first);
    const active = { projectKey: at.place.projectKey, status: "active", category: null, limit: 10 };
    expect(listMemories(at.store, active).map(({ place }) => place)).toEqual([first]);
    for (const row of at.rows()) adoptMemory(at.store, at.place, row);
    const start = { store: at.store, projectKey: at.place.projectKey, sessionId: "s1" };
    expect((await memoriesForStart(start)).map(({ place }) => place)).toEqual([first]);
    const [other] = at.rows().filter(({ status }) => status === "duplicate");
    expect(other?.note).toBe(`${at.folder}/${first} has the same id use-redis; change the id in one of them`);
  });

  test("are both memories once one has another id", () => {
    at.write("decisions/use-redis.md", file("use-redis", "Use Redis"));
    at.write("decisions/zcopy.md", file("use-redis", "Use Valkey"));
    at.sync();
    at.write("decisions/zcopy.md", file("use-valkey", "Use Valkey"));
    at.sync();
    expect(states()).toEqual([
      ["decisions/use-redis.md", "active"],
      ["decisions/zcopy.md", "active"],
    ]);
  });

  test("leave the second when the first is gone or changes its id", () => {
    at.write("decisions/use-redis.md", file("use-redis", "Use Redis"));
    at.write("decisions/zcopy.md", file("use-redis", "Use Valkey"));
    at.sync();
    rmSync(`${at.folder}/decisions/use-redis.md`);
    at.sync();
    expect(at.rows()).toMatchObject([{ place: "decisions/zcopy.md", status: "active", note: null }]);
  });
});
