// Stops through the whole pipeline: which of them call git, for what, and what their checks are about.
import { describe, expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { openLedger } from "../../../../src/store/open.ts";
import { watchGit } from "../../../helpers/git-log.ts";
import { makeTempFolder, writeFileIn } from "../../../helpers/temp.ts";
import { startLoop } from "../../../helpers/workplace.ts";
import { makeRepo } from "../../worktree/repo.ts";
import { SETTLED_MS } from "../../worktree/watched-tree.ts";
import { makeSession, type Session } from "./checked-session.ts";

const FILES = { "a.txt": "a\n", "b.txt": "b\n" };

interface Place {
  dir: string;
  session: Session;
  /** What `git status` was asked since the last call: everything, or some paths. */
  asked(): string[];
}

async function makePlace(check: string, files: Record<string, string> = FILES): Promise<Place> {
  const { dir } = makeRepo(files);
  const { path, asked } = watchGit();
  const session = await makeSession(dir, { stages: { quality: [{ run: check }] } }, { PATH: path });
  await Bun.sleep(SETTLED_MS);
  return { dir, session, asked };
}

describe.each([
  { where: "in any project", files: FILES },
  { where: "in a configured project", files: { ...FILES, ".claude/holdfast.json": "{}" } },
])("git is called $where", ({ files }) => {
  test("for the whole tree at first and after a command, not at all after the same edit", async () => {
    const { session, asked } = await makePlace("true", files);
    asked();
    session.edits("a.txt", "changed\n");
    await session.stop();
    expect(asked()).toEqual(["everything"]);
    await session.prompt();
    session.edits("a.txt", "changed\n");
    await session.stop();
    expect(asked()).toEqual([]);
    await session.prompt();
    session.runs("make");
    await session.stop();
    expect(asked()).toEqual(["everything"]);
    expect(await session.faults()).toEqual([]);
  });

  test("for a file that is touched for the first time, and for the whole tree before a check runs", async () => {
    const { session, asked } = await makePlace("true", files);
    session.edits("a.txt", "changed\n");
    await session.stop();
    asked();
    await session.prompt();
    session.edits("b.txt", "changed\n");
    await session.stop();
    expect(asked()).toEqual([":(top,literal)b.txt", "everything"]);
    await session.prompt();
    session.edits("b.txt", "changed\n");
    await session.stop();
    expect(asked()).toEqual([]);
  });
});

describe("the first stop of a session", () => {
  async function makeUncaptured() {
    const { dir } = makeRepo(FILES);
    const session = await makeSession(dir, { stages: { quality: [{ run: "false" }] } });
    const store = await openLedger(`${session.home}/.holdfast/holdfast.db`);
    const pending = () => store.run("UPDATE session_starts SET tree = NULL, requested_at = ?", [Date.now()]);
    const tree = store.query("SELECT tree FROM session_starts").get() as { tree: string };
    pending();
    const capture = () => store.run("UPDATE session_starts SET tree = ?", [tree.tree]);
    return { session, capture };
  }

  test("waits for the baseline that is being captured", async () => {
    const { session, capture } = await makeUncaptured();
    session.edits("a.txt", "changed\n");
    setTimeout(capture, 100);
    expect((await session.stop()).kind).toBe("refuse");
  });

  test("says that nothing was checked when that takes too long", async () => {
    const { session } = await makeUncaptured();
    session.edits("a.txt", "changed\n");
    const answer = await session.stop();
    expect(answer.kind).not.toBe("refuse");
    expect(JSON.stringify(answer)).toContain("no check ran at this stop");
  });
});

test("git is called for the whole tree when declared work ends with the stop, because its evidence covers the whole tree", async () => {
  const { dir, session, asked } = await makePlace("true");
  session.edits("a.txt", "changed\n");
  await session.stop();
  await session.prompt();
  session.edits("b.txt", "changed\n");
  const store = await openLedger(`${session.home}/.holdfast/holdfast.db`);
  startLoop(store, dir, { promise: "Done." });
  asked();
  await session.stop();
  expect(asked()).toEqual(["everything"]);
});

describe("a check", () => {
  test("that passed only thanks to the user's own change does not pass without it", async () => {
    const { dir, session } = await makePlace("! grep -q bad a.txt || grep -q cure b.txt");
    session.edits("a.txt", "good\n");
    expect((await session.stop()).kind).toBe("silent");
    writeFileIn(dir, "b.txt", "cure\n");
    await session.prompt();
    session.edits("a.txt", "bad\n");
    expect((await session.stop()).kind).toBe("silent");
    writeFileIn(dir, "b.txt", "b\n");
    await session.prompt();
    session.edits("a.txt", "bad\n");
    expect((await session.stop()).kind).toBe("refuse");
  });

  test("that failed is tried again after the user fixed it", async () => {
    const { dir, session } = await makePlace("grep -q cure b.txt");
    session.edits("a.txt", "changed\n");
    expect((await session.stop()).kind).toBe("refuse");
    writeFileIn(dir, "b.txt", "cure\n");
    expect((await session.stop()).kind).toBe("silent");
  });

  test("does not run for other files that the user changed", async () => {
    const log = `${makeTempFolder("log")}/ran`;
    const { dir, session } = await makePlace(`echo run >> '${log}'`);
    session.edits("a.txt", "changed\n");
    await session.stop();
    writeFileIn(dir, "b.txt", "the user's\n");
    await session.prompt();
    session.edits("a.txt", "changed\n");
    expect((await session.stop()).kind).toBe("silent");
    expect(readFileSync(log, "utf8")).toBe("run\n");
  });
});

test("lines of files that were moved are not new, even if the time of the deletion is lost", async () => {
  const { dir, session } = await makePlace("true", { "old/a.ts": "debugger;\n", "old/b.ts": "b\n" });
  session.runs("mkdir new && mv old/*.ts new", () =>
    Bun.spawnSync(["sh", "-c", "mkdir new && mv old/*.ts new"], { cwd: dir }),
  );
  await Bun.sleep(300); // Whatever is written while a command runs is attributed to it.
  session.edits("old/index.ts", "export {};\n");
  expect(await session.stop()).toEqual({ kind: "silent" });
});
