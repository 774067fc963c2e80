// A stop reads no more of the work tree than may have changed, and sees the same as if it had read everything.
import { describe, expect, test } from "bun:test";
import { appendFileSync, readFileSync, renameSync, symlinkSync, writeFileSync } from "node:fs";
import type { StopEvent } from "../../../src/protocol/hook-event.ts";
import { makeTempFolder } from "../../helpers/temp.ts";
import { calls, NOTICE, result, says, toLines, user } from "../transcript/records.ts";
import { makeRepo, openRepo, statusOf } from "./repo.ts";
import { IN_BACKGROUND, type Watched, watchTree, withoutTime } from "./watched-tree.ts";

const FILES = { "a.txt": "a\n", "b.txt": "b\n", "d/c.txt": "c\n", ".gitignore": "*.log\n" };

const FEEDBACK = user("Stop hook feedback:\nGo on.", { isMeta: true });

async function watchAfterOneStop(files: Record<string, string> = FILES): Promise<Watched> {
  const watched = await watchTree(files);
  watched.edits("a.txt", "changed\n");
  await watched.stop();
  return watched;
}

/** After these an incremental status equals a full one. */
const SEEN: { name: string; act(watched: Watched): void }[] = [
  { name: "nothing", act: () => {} },
  { name: "the same edit again", act: ({ edits }) => edits("a.txt", "changed\n") },
  { name: "another edit", act: ({ edits }) => edits("a.txt", "changed again\n") },
  { name: "an edit that reverts the change", act: ({ edits }) => edits("a.txt", "a\n") },
  { name: "an edit of another file", act: ({ edits }) => edits("b.txt", "changed\n") },
  { name: "a new file", act: ({ edits }) => edits("new/file.txt", "new\n") },
  { name: "a new file that is ignored", act: ({ edits }) => edits("debug.log", "new\n") },
  { name: "a name with spaces", act: ({ edits }) => edits("x y/ z .txt", "new\n") },
  { name: "a name with a line break", act: ({ edits }) => edits("x\ny.txt", "new\n") },
  { name: "a name that begins with a colon", act: ({ edits }) => edits(":(top)a.txt", "new\n") },
  { name: "a name with a star", act: ({ edits }) => edits("*.txt", "new\n") },
  { name: "a name with brackets", act: ({ edits }) => edits("[ab].txt", "new\n") },
  { name: "a name that looks like an option", act: ({ edits }) => edits("--cached", "new\n") },
  { name: "a name that is not ASCII", act: ({ edits }) => edits("ä/日本.txt", "new\n") },
  { name: "a changed file that is removed", act: ({ repo }) => repo.remove("a.txt") },
  { name: "reading files", act: ({ uses }) => uses("Read", { file_path: "/etc/hosts" }) },
  { name: "a command that only looks", act: ({ uses }) => uses("Bash", { command: "git status && ls" }) },
  { name: "a prompt", act: ({ notes }) => notes(user("Go on.")) },
  { name: "our own files", act: ({ edits }) => edits(".claude/runtime/x.json", "{}") },
  {
    name: "a changed file that is moved to one that Claude writes",
    act({ repo, edits }) {
      renameSync(`${repo.dir}/a.txt`, `${repo.dir}/moved.txt`);
      edits("moved.txt", "changed\n");
    },
  },
];

/** After each of these only a full status is correct. */
const UNSEEN: { name: string; act(watched: Watched): unknown }[] = [
  { name: "a command", act: ({ uses }) => uses("Bash", { command: "npm run generate" }) },
  { name: "an agent", act: ({ uses }) => uses("Agent", { prompt: "Go." }) },
  {
    name: "a call that has no result yet",
    act: ({ notes }) => notes(calls("t9", "Bash", { command: "make" })),
  },
  { name: "a notification", act: ({ notes }) => notes(user(NOTICE)) },
  { name: "a long stretch of transcript", act: ({ notes }) => notes(user("x".repeat(300 * 1024))) },
  { name: "a commit", act: ({ repo }) => repo.commit() },
  { name: "a file that is staged", act: ({ repo }) => repo.git("add", "a.txt") },
  { name: "another branch", act: ({ repo }) => repo.git("checkout", "-q", "-b", "other") },
  { name: "packed references", act: ({ repo }) => repo.git("pack-refs", "--all") },
  { name: "another setting", act: ({ repo }) => repo.git("config", "core.fileMode", "false") },
  { name: "an edit of an ignored file", act: ({ edits }) => edits(".gitignore", "*.txt\n") },
  { name: "an edit of an attribute", act: ({ edits }) => edits("d/.gitattributes", "* text\n") },
  { name: "an edit inside .git", act: ({ edits }) => edits(".git/info/exclude", "*.txt\n") },
  { name: "an edit elsewhere", act: ({ uses }) => uses("Write", { file_path: "/elsewhere/a.txt" }) },
  { name: "an edit through a path with ..", act: ({ edits }) => edits("d/../b.txt", "changed\n") },
  { name: "a tool of an MCP server", act: ({ uses }) => uses("mcp__files__write", { path: "b.txt" }) },
  { name: "an unknown tool", act: ({ uses }) => uses("PowerShell", { command: "Set-Content b.txt x" }) },
  { name: "an edit without a path", act: ({ uses }) => uses("Edit", {}) },
  { name: "submodules", act: ({ repo }) => repo.write(".gitmodules", "") },
  {
    name: "an edit through a link",
    act({ repo, edits }) {
      symlinkSync("d", `${repo.dir}/link`);
      edits("link/c.txt", "changed\n");
    },
  },
  {
    name: "an edit of a link",
    act({ repo, edits }) {
      symlinkSync("b.txt", `${repo.dir}/link`);
      edits("link", "changed\n");
    },
  },
  {
    name: "a folder in place of a changed file",
    act({ repo }) {
      repo.remove("a.txt");
      repo.write("a.txt/b.txt", "b\n");
    },
  },
  {
    name: "an edit in a nested repository",
    act({ repo, edits }) {
      repo.git("init", "-q", "inner");
      edits("inner/x.txt", "x\n");
    },
  },
  {
    name: "too many files",
    act({ edits }) {
      for (let file = 0; file < 201; file++) edits(`many/${file}.txt`, "new\n");
    },
  },
  { name: "a torn cache", act: ({ kept }) => writeFileSync(kept, '{"version":1,"dir":') },
  {
    name: "a cache of another version",
    act: ({ kept }) =>
      writeFileSync(kept, JSON.stringify({ ...JSON.parse(readFileSync(kept, "utf8")), version: 0 })),
  },
];

/** A stop that differs from the others. */
const OTHER: { name: string; event?: Partial<StopEvent>; later?: number }[] = [
  { name: "another session", event: { sessionId: "s2" } },
  { name: "no session", event: { sessionId: null } },
  { name: "another transcript", event: { transcriptPath: "/elsewhere.jsonl" } },
  { name: "no transcript", event: { transcriptPath: null } },
  { name: "an agent's", event: { agentId: "a1" } },
  { name: "a subagent's", event: { name: "SubagentStop" } },
  {
    name: "one with a background task",
    event: IN_BACKGROUND,
  },
  { name: "one whose last message is not written yet", event: { lastAssistantMessage: "All is well." } },
  { name: "one without a last message", event: { lastAssistantMessage: "" } },
  { name: "one long after the last full status", later: 10 * 60_000 },
  { name: "one before it, by a clock that was set back", later: -60_000 },
];

describe("a stop after a full status", () => {
  test.each(SEEN)("sees the same without one: $name", async ({ act }) => {
    const watched = await watchAfterOneStop();
    act(watched);
    const seen = await watched.look();
    expect(seen).not.toBeNull();
    expect(withoutTime(seen)).toEqual(withoutTime(await watched.repo.state()));
  });

  test.each(UNSEEN)("needs another full status after $name", async ({ act }) => {
    const watched = await watchAfterOneStop();
    act(watched);
    expect(await watched.look()).toBeNull();
    expect(withoutTime(await watched.stop())).toEqual(withoutTime(await watched.repo.state()));
  });

  test.each(OTHER)("needs another full status when it is $name", async ({ event, later = 0 }) => {
    const watched = await watchAfterOneStop();
    expect(await watched.look()).not.toBeNull();
    expect(await watched.look(event, Date.now() + later)).toBeNull();
  });

  test("does not mistake the last message of the previous turn for its own", async () => {
    const watched = await watchAfterOneStop();
    const old = { timestamp: new Date(Date.now() - 60_000).toISOString() };
    appendFileSync(watched.transcript, toLines([says("That was it.", old)]));
    expect(await watched.lookAgain({ lastAssistantMessage: "That was it." })).toBeNull();
    appendFileSync(
      watched.transcript,
      toLines([says("This is it.", { timestamp: new Date().toISOString() })]),
    );
    expect(await watched.lookAgain({ lastAssistantMessage: "This is it." })).not.toBeNull();
  });
});

describe("a stop whose last message is not written yet", () => {
  const at = (ago: number) => ({ timestamp: new Date(Date.now() - ago).toISOString() });
  const input = (watched: Watched) => ({ file_path: `${watched.repo.dir}/b.txt`, content: "" });
  const last = { lastAssistantMessage: "Not yet there." };

  test.each([
    {
      name: "uses the cache if everything before it was written long ago",
      ago: 5000,
      done: true,
      relied: true,
    },
    { name: "does not use the cache if a call may be missing too", ago: 100, done: true, relied: false },
    {
      name: "does not use the cache if the transcript seems to have stopped",
      ago: 20 * 60_000,
      done: true,
      relied: false,
    },
    { name: "does not use the cache if the end of a call is missing", ago: 5000, done: false, relied: false },
  ])("$name", async ({ ago, done, relied }) => {
    const watched = await watchTree(FILES);
    await watched.keep(await watched.repo.state());
    watched.repo.write("b.txt", "changed\n");
    const records = [calls("t1", "Write", input(watched), at(ago)), result("t1", "ok", at(ago))];
    appendFileSync(watched.transcript, toLines(done ? records : records.slice(0, 1)));
    const seen = await watched.lookAgain(last);
    expect(withoutTime(seen)).toEqual(relied ? withoutTime(await watched.repo.state()) : null);
  });
});

test("a held stop does not mistake earlier text for its last message", async () => {
  const watched = await watchAfterOneStop();
  watched.notes(says("Done."), FEEDBACK);
  expect(await watched.lookAgain({})).toBeNull();
  expect(await watched.look()).not.toBeNull();
});

describe("an incremental status", () => {
  test("continues from the one before", async () => {
    const watched = await watchAfterOneStop();
    for (const path of ["b.txt", "d/c.txt", "new.txt"]) {
      watched.edits(path, `${path} is changed\n`);
      expect(withoutTime(await watched.look())).toEqual(withoutTime(await watched.repo.state()));
    }
    expect(statusOf(await watched.stop())).toEqual([".M a.txt", ".M b.txt", ".M d/c.txt", "?? new.txt"]);
  });

  test("does not see what the user changes elsewhere, until a full status", async () => {
    const watched = await watchAfterOneStop();
    watched.repo.write("b.txt", "the user's\n");
    expect(statusOf(await watched.stop())).toEqual([".M a.txt"]);
    watched.uses("Bash", { command: "make" });
    expect(statusOf(await watched.stop())).toEqual([".M a.txt", ".M b.txt"]);
  });

  test("is correct in a linked work tree", async () => {
    const folder = `${makeTempFolder("linked tree")}/tree`;
    makeRepo(FILES).git("worktree", "add", "-q", "-b", "side", folder);
    const watched = await watchTree({}, openRepo(folder));
    watched.edits("a.txt", "changed\n");
    await watched.stop();
    watched.edits("b.txt", "changed\n");
    expect(withoutTime(await watched.look())).toEqual(withoutTime(await watched.repo.state()));
    watched.repo.commit();
    expect(await watched.look()).toBeNull();
  });

  test("is correct from a folder of the work tree", async () => {
    const repo = makeRepo(FILES);
    const watched = await watchTree({}, repo, `${repo.dir}/d`);
    watched.edits("a.txt", "changed\n");
    await watched.stop();
    watched.edits("b.txt", "changed\n");
    expect(withoutTime(await watched.look())).toEqual(withoutTime(await repo.state()));
  });

  test("is correct before the first commit", async () => {
    const watched = await watchTree({});
    watched.edits("a.txt", "new\n");
    await watched.stop();
    watched.edits("b.txt", "new\n");
    expect(withoutTime(await watched.look())).toEqual(withoutTime(await watched.repo.state()));
  });

  test("is not relied on if two names may be one file", async () => {
    const repo = makeRepo(FILES);
    repo.git("config", "core.ignoreCase", "true");
    const watched = await watchTree({}, repo);
    await watched.stop();
    expect(await watched.look()).toBeNull();
  });
});
