import { beforeEach, describe, expect, test } from "bun:test";
import { mkdirSync, readdirSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { changeMemory, pickMemory } from "../../../../src/memory/files/change-memory.ts";
import { foldersBetween, rootsOf } from "../../../../src/memory/files/roots.ts";
import { findSimilar } from "../../../../src/memory/index/find-similar.ts";
import { distinctBody } from "../../../../src/memory/memory.ts";
import { makeMemoryPlace } from "../../../helpers/memories.ts";
import { makeTempFolder } from "../../../helpers/temp.ts";

let at: Awaited<ReturnType<typeof makeMemoryPlace>>;
beforeEach(async () => {
  at = await makeMemoryPlace();
});

describe("a new memory", () => {
  test("of a project is a file for git, one of the person is private", () => {
    const shared = at.save({ title: "Use pnpm", category: "PREFERENCE" });
    const own = at.save({ title: "Short answers", category: "PREFERENCE", personal: true });
    expect(shared.path).toBe(`${at.folder}/preferences/use-pnpm.md`);
    expect(statSync(shared.path).mode & 0o777).toBe(0o644);
    expect(own.path).toBe(`${at.place.env.holdfastHome}/memory/preferences/short-answers.md`);
    expect(statSync(own.path).mode & 0o777).toBe(0o600);
  });

  test("about a session stays out of the project", () => {
    const { path } = at.save({ title: "Built the login", category: "SESSION_SUMMARY" });
    expect(path).toStartWith(`${at.place.env.holdfastHome}/memory/sessions/`);
  });

  test("gets a name and an id of its own when they are taken, even by a file that is not indexed", () => {
    at.write("decisions/use-redis.md", "by hand");
    const ids = ["Use Redis", "Use Redis", "Use Redis!"].map((title) => at.save({ title, id: "" }).memory.id);
    expect(new Set(ids).size).toBe(3);
    expect(readdirSync(`${at.folder}/decisions`).toSorted()).toEqual([
      "use-redis-2.md",
      "use-redis-3.md",
      "use-redis-4.md",
      "use-redis.md",
    ]);
    expect(at.read("decisions/use-redis.md")).toBe("by hand");
  });

  test("has a random id that says nothing about it, is no word and needs no quotes", () => {
    const ids = Array.from({ length: 200 }, () => at.save({ title: "Use Redis", id: "" }).memory.id);
    expect(new Set(ids).size).toBe(200);
    for (const id of ids) expect(id).toMatch(/^[b-df-hj-np-tv-z][b-df-hj-np-tv-z2-9]{11}$/);
    expect(at.read("decisions/use-redis.md")).toContain(`\nid: ${ids[0]}\n`);
  });

  test("keeps a given id", () => {
    expect(at.save({ title: "A turn", id: "conv-26:D1:3" }).memory.id).toBe("conv-26:D1:3");
    expect(at.rows().map(({ memory_id }) => memory_id)).toEqual(["conv-26:D1:3"]);
  });

  test.each([
    ["../../x", "decisions/memory-"],
    ["/etc/passwd", "decisions/etc-passwd.md"],
    ["one\u0000../../two", "decisions/one-two.md"],
    ["x".repeat(4096), `decisions/${"x".repeat(60)}.md`],
    ["🎉 party", "decisions/party.md"],
    ["\u202Eevil", "decisions/evil.md"],
  ])("with the title %j stays in its folder", (title, start) => {
    const { path, memory } = at.save({ title });
    expect(path.slice(at.folder.length + 1)).toStartWith(start);
    expect(memory.title.length).toBeLessThanOrEqual(160);
    expect(at.sync()).toEqual({ added: 0, changed: 0, removed: 0 });
  });

  test("is not written through a planted link, nor into a file in place of the folder", () => {
    const elsewhere = makeTempFolder("elsewhere");
    mkdirSync(at.folder, { recursive: true });
    symlinkSync(elsewhere, `${at.folder}/decisions`);
    writeFileSync(`${at.folder}/runbooks`, "");
    expect(() => at.save({ title: "Use Redis" })).toThrow("is a link, and holdfast does not write");
    expect(() => at.save({ title: "Use Redis", category: "RUNBOOK" })).toThrow("is not a plain folder");
    expect(readdirSync(elsewhere)).toEqual([]);
    expect(at.rows()).toEqual([]);
  });

  test("replaces a link in its own place instead of following it", () => {
    const victim = `${makeTempFolder("victim")}/file`;
    writeFileSync(victim, "untouched");
    const { memory } = at.save({ title: "Use Redis" });
    const row = pickMemory(at.store, at.place, memory.id);
    Bun.spawnSync(["ln", "-sf", victim, `${at.folder}/decisions/use-redis.md`]);
    expect(() => changeMemory(at.store, at.place, row, { title: "Other" }, Date.now())).toThrow(
      "cannot be changed",
    );
    expect(statSync(victim).size).toBe("untouched".length);
  });
});

describe("the limits of a memory", () => {
  test.each([
    [{ title: " " }, "a title is needed"],
    [{ title: "<br>\u200b" }, "a title is needed"],
    [{ title: "Long", body: "ä".repeat(70_000) }, "140000 bytes"],
  ])("are enforced: %#", (draft, message) => {
    expect(() => at.save(draft)).toThrow(message);
    expect(at.rows()).toEqual([]);
  });

  test("do not truncate what a person wrote into a file by hand", () => {
    const tags = Array.from({ length: 30 }, (_, n) => `tag${n}`);
    at.write(
      "decisions/big.md",
      `---\ntags: [${tags.join(", ")}]\n---\n# Big\n\n${"word ".repeat(40_000)}end`,
    );
    at.sync();
    changeMemory(
      at.store,
      at.place,
      pickMemory(at.store, at.place, "big"),
      { status: "retired" },
      Date.now(),
    );
    expect(at.read("decisions/big.md")).toEndWith("end\n");
    expect(at.read("decisions/big.md")).toContain("tag29");
  });

  test("a project at the root of the file system has its own folder, too", () => {
    const [project] = rootsOf({ ...at.place, projectDir: "/" });
    expect(project).toMatchObject({ dir: "/.claude/memory", base: "" });
    expect(foldersBetween("", "/.claude/memory")).toEqual(["/.claude", "/.claude/memory"]);
  });
});

describe("a change", () => {
  test.each([
    ["none", "", "Use Valkey", ""],
    ["the title", "Use Redis", "Use Valkey", ""],
    ["the title with markup", "# Use `Redis`", "Use Valkey", ""],
    ["the title and more", "# Use Redis\n\nFor queues.", "Use Valkey", "For queues."],
    ["something else", "For queues.", "Use Valkey", "For queues."],
    ["none, and the new title has markup", "", "Use `Valkey`", "Use `Valkey`"],
    [
      "something else, and the title stays",
      "Use Redis\n\nFor queues.",
      "Use Redis",
      "Use Redis\n\nFor queues.",
    ],
  ])("of the title leaves no text with the old one: %s", (_, body, title, after) => {
    const { memory } = at.save({ title: "Use Redis", body });
    const row = pickMemory(at.store, at.place, memory.id);
    expect(distinctBody(changeMemory(at.store, at.place, row, { title }, Date.now()).memory)).toBe(after);
  });

  test("moves a file whose category was changed by hand, and leaves it if its name is taken there", () => {
    at.save({ title: "Ten a minute" });
    at.save({ title: "Ten a second" });
    at.write("constraints/ten-a-second.md", "# Other");
    for (const name of ["ten-a-minute", "ten-a-second"]) {
      const place = `decisions/${name}.md`;
      at.write(place, at.read(place).replace("category: DECISION", "category: constraint"));
    }
    at.sync();
    const retire = (id: string) =>
      changeMemory(at.store, at.place, pickMemory(at.store, at.place, id), { status: "retired" }, Date.now());
    expect(retire("ten-a-minute").path).toBe(`${at.folder}/constraints/ten-a-minute.md`);
    at.write("constraints/ten-a-second.md", "---\nid: other\n---\n# Other");
    at.sync();
    expect(retire("ten-a-second").path).toBe(`${at.folder}/decisions/ten-a-second.md`);
    expect(at.rows().filter(({ status }) => status === "retired")).toMatchObject([
      { category: "CONSTRAINT" },
      { category: "CONSTRAINT" },
    ]);
  });

  test("respects what a person edited by hand since", () => {
    const { memory, path } = at.save({ title: "Use Redis", body: "For sessions." });
    at.write(
      "decisions/use-redis.md",
      at.read("decisions/use-redis.md").replace("For sessions.", "For queues."),
    );
    changeMemory(
      at.store,
      at.place,
      pickMemory(at.store, at.place, memory.id),
      { status: "retired" },
      Date.now(),
    );
    expect(at.read("decisions/use-redis.md")).toContain("For queues.");
    expect(path).toEndWith("use-redis.md");
    expect(at.rows()[0]).toMatchObject({ status: "retired", body: "For queues." });
  });

  test("of the category moves the file", () => {
    const { memory } = at.save({ title: "Ten requests a minute" });
    const row = pickMemory(at.store, at.place, memory.id);
    const moved = changeMemory(at.store, at.place, row, { category: "CONSTRAINT" }, Date.now());
    expect(moved.path).toBe(`${at.folder}/constraints/ten-requests-a-minute.md`);
    expect(readdirSync(`${at.folder}/decisions`)).toEqual([]);
    expect(at.rows()).toHaveLength(1);
    expect(at.sync()).toEqual({ added: 0, changed: 0, removed: 0 });
  });

  test("needs an id that matches one memory", () => {
    at.save({ title: "Use Redis" });
    at.save({ title: "Use Redis Cluster" });
    expect(pickMemory(at.store, at.place, "use-redis").title).toBe("Use Redis");
    expect(pickMemory(at.store, at.place, "use-redis-c").title).toBe("Use Redis Cluster");
    expect(() => pickMemory(at.store, at.place, "use")).toThrow("several memories start with use");
    expect(() => pickMemory(at.store, at.place, "")).toThrow("there is no memory");
  });
});

describe("near-duplicates", () => {
  test.each([
    ["Use pnpm", "PREFERENCE", true],
    ["Always use pnpm instead of npm", "PREFERENCE", true],
    ["The package manager is yarn", "PREFERENCE", false],
    ["Use pnpm", "RUNBOOK", false],
    ["pnpm install fails behind the proxy", "RUNBOOK", false],
  ] as const)('%j (%s) beside "Use pnpm, never npm": %p', (title, category, isNear) => {
    at.save({ title: "Use pnpm, never npm", category: "PREFERENCE" });
    const found = findSimilar(at.store, at.place, { title, body: "", category });
    expect(found.map(({ id }) => id)).toEqual(isNear ? ["use-pnpm-never-npm"] : []);
  });

  test("are not searched for among inactive memories", () => {
    const { memory } = at.save({ title: "Use pnpm" });
    changeMemory(
      at.store,
      at.place,
      pickMemory(at.store, at.place, memory.id),
      { status: "retired" },
      Date.now(),
    );
    expect(findSimilar(at.store, at.place, { title: "Use pnpm", body: "", category: "DECISION" })).toEqual(
      [],
    );
  });
});
