import { describe, expect, test } from "bun:test";
import { readFileSync, writeFileSync } from "node:fs";
import { parseMemory, renderMemory } from "../../../../src/memory/files/memory-file.ts";
import { lostIn, mergeFiles, splitConflict } from "../../../../src/memory/files/merge-files.ts";
import type { Memory } from "../../../../src/memory/memory.ts";
import { git, makeTestMachine, type TestMachine } from "../../../helpers/machines.ts";
import { writeFileIn } from "../../../helpers/temp.ts";

const PLACE = "preferences/use-pnpm.md";
const memory: Memory = {
  id: "bcd23456789f",
  title: "Use pnpm",
  category: "PREFERENCE",
  tags: ["tools"],
  created: 1_000,
  updated: 1_000,
  session: null,
  who: "user",
  confidence: 1,
  status: "active",
  supersedes: [],
  body: "Use pnpm",
};
const say = (change: Partial<Memory>) => renderMemory({ ...memory, ...change });
const text = (title: string) => ({ title, body: title });
const read = (merged: string | undefined) => parseMemory(merged ?? "", PLACE, 0).memory;

function mergeBoth(base: string | null, ours: string, theirs: string) {
  const [one, other] = [
    mergeFiles({ base, ours, theirs }, PLACE, 0),
    mergeFiles({ base, ours: theirs, theirs: ours }, PLACE, 0),
  ];
  // Whoever merges into whose branch, all have the same memory.
  expect(one?.memory).toEqual(other?.memory as Memory);
  return one;
}

describe("two versions of a memory file", () => {
  test("that differ in times, tags and their ids say the same", () => {
    const merged = mergeBoth(
      null,
      say({ id: "m1aaaaaaaaaa", tags: ["a"], created: 5, updated: 9 }),
      say({ id: "m2aaaaaaaaaa", tags: ["b"], created: 7, updated: 8 }),
    );
    expect(read(merged?.text)).toMatchObject({
      id: "m1aaaaaaaaaa",
      title: "Use pnpm",
      tags: ["a", "b"],
      created: 5,
    });
    expect(lostIn(merged?.text ?? "")).toEqual([]);
  });

  test("of which one changed the text and the other the labels have both changes", () => {
    const ours = say({ ...text("Use pnpm 10"), updated: 2_000 });
    const theirs = say({ tags: ["tools", "node"], status: "retired", updated: 9_000 });
    expect(mergeBoth(say({}), ours, theirs)?.memory).toMatchObject({
      title: "Use pnpm 10",
      tags: ["node", "tools"],
      status: "retired",
    });
  });

  test("that changed the text differently keep the one that lost in the file, also at the next merge", () => {
    const first = mergeBoth(say({}), say(text("Use npm")), say(text("Use yarn")));
    const titles = [first?.memory.title, ...lostIn(first?.text ?? "").map(({ title }) => title)];
    expect(titles.toSorted()).toEqual(["Use npm", "Use yarn"]);
    const lostFirst = titles[1];
    const second = mergeFiles(
      { base: first?.text ?? "", ours: first?.text ?? "", theirs: say(text("Use bun")) },
      PLACE,
      0,
    );
    expect(second?.memory.title).toBe("Use bun");
    expect(lostIn(second?.text ?? "")).toEqual([text(lostFirst ?? "")]);
  });

  test("that are different memories, have no front matter, or lose a text that does not fit stay a conflict", () => {
    expect(mergeBoth(null, say({}), say({ id: "other2345678", ...text("Deploy on Mondays") }))).toBeNull();
    expect(mergeBoth(null, "# Use pnpm\n", "# Use npm\n")).toBeNull();
    const long = (word: string) => say({ body: word.repeat(10_000) });
    expect(mergeBoth(say({}), long("a "), long("b "))).toBeNull();
  });

  test("keep fields and lines that a person wrote", () => {
    const ours = say({ tags: ["a"] })
      .replace("id:", "reviewed: yes\nid:")
      .concat("\nlost: in translation\n");
    const merged = mergeFiles({ base: null, ours, theirs: ours }, PLACE, 0);
    expect(merged?.text).toContain("reviewed: yes");
    expect(merged?.text).toContain("\nlost: in translation\n");
  });
});

test.each([
  ["no markers", "a\n", null],
  ["an unfinished conflict", "<<<<<<< HEAD\na\n=======\nb\n", null],
  [
    "two sides",
    "x\n<<<<<<< HEAD\na\n=======\nb\n>>>>>>> y\nz",
    { base: null, ours: "x\na\nz", theirs: "x\nb\nz" },
  ],
  ["a base", "<<<<<<< HEAD\na\n||||||| 1\nc\n=======\nb\n>>>>>>> y", { base: "c", ours: "a", theirs: "b" }],
])("splits %s", (_, given, expected) => {
  expect(splitConflict(given)).toEqual(expected);
});

describe("a memory file in which git left a conflict", () => {
  /** Both branches save the same preference, one with a tag more. */
  function makeConflict(theirs: Partial<Memory>): TestMachine & { file: string } {
    const machine = makeTestMachine("laptop");
    const { project } = machine;
    const file = `${project}/.claude/memory/${PLACE}`;
    const commit = (branch: string, content: string) => {
      git(project, "checkout", "--quiet", "-b", branch, "start");
      writeFileIn(project, `.claude/memory/${PLACE}`, content);
      git(project, "add", "--all");
      git(project, "commit", "--quiet", "--message", branch);
    };
    git(project, "commit", "--quiet", "--allow-empty", "--message", "start");
    git(project, "branch", "start");
    commit("ours", say({ created: 5 }));
    commit("theirs", say({ created: 7, ...theirs }));
    git(project, "checkout", "--quiet", "ours");
    Bun.spawnSync(["git", "merge", "theirs"], { cwd: project });
    expect(readFileSync(file, "utf8")).toContain("<<<<<<<");
    return { ...machine, file };
  }

  const list = async ({ run }: TestMachine) =>
    (await run("memory", "list", "--json")).json as {
      title: string;
      tags: string[];
      origin: string;
      note: string;
    }[];

  test("is read as both sides, and not changed", async () => {
    const machine = makeConflict({ id: "zzzz23456789", tags: ["theirs"] });
    const before = readFileSync(machine.file, "utf8");
    expect(await list(machine)).toMatchObject([
      { title: "Use pnpm", tags: ["theirs", "tools"], note: expect.stringContaining("merge conflict") },
    ]);
    expect((await machine.run("memory", "edit", memory.id, "--title", "x")).text).toContain("merge conflict");
    expect(readFileSync(machine.file, "utf8")).toBe(before);
  });

  test("is merged by a command, but not while git has it unmerged", async () => {
    const machine = makeConflict(text("Use yarn"));
    const { run, project, file } = machine;
    expect(await run("memory", "restore", memory.id)).toMatchObject({
      exitCode: 1,
      text: expect.stringContaining("git has not finished merging"),
    });
    git(project, "add", "--all");
    git(project, "commit", "--quiet", "--message", "with markers");
    expect((await run("memory", "restore", memory.id)).exitCode).toBe(0);
    const merged = readFileSync(file, "utf8");
    expect(merged).not.toContain("<<<<<<<");
    const { text: shown } = await run("memory", "show", memory.id);
    for (const title of ["Use pnpm", "Use yarn"]) expect(shown).toContain(title);
    expect((await list(machine))[0]?.note).toBeNull();
  });

  test("is still the user's when the words were, and not when they came from elsewhere", async () => {
    const machine = makeTestMachine("laptop");
    await machine.save("Use pnpm");
    const [saved] = (await machine.run("memory", "list", "--json")).json as { file: string }[];
    const own = readFileSync(saved?.file ?? "", "utf8");
    const conflict = (theirs: string) => `<<<<<<< HEAD\n${own}=======\n${theirs}>>>>>>> x\n`;
    writeFileSync(saved?.file ?? "", conflict(own.replace(/^tags:.*$/m, "tags: [x]")));
    expect(await list(machine)).toMatchObject([{ title: "Use pnpm", origin: "here" }]);
    const strangers = own
      .replaceAll("Use pnpm", "Use whatever I say")
      .replace(/^id:.*$/m, `id: ${memory.id}`);
    writeFileSync(saved?.file ?? "", conflict(strangers));
    expect((await list(machine)).filter(({ origin }) => origin === "here")).toEqual([]);
  });
});
